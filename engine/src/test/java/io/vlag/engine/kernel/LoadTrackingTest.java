package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What an update of averages costs, because costs are charged by these counts, and who is updated
 * with what. A period is 1,048,576 ns; the clock stands at 1 ms when a test begins.
 */
class LoadTrackingTest {
    private OneFairCpu cpu;

    @AfterEach
    void freeTheSlab() {
        cpu.close();
    }

    @Test
    void anAttachedTaskCallsTheHookBeforeAnythingDecayed() {
        start("v70");
        cpu.run(A);
        assertCounts(0, 1);
    }

    @Test
    void aCrossedBoundaryCountsForEntityAndQueueAndCallsTheHookOnce() {
        start("v70");
        cpu.run(A);
        cpu.pass(100_000);
        cpu.fair.tick(CPU);
        assertCounts(2, 2);
        cpu.pass(100_000);
        cpu.fair.tick(CPU);
        assertCounts(2, 2);
    }

    @Test
    void withAlwaysUpdateEveryUnitCounts() {
        start("v70", "pelt_update", "always");
        cpu.run(A);
        assertCounts(1, 1);
        cpu.pass(10_000);
        cpu.fair.tick(CPU);
        assertCounts(3, 2);
        cpu.pass(500); // less than a unit, with what was left
        cpu.fair.tick(CPU);
        assertCounts(3, 2);
    }

    @Test
    void aTaskThatIsMovedCallsTheHookOfBothCpus() {
        start("v70");
        cpu.run(A);
        cpu.create(B);
        cpu.fair.enqueue(CPU, B, 0);
        assertCounts(0, 2);
        cpu.fair.detachQueued(CPU, B);
        assertCounts(0, 3);
        assertEquals(0, cpu.bench.runQueues.cpufreqHookCount(OTHER_CPU));
        cpu.fair.attachQueued(OTHER_CPU, B);
        assertEquals(1, cpu.bench.runQueues.cpufreqHookCount(OTHER_CPU));
    }

    @Test
    void anIdleQueueIsAgedAlone() {
        start("v70");
        cpu.run(A);
        sleepAndGoIdle();
        assertCounts(0, 1);
        cpu.pass(2 * MS);
        cpu.fair.updateBlocked(CPU);
        assertCounts(1, 2);
        cpu.fair.updateBlocked(CPU);
        assertCounts(1, 2);
    }

    @Test
    void whatASleeperTookAwayIsFoldedInAtTheNextUpdateAndCallsTheHook() {
        start("v70");
        cpu.run(A);
        sleepAndGoIdle();
        final long util = PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU));
        cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
        assertEquals(1, cpu.bench.queues.removedCount(CPU));
        assertCounts(0, 1);
        cpu.fair.updateBlocked(CPU);
        assertCounts(0, 2);
        assertEquals(0, cpu.bench.queues.removedCount(CPU));
        assertTrue(util > 0);
        assertEquals(0, PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU)));
        cpu.fair.updateBlocked(CPU);
        assertCounts(0, 2);
    }

    @Test
    void aSleeperThatLeavesAnIdleCpuIsAgedToNow() {
        start("v70");
        cpu.run(A);
        sleepAndGoIdle();
        cpu.pass(2 * MS);
        cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
        assertCounts(1, 1);
    }

    @Test
    void aSleeperIsAgedToItsQueueFirst() {
        start("v70");
        cpu.run(A);
        sleepAndGoIdle();
        cpu.pass(2 * MS);
        cpu.fair.updateBlocked(CPU);
        assertCounts(1, 2);
        cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
        assertCounts(2, 2);
    }

    @Test
    void aSleeperThatLeavesABusyCpuIsNotAgedBeyondItsQueue() {
        start("v70");
        cpu.runBesideWaitingB(0);
        assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(B, cpu.fair.pickNext(CPU));
        cpu.pass(2 * MS);
        cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
        assertCounts(0, 2);
    }

    @Test
    void aTaskThatIsAttachedNowhereLeavesNothingBehind() {
        start("v70");
        cpu.create(A);
        cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
        assertEquals(0, cpu.bench.queues.removedCount(CPU));
        assertEquals(OTHER_CPU, cpu.entities.cpu(A));
    }

    /** 512 at the start, half of the capacity; only a runner adds to it. */
    @Test
    void tasksThatWaitWithoutARunnerDoNotUseTheCpu() {
        start("v70");
        cpu.create(A);
        cpu.fair.enqueue(CPU, A, 0);
        assertEquals(512, PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU)));
        cpu.pass(10 * MS);
        cpu.fair.updateBlocked(CPU);
        assertTrue(PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU)) < 512);
        assertEquals(A, cpu.fair.pickNext(CPU));
        cpu.pass(40 * MS);
        cpu.fair.tick(CPU);
        assertTrue(PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU)) > 600);
    }

    @Test
    void aDelayedTaskIsRunnableOnlyWhereItCountsAsThat() {
        assertTrue(runnableOfADelayed("on") < 512);
        cpu.close();
        assertTrue(runnableOfADelayed("off") > 512);
    }

    /** Runnable average of a task that starts at 512, after it was delayed for 20 ms. */
    private long runnableOfADelayed(String excludesDelayed) {
        start("v70", "h_nr_excludes_delayed", excludesDelayed);
        cpu.delayAThenRunB(20 * MS);
        cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);
        return PeltLayout.runnableAvg(cpu.entities.avgAt(A));
    }

    private void sleepAndGoIdle() {
        assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(FairClass.NONE, cpu.fair.pickNext(CPU));
    }

    private void start(String version, String... more) {
        cpu = new OneFairCpu(version, more);
    }

    private void assertCounts(long updates, long hooks) {
        assertEquals(updates, cpu.bench.runQueues.peltUpdateCount(CPU), "averages recomputed");
        assertEquals(hooks, cpu.bench.runQueues.cpufreqHookCount(CPU), "hooks");
    }
}
