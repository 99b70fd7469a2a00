package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The end of a slice when tasks lie in groups: the first one of all levels on which others wait.
 */
class GroupSliceEndTest {
    private static final int CPU = 0;
    private static final int GROUP = 1;
    private static final int IN_ROOT = 0;
    private static final int RUNS = 1;
    private static final int BESIDE = 2;
    private static final long MS = 1_000_000;

    /** The runner is in group 1, which weighs half of a nice-0 task. */
    private static GroupHarness runner() {
        final GroupHarness cpu = new GroupHarness("v70", 1, 3, 2);
        cpu.fair.newGroup(GROUP, GroupHarness.ROOT, GroupHarness.SHARES / 2, false);
        cpu.start(RUNS, GROUP, CPU);
        return cpu;
    }

    private static void startOther(GroupHarness cpu, int task) {
        cpu.start(task, task == IN_ROOT ? GroupHarness.ROOT : GROUP, CPU);
        cpu.fair.take(CPU, RUNS);
    }

    /** The entity's request ends this much virtual time from now; it is not protected. */
    private static void endsIn(GroupHarness cpu, int se, long virtualNs) {
        final EntityTable entities = cpu.bench.entities;
        entities.vprot(se, entities.vruntime(se));
        entities.deadline(se, entities.vruntime(se) + virtualNs);
    }

    @Test
    void aTaskAloneOnAllLevelsHasNoEnd() {
        try (GroupHarness cpu = runner()) {
            assertEquals(-1, cpu.fair.sliceLeftNs(CPU));
            cpu.bench.advance(CPU, MS, 0);
            cpu.fair.sliceEnded(CPU);
            assertEquals(MS, cpu.bench.entities.sumExecNs(RUNS), "accounts");
            assertEquals(RunQueueTable.RESCHED_NONE, cpu.bench.runQueues.needResched(CPU));
            cpu.fair.take(CPU, FairClass.NONE);
            assertEquals(-1, cpu.fair.sliceLeftNs(CPU), "idle");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {IN_ROOT, BESIDE})
    void theTimerAsksForARescheduleIfSomebodyWaitsOnAnyLevel(int other) {
        try (GroupHarness cpu = runner()) {
            startOther(cpu, other);
            cpu.bench.advance(CPU, MS, 0);
            cpu.fair.sliceEnded(CPU);
            assertEquals(MS, cpu.bench.entities.sumExecNs(RUNS), "accounts");
            assertEquals(RunQueueTable.RESCHED_LAZY, cpu.bench.runQueues.needResched(CPU));
        }
    }

    /** Virtual time of the group passes twice as fast as the clock. */
    @Test
    void onlyLevelsOnWhichOthersWaitCount() {
        try (GroupHarness cpu = runner()) {
            startOther(cpu, IN_ROOT);
            endsIn(cpu, cpu.bench.entityTree.entityOf(GROUP, CPU), 3 * MS);
            endsIn(cpu, RUNS, MS);
            assertEquals(3 * MS / 2, cpu.fair.sliceLeftNs(CPU), "the task is alone in its group");
        }
        try (GroupHarness cpu = runner()) {
            startOther(cpu, BESIDE);
            endsIn(cpu, cpu.bench.entityTree.entityOf(GROUP, CPU), MS);
            endsIn(cpu, RUNS, 3 * MS);
            assertEquals(3 * MS, cpu.fair.sliceLeftNs(CPU), "the group is alone in the root");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1000000, 4000000, 1000000",
        "3000000, 2000000, 1000000",
        "2000000, 0, 0",
        "0, 2000000, 0"
    })
    void theFirstEndCounts(long ofTask, long ofGroup, long leftNs) {
        try (GroupHarness cpu = runner()) {
            startOther(cpu, IN_ROOT);
            startOther(cpu, BESIDE);
            endsIn(cpu, RUNS, ofTask);
            endsIn(cpu, cpu.bench.entityTree.entityOf(GROUP, CPU), ofGroup);
            assertEquals(leftNs, cpu.fair.sliceLeftNs(CPU));
        }
    }
}
