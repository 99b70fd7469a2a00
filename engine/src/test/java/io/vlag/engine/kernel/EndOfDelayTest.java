package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.UtilEst;
import org.junit.jupiter.api.Test;

/** A delayed task leaves at last: everything about its sleep was settled when it was asked for. */
class EndOfDelayTest {
    /** Its sleep was stored when it was asked for; the averages have aged since. */
    @Test
    void theEndOfADelayStoresNoSecondEstimate() {
        try (OneFairCpu cpu = new OneFairCpu("v72")) {
            cpu.runBesideWaitingB(20 * MS);
            assertFalse(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            final long stored = UtilEst.stored(cpu.entities.avgAt(A), UtilEst.ONE_NUMBER);
            assertTrue(stored > 0);
            cpu.fair.pickNext(CPU);
            cpu.pass(10 * MS);
            cpu.fair.tick(CPU);
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertEquals(stored, UtilEst.stored(cpu.entities.avgAt(A), UtilEst.ONE_NUMBER));
        }
    }
}
