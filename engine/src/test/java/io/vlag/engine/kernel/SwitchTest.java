package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a switch on a CPU without groups does to the two tasks and to the buddy. */
class SwitchTest {
    /** CFS ends the role of a runner that is picked again only when it is switched to. */
    @ParameterizedTest
    @CsvSource({"v61, 0, 0", "v61, 1, -1", "v66, 0, -1", "v70, 0, -1", "v70, 1, -1"})
    void beingChosenEndsTheBuddysRole(String version, int chosen, int buddy) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.runBesideWaitingB(MS);
            cpu.buddy(chosen);
            cpu.fair.take(CPU, chosen);
            assertEquals(buddy, cpu.buddy());
            assertEquals(chosen, cpu.bench.queues.curr(CPU));
        }
    }

    @Test
    void goingIdleAndTheChoiceOfAnotherTaskLeaveTheBuddy() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.buddy(B);
            cpu.fair.take(CPU, FairClass.NONE);
            assertEquals(B, cpu.buddy());
            cpu.fair.take(CPU, A);
            assertEquals(B, cpu.buddy());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v66", "v70"})
    void theAveragesOfBothTasksAreBroughtUpToTheSwitch(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.runBesideWaitingB(10 * MS);
            final long nowNs = cpu.bench.runQueues.peltNowNs(CPU);
            cpu.fair.putPrev(CPU);
            assertTrue(nowNs - PeltLayout.lastUpdateNs(cpu.entities.avgAt(A)) < 1_024);
            assertTrue(PeltLayout.utilAvg(cpu.entities.avgAt(A)) > 150, "it ran 10 ms");
            cpu.fair.setNext(CPU, B, true);
            assertTrue(nowNs - PeltLayout.lastUpdateNs(cpu.entities.avgAt(B)) < 1_024);
            assertEquals(
                    cpu.bench.runQueues.clockTaskNs(CPU), cpu.entities.execStartNs(B), "from now");
        }
    }

    /** It has blocked, and the CPU has not switched yet: the wait is time that it runs. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void aSleeperThatIsWokenBeforeTheSwitchIsPlacedBeforeItIsCharged(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(MS);
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            cpu.pass(100_000);
            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_WAKEUP);
            assertEquals(MS + 100_000, cpu.entities.sumExecNs(A));
            assertEquals(SLICE - 100_000, cpu.entities.deadline(A) - cpu.entities.vruntime(A));
        }
    }

    @Test
    void aQueueWithOneEntityIsAlone() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            assertTrue(cpu.fair.isAlone(CPU));
            cpu.run(A);
            assertTrue(cpu.fair.isAlone(CPU));
            cpu.wake(B, 0, SLICE);
            assertFalse(cpu.fair.isAlone(CPU));
        }
    }
}
