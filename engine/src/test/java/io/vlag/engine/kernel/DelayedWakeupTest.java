package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.N;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static io.vlag.engine.kernel.OneFairCpu.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A delayed task wakes where it is: its place, its request, and who counts it. */
class DelayedWakeupTest {
    /** B has caught up with the delayed A, so that both are exactly at V. */
    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void aTaskThatIsExactlyAtTheAverageKeepsItsRequest(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.delayAThenRunB(MS);
            cpu.fair.account(CPU);
            assertEquals(START + MS, cpu.fair.averageVruntime(CPU));

            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);

            assertEquals(START + MS, cpu.entities.vruntime(A));
            assertEquals(START + SLICE, cpu.entities.deadline(A));
        }
    }

    /**
     * It is woken before its CPU has switched. B at 5 ms and N, which joins at 10 ms, pull V from
     * 5.5 to 7 ms, past A at 6 ms: A is placed there, with a new request, and is still not in the
     * tree.
     */
    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void aTaskThatHasNotSwitchedOutYetIsPlacedAgainAndGoesOnRunning(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.runBesideWaitingB(MS);
            assertFalse(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            cpu.wake(N, -3 * MS, SLICE);
            assertEquals(START + 5 * MS, cpu.entities.vruntime(N));

            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);

            assertEquals(START + 2 * MS, cpu.entities.vruntime(A));
            assertEquals(START + 2 * MS + SLICE, cpu.entities.deadline(A));
            assertEquals(3, cpu.bench.queues.nrQueued(CPU));
            assertEquals(A, cpu.bench.queues.curr(CPU));
            assertEquals(B, cpu.fair.firstWaiting(CPU));
            assertEquals(N, cpu.fair.nextWaiting(B));
            assertEquals(FairClass.NONE, cpu.fair.nextWaiting(N));
        }
    }

    /** Two tasks of a group; the first runs ahead of the second and blocks. */
    @ParameterizedTest
    @CsvSource({"on, 1", "off, 2"})
    void aDelayedTaskLeavesTheRunnableCountsOfAllLevelsOrOfNone(String excludes, int runnable) {
        try (GroupHarness cpu =
                new GroupHarness("v70", 1, 2, 2, "h_nr_excludes_delayed", excludes)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpu.start(0, 1, CPU);
            cpu.start(1, 1, CPU);
            cpu.bench.advance(CPU, MS, 0);
            assertRunnable(cpu, 2);
            assertFalse(cpu.fair.dequeue(CPU, 0, FairClass.DEQUEUE_SLEEP));
            assertRunnable(cpu, runnable);
            cpu.fair.enqueue(CPU, 0, FairClass.ENQUEUE_DELAYED);
            assertRunnable(cpu, 2);
        }
    }

    private static void assertRunnable(GroupHarness cpu, int count) {
        assertEquals(count, cpu.bench.queues.hNrRunnable(cpu.bench.entityTree.queueOf(1, CPU)));
        assertEquals(count, cpu.bench.queues.hNrRunnable(CPU));
        assertEquals(2, cpu.bench.queues.hNrQueued(CPU));
    }

    /** From 7.2 on, a delay keeps a debt from growing; one that shrank is taken as it is now. */
    @Test
    void theDebtOfTheBlockIsTheLargestThatADelayedTaskWakesWith() {
        try (OneFairCpu cpu = new OneFairCpu("v72")) {
            cpu.delayAThenRunB(0);
            assertEquals(-MS / 2, cpu.entities.vlag(A));
            cpu.wake(N, 2 * MS, SLICE);
            assertEquals(START + MS / 2 - 3 * MS, cpu.entities.vruntime(N), "pulls V back");

            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);

            assertEquals(-MS / 2, cpu.entities.vlag(A));
            assertEquals(EntityTable.NONE, cpu.buddy());
        }
    }

    /** Nothing has changed since it blocked, so it need not be placed again. */
    @Test
    void aDebtThatIsStillTheSameKeepsPlaceAndRequest() {
        try (OneFairCpu cpu = new OneFairCpu("v72")) {
            cpu.delayAThenRunB(0);
            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);
            assertEquals(-MS / 2, cpu.entities.vlag(A));
            assertEquals(START + MS, cpu.entities.vruntime(A));
            assertEquals(START + SLICE, cpu.entities.deadline(A));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void aDebtIsKeptWhenTheDelayEndsInSleep(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.delayAThenRunB(0);
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            assertEquals(-MS / 2, cpu.entities.vlag(A));
        }
    }

    /** Without groups, too. */
    @ParameterizedTest
    @CsvSource({"on, 1", "off, 2"})
    void oneQueueCountsADelayedTaskAsRunnableOrNot(String excludes, int runnable) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "h_nr_excludes_delayed", excludes)) {
            cpu.delayAThenRunB(0);
            assertEquals(runnable, cpu.bench.queues.hNrRunnable(CPU));
            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);
            assertEquals(2, cpu.bench.queues.hNrRunnable(CPU));
        }
        try (OneFairCpu cpu = new OneFairCpu("v70", "h_nr_excludes_delayed", excludes)) {
            cpu.delayAThenRunB(0);
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            assertEquals(1, cpu.bench.queues.hNrRunnable(CPU), "only B is left");
        }
    }

    /** In 6.12 the stored lag marks the protection; without DELAY_ZERO a delay leaves it alone. */
    @Test
    void aShortDelayDoesNotEndTheProtectionIn612() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "DELAY_ZERO", "off")) {
            cpu.runBesideWaitingB(MS);
            assertFalse(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);
            cpu.wake(N, -3 * MS, MS);
            assertEquals(A, cpu.fair.pick(CPU, true));
            assertEquals(B, cpu.fair.pick(CPU, false));
        }
    }
}
