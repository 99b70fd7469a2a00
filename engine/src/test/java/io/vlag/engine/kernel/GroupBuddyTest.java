package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a task sleeps, the groups around it are to be picked next: their time is not used up. */
class GroupBuddyTest {
    private static final int CPU = 0;
    private static final int NONE = FairClass.NONE;
    private static final int LEAVES = FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL;
    private static final long MS = 1_000_000;
    private static final long SHARES = GroupHarness.SHARES;

    /** 0 in the root, 1 and 2 in group 1, of which 1 runs. */
    private static GroupHarness scene(String version, String... changes) {
        final GroupHarness cpu = new GroupHarness(version, 1, 3, 2, changes);
        cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
        cpu.start(0, GroupHarness.ROOT, CPU);
        cpu.start(1, 1, CPU);
        cpu.start(2, 1, CPU);
        cpu.fair.take(CPU, 1);
        cpu.bench.advance(CPU, MS, 0);
        return cpu;
    }

    private static int buddy(GroupHarness cpu) {
        return cpu.bench.queues.next(CPU);
    }

    /** CFS always looks at buddies, 6.6 with NEXT_BUDDY alone, later ones with PICK_BUDDY too. */
    @ParameterizedTest
    @CsvSource({
        "v61, off, off, true",
        "v66, off, on, false",
        "v66, on, off, true",
        "v612, off, on, true",
        "v612, off, off, false",
        "v612, on, off, true",
        "v70, off, on, true",
        "v70, off, off, false"
    })
    void theGroupOfASleeperBecomesTheBuddyWhereThatMeansSomething(
            String version, String nextBuddy, String pickBuddy, boolean becomes) {
        try (GroupHarness cpu = scene(version, "NEXT_BUDDY", nextBuddy, "PICK_BUDDY", pickBuddy)) {
            cpu.fair.dequeue(CPU, 1, LEAVES);
            assertEquals(becomes ? cpu.bench.entityTree.entityOf(1, CPU) : NONE, buddy(cpu));
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                FairClass.DEQUEUE_SAVE,
                FairClass.DEQUEUE_SAVE | FairClass.DEQUEUE_MOVE,
                FairClass.DEQUEUE_MIGRATING
            })
    void aTaskThatDoesNotSleepLeavesNoBuddy(int flags) {
        try (GroupHarness cpu = scene("v70")) {
            cpu.fair.take(CPU, 2);
            cpu.fair.dequeue(CPU, 1, flags);
            assertEquals(NONE, buddy(cpu));
        }
    }

    @Test
    void aGroupThatIsLeftEmptyIsNoBuddy() {
        try (GroupHarness cpu = scene("v70")) {
            cpu.fair.dequeue(CPU, 2, LEAVES);
            cpu.bench.queues.next(CPU, NONE);
            cpu.fair.dequeue(CPU, 1, LEAVES);
            assertEquals(NONE, buddy(cpu));
        }
    }

    @Test
    void allGroupsAroundTheSleeperBecomeBuddies() {
        try (GroupHarness cpu = new GroupHarness("v70", 1, 3, 3)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
            cpu.fair.newGroup(2, 1, SHARES, false);
            cpu.start(0, GroupHarness.ROOT, CPU);
            cpu.start(1, 2, CPU);
            cpu.start(2, 2, CPU);
            cpu.fair.take(CPU, 1);
            cpu.fair.dequeue(CPU, 1, LEAVES);
            final EntityTree tree = cpu.bench.entityTree;
            assertEquals(tree.entityOf(1, CPU), buddy(cpu));
            assertEquals(tree.entityOf(2, CPU), cpu.bench.queues.next(tree.queueOf(1, CPU)));
            assertEquals(NONE, cpu.bench.queues.next(tree.queueOf(2, CPU)));
        }
    }

    /** It has no time left that could be used up. */
    @Test
    void theGroupOfATaskThatWaitsForQuotaIsNoBuddy() {
        try (GroupHarness cpu = scene("v70", "throttle_form", "task")) {
            cpu.fair.limitGroup(1, 5 * MS, 100 * MS, 300 * MS);
            cpu.bench.advance(CPU, 7 * MS, 0);
            cpu.fair.tick(CPU);
            cpu.fair.putPrev(CPU);
            assertEquals(1, cpu.bench.queues.throttled(cpu.bench.entityTree.queueOf(1)));
            cpu.fair.take(CPU, 1);
            cpu.fair.waitForQuota(CPU, 1);
            assertEquals(2, cpu.bench.queues.hNrQueued(CPU));
            assertEquals(NONE, buddy(cpu));
        }
    }
}
