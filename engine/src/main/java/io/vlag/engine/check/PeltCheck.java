package io.vlag.engine.check;

import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.kernel.NiceWeights;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;
import java.util.function.IntPredicate;

/** Averages within their bounds, and those of a queue against the entities attached to it. */
public final class PeltCheck implements AutoCloseable {
    private static final long FULL = 1L << PeltAverage.CAPACITY_SHIFT;
    private static final double HALF_LIFE_NS = 32.0 * (1 << 20);

    /**
     * What one entity that comes or goes may leave behind in a queue, in units of an average: it
     * takes its average along, which is up to one period older than its sum, and is rounded.
     */
    private static final double ROUNDING_OF_A_MOVE = 24;

    /**
     * How far a sum may lie above what its divider says, in units of time: the middle part of what
     * an update adds is rounded up by less than one, and all earlier ones have decayed, so 1 / (1 -
     * y).
     */
    private static final long ROUNDING_OF_A_SUM = 47;

    private final FairRules rules;
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final IntPredicate isOfOtherClass;
    private final int estimateForm;
    private final boolean estimatesExact;
    private final Slab scratch; // one record, to age copies in
    private final double[] rounding; // by queue: what moves may have left behind, aged
    private final long[] roundingNs; // by queue: PELT time it was aged to

    /**
     * @param estimatesExact whether the sum of estimates is that of the entities; false where the
     *     kernel itself lets it drift
     */
    public PeltCheck(FairRules rules, FairState state, boolean estimatesExact) {
        this(rules, state, estimatesExact, se -> false);
    }

    /**
     * @param isOfOtherClass whether an entity belongs to a task that is real-time now: its averages
     *     stay with it, but no queue counts them
     */
    PeltCheck(
            FairRules rules, FairState state, boolean estimatesExact, IntPredicate isOfOtherClass) {
        this.rules = rules;
        this.isOfOtherClass = isOfOtherClass;
        this.estimatesExact = estimatesExact && rules.utilEst;
        this.entities = state.entities();
        this.queues = state.queues();
        this.estimateForm =
                rules.utilEstForm == FairRules.UTIL_EST_FORM_TWO_NUMBERS
                        ? UtilEst.TWO_NUMBERS
                        : UtilEst.ONE_NUMBER;
        final SlabPlan plan = new SlabPlan();
        final long at = plan.reserve("aged copy", PeltLayout.BYTES, 1);
        this.scratch = plan.allocate();
        assert at == 0;
        this.rounding = new double[queues.count()];
        this.roundingNs = new long[queues.count()];
    }

    /** An entity came to or left the queue, by migration or for good. */
    public void moved(int q) {
        rounding[q] += ROUNDING_OF_A_MOVE;
    }

    /** An entity's averages, which are attached to a queue. */
    public void checkEntity(int se) {
        final long at = entities.avgAt(se);
        if (PeltLayout.lastUpdateNs(at) == 0) {
            return;
        }
        final long divider = PeltAverage.divider(at);
        final long mostUnits = divider + ROUNDING_OF_A_SUM;
        final long weight = NiceWeights.scaledDown(entities.loadWeight(se));
        final int contrib = PeltLayout.periodContrib(at);
        bound(se, "period_contrib", contrib, PeltAverage.PERIOD_UNITS - 1);
        bound(se, "util_avg", PeltLayout.utilAvg(at), FULL);
        bound(se, "runnable_avg", PeltLayout.runnableAvg(at), FULL);
        bound(se, "load_avg", PeltLayout.loadAvg(at), weight);
        bound(se, "util_sum", PeltLayout.utilSum(at), mostUnits * FULL);
        bound(se, "runnable_sum", PeltLayout.runnableSum(at), mostUnits * FULL);
        bound(se, "load_sum", PeltLayout.loadSum(at), mostUnits);
        bound(se, "util_avg", PeltLayout.utilAvg(at), PeltLayout.runnableAvg(at));
    }

    private void bound(int se, String name, long value, long max) {
        if (value < 0 || value > max) {
            throw InvariantViolation.of(
                    Invariant.PELT_BOUNDS,
                    entities.cpu(se),
                    se,
                    "%s is %d, outside 0 .. %d".formatted(name, value, max));
        }
    }

    /**
     * The queue's sums are those of its entities, aged to the queue's time, and of what waits to be
     * removed; up to what rounding at each move left behind. And the sum of estimates is that of
     * the queued entities that are not delayed.
     */
    public void checkQueue(int q) {
        final long queueAt = queues.avgAt(q);
        final long nowNs = PeltLayout.lastUpdateNs(queueAt);
        rounding[q] *= Math.pow(0.5, Math.max(0, nowNs - roundingNs[q]) / HALF_LIFE_NS);
        roundingNs[q] = nowNs;
        final long divider = PeltAverage.divider(queueAt);
        long util = queues.removedUtil(q) * divider;
        long runnable = queues.removedRunnable(q) * divider;
        long estimate = 0;
        int attached = 0;
        for (int se = 0; se < entities.count(); se++) {
            if (entities.cpu(se) != q || isOfOtherClass.test(se)) {
                continue;
            }
            if (entities.onRq(se) && !entities.delayed(se)) {
                estimate += UtilEst.stored(entities.avgAt(se), estimateForm);
            }
            if (PeltLayout.lastUpdateNs(entities.avgAt(se)) != 0) {
                attached++;
                final long aged = aged(q, se, nowNs);
                util += PeltLayout.utilSum(aged);
                runnable += PeltLayout.runnableSum(aged);
            }
        }
        final double allowed = (1 + rounding[q] + attached) * divider;
        near(q, "util_sum", PeltLayout.utilSum(queueAt), util, allowed);
        near(q, "runnable_sum", PeltLayout.runnableSum(queueAt), runnable, allowed);
        if (estimatesExact && UtilEst.queueEstimate(queueAt) != estimate) {
            throw InvariantViolation.of(
                    Invariant.UTIL_EST_SUM,
                    q,
                    -1,
                    "the queue's util_est is %d, its runnable entities add up to %d"
                            .formatted(UtilEst.queueEstimate(queueAt), estimate));
        }
    }

    private static void near(int q, String name, long kept, long added, double allowed) {
        if (Math.abs((double) kept - added) > allowed) {
            throw InvariantViolation.of(
                    Invariant.PELT_SUM,
                    q,
                    -1,
                    "the queue's %s is %d, its attached entities add up to %d; rounding explains %.0f"
                            .formatted(name, kept, added, allowed));
        }
    }

    /** A copy of an entity's averages, brought to the time of its queue. */
    private long aged(int q, int se, long nowNs) {
        final long from = entities.avgAt(se);
        final long copy = scratch.at(0);
        for (long offset = 0; offset < PeltLayout.BYTES; offset += Long.BYTES) {
            Memory.putLong(copy + offset, Memory.getLong(from + offset));
        }
        final int queued = entities.onRq(se) ? 1 : 0;
        PeltAverage.updateSum(
                copy,
                nowNs,
                queued,
                entities.delayed(se) && rules.hNrExcludesDelayed ? 0 : queued,
                queues.curr(q) == se ? 1 : 0);
        return copy;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
