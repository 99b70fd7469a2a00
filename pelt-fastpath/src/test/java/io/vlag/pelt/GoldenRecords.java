package io.vlag.pelt;

import io.vlag.golden.GoldenRow;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;

/** A queue's average, a task's and a clock, and their columns in recordings. */
final class GoldenRecords implements AutoCloseable {
    private final Slab slab;
    final long queueAt;
    final long taskAt;
    final long clockAt;

    GoldenRecords() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("records", PeltLayout.BYTES, 3);
        slab = plan.allocate();
        queueAt = slab.at(offset);
        taskAt = queueAt + PeltLayout.BYTES;
        clockAt = taskAt + PeltLayout.BYTES;
    }

    void reset() {
        slab.reset();
    }

    static void load(long at, GoldenRow row, String prefix) {
        PeltLayout.lastUpdateNs(at, row.number(prefix + "lut"));
        PeltLayout.periodContrib(at, row.int32(prefix + "pc"));
        PeltLayout.loadSum(at, row.number(prefix + "ls"));
        PeltLayout.runnableSum(at, row.number(prefix + "rs"));
        PeltLayout.utilSum(at, row.number(prefix + "us"));
        PeltLayout.loadAvg(at, row.number(prefix + "la"));
        PeltLayout.runnableAvg(at, row.number(prefix + "ra"));
        PeltLayout.utilAvg(at, row.number(prefix + "ua"));
    }

    static void expect(long at, GoldenRow row, String prefix) {
        row.expect(prefix + "lut", PeltLayout.lastUpdateNs(at));
        row.expect(prefix + "pc", PeltLayout.periodContrib(at));
        row.expect(prefix + "ls", PeltLayout.loadSum(at));
        row.expect(prefix + "rs", PeltLayout.runnableSum(at));
        row.expect(prefix + "us", PeltLayout.utilSum(at));
        row.expect(prefix + "la", PeltLayout.loadAvg(at));
        row.expect(prefix + "ra", PeltLayout.runnableAvg(at));
        row.expect(prefix + "ua", PeltLayout.utilAvg(at));
    }

    @Override
    public void close() {
        slab.close();
    }
}
