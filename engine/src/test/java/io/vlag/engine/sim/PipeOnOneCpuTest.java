package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * stress-ng's pipe stressor on one CPU, where real kernels were counted (6.12.117: 0.126 switches
 * per operation without delayed dequeue and 0.66 with it; 7.0.13: 0.127 and 0.88).
 */
class PipeOnOneCpuTest {
    private static final long WARMUP_NS = 50_000_000;
    private static final long DURATION_NS = 300_000_000;

    private static double switchesPerOp(String kernel) {
        return Scenarios.run(
                        Scenarios.plan("icount-pipe-one-cpu", kernel, 1), WARMUP_NS, DURATION_NS)
                .switchesPerOp();
    }

    /** Sixteen packets are written, then read: two switches for sixteen operations. */
    @Test
    void withoutDelayedDequeueSwitchesAreAtTheirFloor() {
        assertEquals(0.125, switchesPerOp("6.12+NO_DELAY_DEQUEUE"), 0.005);
        assertEquals(0.125, switchesPerOp("7.0.13+NO_DELAY_DEQUEUE"), 0.005);
        assertEquals(0.125, switchesPerOp("6.6"), 0.005);
    }

    @Test
    void delayedDequeueMultipliesThem() {
        final double older = switchesPerOp("6.12");
        final double newer = switchesPerOp("7.0.13"); // built with lazy preemption
        assertTrue(older > 3 * 0.125, "6.12: " + older);
        assertTrue(newer > older, "7.0.13: " + newer + ", 6.12: " + older);
    }
}
