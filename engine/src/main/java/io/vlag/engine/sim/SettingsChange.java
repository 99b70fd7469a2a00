package io.vlag.engine.sim;

import io.vlag.engine.state.RunQueueTable;

/**
 * What a change of settings does to the state at its moment: new base slices, another governor that
 * takes charge. Everything else is noticed when it is looked at next, as in a running kernel. Cold.
 */
final class SettingsChange {
    private final Machinery before;
    private final Machinery after;
    private final SimTables tables;

    /**
     * @param before of the settings that end
     * @param after of those that begin
     */
    SettingsChange(Machinery before, Machinery after, SimTables tables) {
        this.before = before;
        this.after = after;
        this.tables = tables;
    }

    void make(long nowNs) {
        final RunQueueTable runQueues = tables.kernel().runQueues();
        for (int cpu = 0; cpu < after.plan().cpuCount(); cpu++) {
            runQueues.baseSliceNs(cpu, after.plan().baseSliceNs());
            runQueues.baseSliceNormalizedNs(cpu, after.plan().baseSliceNormalizedNs());
        }
        if (after.plan().governor() != before.plan().governor()) {
            takeCharge(nowNs);
        }
    }

    /** A clock that is on its way arrives; the new governor decides on the next one. */
    private void takeCharge(long nowNs) {
        if (after.schedutil() != null) {
            after.schedutil().start(nowNs);
        }
        for (int domain = 0; domain < after.plan().machine().domainCount(); domain++) {
            if (after.sampled() != null) {
                after.sampled().start(domain, nowNs, 0);
            } else if (after.schedutil() == null) {
                after.frequency().pin(domain, after.pinnedOpp(domain), nowNs);
            }
        }
    }
}
