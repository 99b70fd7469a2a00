package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltLayout;

/**
 * Ages the whole records of idle queues through a {@link DecayTwin}: the sums are gathered from the
 * records, aged as one batch, and put back; then each record's averages are recomputed. Gives what
 * {@code PeltAverage.update(at, nowNs, 0, 0, 0, 1)} gives for each record, if each crosses a period
 * boundary.
 */
final class GatheredRecords {
    private static final int SUMS_OF_A_RECORD = 3;
    private static final int UNIT_SHIFT = 10;
    private static final int PERIOD_SHIFT = 10;

    private final DecayTwin twin;
    private final long sumsAt;
    private final long periodsAt;

    /** The scratch areas hold three longs and three ints a record. */
    GatheredRecords(DecayTwin twin, long sumsAt, long periodsAt) {
        this.twin = twin;
        this.sumsAt = sumsAt;
        this.periodsAt = periodsAt;
    }

    /** Ages {@code count} records that lie one behind the other. */
    void age(long recordsAt, int count, long nowNs) {
        for (int i = 0; i < count; i++) {
            final long at = recordsAt + i * PeltLayout.BYTES;
            final long lastUpdateNs = PeltLayout.lastUpdateNs(at);
            final long units = nowNs - lastUpdateNs >> UNIT_SHIFT;
            final long position = units + PeltLayout.periodContrib(at);
            PeltLayout.lastUpdateNs(at, lastUpdateNs + (units << UNIT_SHIFT));
            PeltLayout.periodContrib(at, (int) position & PeltAverage.PERIOD_UNITS - 1);
            final int periods = (int) (position >> PERIOD_SHIFT);
            put(i, 0, PeltLayout.loadSum(at), periods);
            put(i, 1, PeltLayout.runnableSum(at), periods);
            put(i, 2, PeltLayout.utilSum(at), periods);
        }
        twin.decay(sumsAt, periodsAt, SUMS_OF_A_RECORD * count);
        for (int i = 0; i < count; i++) {
            final long at = recordsAt + i * PeltLayout.BYTES;
            PeltLayout.loadSum(at, sum(i, 0));
            PeltLayout.runnableSum(at, sum(i, 1));
            PeltLayout.utilSum(at, sum(i, 2));
            PeltAverage.updateAvg(at, 1);
        }
    }

    private void put(int record, int which, long sum, int periods) {
        final long index = (long) record * SUMS_OF_A_RECORD + which;
        Memory.putLong(sumsAt + index * Long.BYTES, sum);
        Memory.putInt(periodsAt + index * Integer.BYTES, periods);
    }

    private long sum(int record, int which) {
        return Memory.getLong(sumsAt + ((long) record * SUMS_OF_A_RECORD + which) * Long.BYTES);
    }
}
