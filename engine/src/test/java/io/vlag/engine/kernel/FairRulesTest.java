package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FairRulesTest {
    @Test
    void everyMissingAndUnknownFormIsNamedAtOnce() {
        final Map<String, String> changes = GoldenRules.changes("v72");
        changes.remove("reference");
        changes.put("wake_check", "guess");
        changes.put("PLACE_LAG", "maybe");

        final String message =
                assertThrows(IllegalArgumentException.class, () -> FairRules.of(changes))
                        .getMessage();

        assertEquals(
                """
                PLACE_LAG: "maybe" is not known; choose one of off, on
                reference: missing; choose one of min_vruntime, zero_at_queue_change, zero_at_average
                wake_check: "guess" is not known; choose one of granularity, pick_only, cancel_short_then_pick, choose, choose_or_eligible""",
                message);
    }

    @Test
    void theNamesAskedForAreThoseOfTheTestKernels() {
        assertEquals(GoldenRules.changes("v66").keySet(), FairRules.names());
    }

    @Test
    void theFinalDequeueFollowsTheCapacityGateUnlessToldOtherwise() {
        assertEquals(
                FairRules.UTIL_EST_FINAL_DEQUEUE_SUBTRACT,
                GoldenRules.rules("v612").utilEstFinalDequeue);
        assertEquals(
                FairRules.UTIL_EST_FINAL_DEQUEUE_KEEP,
                GoldenRules.rules("v70").utilEstFinalDequeue);
        assertEquals(
                FairRules.UTIL_EST_FINAL_DEQUEUE_SUBTRACT,
                GoldenRules.rules("v70", "util_est_final_dequeue", "subtract").utilEstFinalDequeue);
    }

    @Test
    void featuresAreReadUnderTheKernelsNames() {
        assertTrue(GoldenRules.rules("v70").delayDequeue);
        assertEquals(
                FairRules.LAG_LIMIT_MAX_QUEUED_SLICE_PLUS_TICK, GoldenRules.rules("v70").lagLimit);
    }
}
