package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RunQueueTable;

/** The tables that the fair class works on; all of one slab. */
public record FairState(
        EntityTable entities, FairQueueTable queues, RunQueueTable runQueues, GroupTable groups) {

    /** All tasks in the root group. */
    public FairState(EntityTable entities, FairQueueTable queues, RunQueueTable runQueues) {
        this(entities, queues, runQueues, GroupTable.rootAlone());
    }
}
