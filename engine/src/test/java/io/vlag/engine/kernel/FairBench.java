package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
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
    final FairClass fair;

    FairBench(FairRules rules, int cpuCount, int entityCount) {
        final SlabPlan plan = new SlabPlan();
        final long entitiesOffset = EntityTable.reserve(plan, entityCount);
        final long queuesOffset = FairQueueTable.reserve(plan, cpuCount);
        final long runQueuesOffset = RunQueueTable.reserve(plan, cpuCount);
        slab = plan.allocate();
        entities = new EntityTable(slab.at(entitiesOffset), entityCount);
        queues = new FairQueueTable(slab.at(queuesOffset), cpuCount);
        runQueues = new RunQueueTable(slab.at(runQueuesOffset), cpuCount);
        fair = new FairClass(rules, new FairState(entities, queues, runQueues), MIGRATION_COST_NS);
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
