package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How far the role of a buddy ends with the entity that had it. Task 1 lies in the inner group,
 * which lies in the outer one; others keep both groups queued.
 */
class BuddyEndTest {
    private static final int CPU = 0;
    private static final int ROOT = GroupHarness.ROOT;
    private static final int OUTER = 1;
    private static final int INNER = 2;
    private static final int IN_ROOT = 0;
    private static final int LEAVES = 1;
    private static final int STAYS = 2;

    /** Whichever of the two makes a kernel have last and skip buddies. */
    @ParameterizedTest
    @CsvSource({
        "pick_rule, eligible_deadline, skip",
        "yield_rule, push_deadline, last",
        "yield_rule, push_deadline, skip",
    })
    void rolesOfCfsEndAlsoInKernelsWithHalfOfIt(String rule, String form, String role) {
        try (CfsScene scene = new CfsScene(rule, form)) {
            scene.queue(0, 10);
            scene.queue(1, 20);
            name(scene.queues, role, CPU, 1);
            scene.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP);
            assertEquals(FairClass.NONE, named(scene.queues, role, CPU));
        }
    }

    @ParameterizedTest
    @CsvSource({"v61, next", "v61, last", "v61, skip", "v66, next", "v70, next", "v72, next"})
    void aRoleEndsOnAllLevelsThatTheEntityAndItsGroupsHaveItOn(String version, String role) {
        try (GroupHarness cpu = nested(version)) {
            final EntityTree tree = cpu.bench.entityTree;
            final FairQueueTable queues = cpu.bench.queues;
            nameAll(cpu, role);
            cpu.fair.dequeue(CPU, LEAVES, FairClass.DEQUEUE_SAVE);
            assertEquals(FairClass.NONE, named(queues, role, tree.queueOf(INNER, CPU)));
            assertEquals(FairClass.NONE, named(queues, role, tree.queueOf(OUTER, CPU)));
            assertEquals(FairClass.NONE, named(queues, role, CPU));
        }
    }

    @ParameterizedTest
    @CsvSource({"v61, next", "v61, last", "v61, skip", "v66, next", "v70, next", "v72, next"})
    void aLevelThatNamesSomebodyElseEndsTheWayUp(String version, String role) {
        try (GroupHarness cpu = nested(version)) {
            final EntityTree tree = cpu.bench.entityTree;
            final FairQueueTable queues = cpu.bench.queues;
            nameAll(cpu, role);
            name(queues, role, tree.queueOf(OUTER, CPU), FairClass.NONE);
            cpu.fair.dequeue(CPU, LEAVES, FairClass.DEQUEUE_SAVE);
            assertEquals(FairClass.NONE, named(queues, role, tree.queueOf(INNER, CPU)));
            assertEquals(tree.entityOf(OUTER, CPU), named(queues, role, CPU));
        }
    }

    @ParameterizedTest
    @CsvSource({"v61, next", "v61, last", "v61, skip", "v66, next", "v70, next", "v72, next"})
    void theRoleOfANeighbourIsNotTouched(String version, String role) {
        try (GroupHarness cpu = nested(version)) {
            final EntityTree tree = cpu.bench.entityTree;
            final FairQueueTable queues = cpu.bench.queues;
            nameAll(cpu, role);
            name(queues, role, tree.queueOf(INNER, CPU), STAYS);
            cpu.fair.dequeue(CPU, LEAVES, FairClass.DEQUEUE_SAVE);
            assertEquals(STAYS, named(queues, role, tree.queueOf(INNER, CPU)));
            assertEquals(tree.entityOf(INNER, CPU), named(queues, role, tree.queueOf(OUTER, CPU)));
            assertEquals(tree.entityOf(OUTER, CPU), named(queues, role, CPU));
        }
    }

    private static GroupHarness nested(String version) {
        final GroupHarness cpu = new GroupHarness(version, 1, 3, 3);
        cpu.fair.newGroup(OUTER, ROOT, GroupHarness.SHARES, false);
        cpu.fair.newGroup(INNER, OUTER, GroupHarness.SHARES, false);
        cpu.start(IN_ROOT, ROOT, CPU);
        for (int task : new int[] {LEAVES, STAYS}) {
            cpu.fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL, INNER);
            cpu.fair.enqueue(CPU, task, FairClass.ENQUEUE_INITIAL);
        }
        return cpu;
    }

    /** The task that will leave has the role, and so have the groups around it. */
    private static void nameAll(GroupHarness cpu, String role) {
        final EntityTree tree = cpu.bench.entityTree;
        name(cpu.bench.queues, role, tree.queueOf(INNER, CPU), LEAVES);
        name(cpu.bench.queues, role, tree.queueOf(OUTER, CPU), tree.entityOf(INNER, CPU));
        name(cpu.bench.queues, role, CPU, tree.entityOf(OUTER, CPU));
    }

    private static void name(FairQueueTable queues, String role, int q, int se) {
        switch (role) {
            case "next" -> queues.next(q, se);
            case "last" -> queues.last(q, se);
            case "skip" -> queues.skip(q, se);
            default -> throw new IllegalArgumentException(role);
        }
    }

    private static int named(FairQueueTable queues, String role, int q) {
        return switch (role) {
            case "next" -> queues.next(q);
            case "last" -> queues.last(q);
            case "skip" -> queues.skip(q);
            default -> throw new IllegalArgumentException(role);
        };
    }
}
