package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * One writer and one reader on one CPU: where a wake-up is judged against stale accounting, every
 * packet costs two switches.
 */
class PipePairTest {
    private static double switchesPerOp(String kernel) {
        return Scenarios.run(
                        Scenarios.plan(
                                "icount-pipe-one-cpu",
                                kernel,
                                1,
                                "workload.stressNgPipe.instances=1",
                                "preemption=full"),
                        50_000_000,
                        200_000_000)
                .switchesPerOp();
    }

    @Test
    void aStaleRequeueMakesThemAlternate() {
        assertEquals(2.0, switchesPerOp("6.12"), 0.05);
        assertEquals(2.0, switchesPerOp("7.0"), 0.05);
    }

    @Test
    void accountingTheWakerFirstDoesNot() {
        assertTrue(switchesPerOp("7.0+requeue-updates-curr") < 1.4);
        assertTrue(switchesPerOp("7.2") < 1.4);
    }

    @Test
    void norDoesFinishingTheDelayedTaskBeforeItIsPlaced() {
        assertTrue(switchesPerOp("7.0+ttwu") < 1.4);
    }

    /** Recorded without delayed dequeue: 1.05 with full or voluntary preemption, 1.54 with lazy. */
    @Test
    void aLazyRequestLetsTheWakerPayItsWayBack() {
        final double lazy =
                Scenarios.run(
                                Scenarios.plan(
                                        "icount-pipe-one-cpu",
                                        "7.0.13+NO_DELAY_DEQUEUE",
                                        1,
                                        "workload.stressNgPipe.instances=1",
                                        "preemption=lazy"),
                                50_000_000,
                                200_000_000)
                        .switchesPerOp();
        assertEquals(1.54, lazy, 0.15);
        assertEquals(1.05, switchesPerOp("7.0.13+NO_DELAY_DEQUEUE"), 0.15);
    }

    @Test
    void withoutDelayedDequeueTheKernelsAreAlike() {
        assertEquals(switchesPerOp("6.6"), switchesPerOp("6.12+NO_DELAY_DEQUEUE"), 0.1);
    }
}
