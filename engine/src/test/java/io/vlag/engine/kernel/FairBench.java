package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.RqClock;

/** A fair class on a small slab of its own, with clocks that a test moves by hand. */
final class FairBench implements AutoCloseable {
    static final long MIGRATION_COST_NS = 500_000;

    final Slab slab;
    final EntityTable entities;
    final FairQueueTable queues;
    final RunQueueTable runQueues;
    final GroupTable groups;
    final EntityTree entityTree;
    final FairClass fair;
    final boolean throttleTakesQueues;

    FairBench(FairRules rules, int cpuCount, int taskCount) {
        this(rules, cpuCount, taskCount, 1, CfsTunables.DEFAULT);
    }

    FairBench(FairRules rules, int cpuCount, int taskCount, CfsTunables tunables) {
        this(rules, cpuCount, taskCount, 1, tunables);
    }

    FairBench(FairRules rules, int cpuCount, int taskCount, int groupCount) {
        this(rules, cpuCount, taskCount, groupCount, CfsTunables.DEFAULT);
    }

    /**
     * @param groupCount task groups, the root included; the test makes the others
     */
    FairBench(FairRules rules, int cpuCount, int taskCount, int groupCount, CfsTunables tunables) {
        final SlabPlan plan = new SlabPlan();
        final int entityCount = taskCount + (groupCount - 1) * cpuCount;
        final int queueCount = groupCount * cpuCount;
        final long entitiesOffset = EntityTable.reserve(plan, entityCount);
        final long queuesOffset = FairQueueTable.reserve(plan, queueCount);
        final long runQueuesOffset = RunQueueTable.reserve(plan, cpuCount);
        final long groupsOffset = GroupTable.reserve(plan, groupCount);
        slab = plan.allocate();
        entities = new EntityTable(slab.at(entitiesOffset), entityCount);
        queues = new FairQueueTable(slab.at(queuesOffset), queueCount, cpuCount);
        runQueues = new RunQueueTable(slab.at(runQueuesOffset), cpuCount);
        groups = new GroupTable(slab.at(groupsOffset), groupCount);
        final FairState state = new FairState(entities, queues, runQueues, groups);
        entityTree = new EntityTree(state);
        throttleTakesQueues = rules.throttleForm == FairRules.THROTTLE_FORM_QUEUE;
        fair = new FairClass(rules, state, MIGRATION_COST_NS, tunables);
    }

    /** Lets time pass on one CPU. */
    void advance(int rq, long deltaNs, long irqNs) {
        RqClock.advance(
                runQueues.clockAt(rq),
                deltaNs,
                irqNs,
                runQueues.freqScale(rq),
                runQueues.cpuCapacity(rq),
                queues.curr(rq) == FairClass.NONE);
    }

    @Override
    public void close() {
        slab.close();
    }
}
