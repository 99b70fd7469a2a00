package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.offheap.HotPath;

/**
 * How far an entity may be ahead of another one in virtual time before CFS sets it back.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c wakeup_preempt_entity().
 */
@HotPath
final class WakeupGranularity {
    private final EntityTable entities;
    private final WeightedDelta weighted;
    private final long granularityNs;

    WakeupGranularity(FairState state, WeightedDelta weighted, CfsTunables tunables) {
        this.entities = state.entities();
        this.weighted = weighted;
        this.granularityNs = tunables.wakeupGranularityNs();
    }

    /**
     * Whether {@code ahead} leads {@code behind} by more than the wake-up granularity, which is as
     * long as {@code behind} would need for it: light entities have to be further behind.
     */
    boolean leads(int ahead, int behind) {
        final long leadVirtual = entities.vruntime(ahead) - entities.vruntime(behind);
        return leadVirtual > 0 && leadVirtual > weighted.of(behind, granularityNs);
    }
}
