package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;

/** The tables that the fair class works on; all of one slab. */
public record FairState(EntityTable entities, FairQueueTable queues, RunQueueTable runQueues) {}
