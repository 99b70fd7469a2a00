package io.vlag.engine.check;

import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import java.util.Arrays;

/**
 * How long an entity that is eligible all the time waits for the CPU, counted in the service that
 * it is owed meanwhile: the running time of other fair entities times its share. Interrupts and
 * real-time tasks do not count.
 */
final class WaitCheck {
    private static final int NONE = EntityTable.NONE;
    private static final int NICE_0_WEIGHT = 1_024;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final FairClass fair;
    private final FairQueueCheck members;
    private final boolean holds;
    private final int ticksOver;
    private final boolean hrtick;

    // by queue, as of the last event
    private final long[] clockBefore;
    private final boolean[] fairRan;
    private final long[] weightBefore;

    // by entity, valid while waitsOn is not NONE
    private final int[] waitsOn;
    private final double[] owedNs;
    private final long[] requestNs;
    private final long[] othersNs;
    private final int[] othersCount;
    private final double[] shareMax;
    private final long[] knownWeight; // load weight when it was seen last
    private final long[] seenAt; // number of the observation that saw it wait last
    private final long[] executedNs; // sum_exec then
    private long observations;

    /**
     * @param ticksOver ticks after which a request to reschedule acts at the latest
     * @param hrtick whether a timer ends every request between ticks
     */
    WaitCheck(
            FairRules rules,
            FairState state,
            FairClass fair,
            FairQueueCheck members,
            int ticksOver,
            boolean hrtick) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.fair = fair;
        this.members = members;
        this.holds =
                !rules.nextBuddy
                        && rules.pickRule == FairRules.PICK_RULE_ELIGIBLE_DEADLINE
                        && !state.queues().hasGroups();
        this.ticksOver = ticksOver;
        this.hrtick = hrtick;
        clockBefore = new long[queues.count()];
        fairRan = new boolean[queues.count()];
        weightBefore = new long[queues.count()];
        waitsOn = new int[entities.count()];
        Arrays.fill(waitsOn, NONE);
        owedNs = new double[entities.count()];
        requestNs = new long[entities.count()];
        othersNs = new long[entities.count()];
        othersCount = new int[entities.count()];
        shareMax = new double[entities.count()];
        knownWeight = new long[entities.count()];
        seenAt = new long[entities.count()];
        executedNs = new long[entities.count()];
    }

    /** After every event. */
    void observe() {
        observations++;
        for (int q = 0; q < queues.count() && holds; q++) {
            observe(q);
        }
    }

    private void observe(int q) {
        final int queued = members.queuedCount(q);
        final long clock = runQueues.clockTaskNs(q);
        final long ranNs = fairRan[q] ? clock - clockBefore[q] : 0;
        long weights = 0;
        boolean reweighted = false;
        for (int i = 0; i < queued; i++) {
            final int se = members.member(i);
            weights += members.weight(se);
            reweighted |= knownWeight[se] != 0 && knownWeight[se] != entities.loadWeight(se);
            knownWeight[se] = entities.loadWeight(se);
        }
        for (int i = 0; i < queued; i++) {
            final int se = members.member(i);
            if (reweighted
                    || se == queues.curr(q)
                    || entities.delayed(se)
                    || !fair.eligible(q, se)) {
                waitsOn[se] = NONE;
            } else {
                observeWaiter(q, se, queued, ranNs);
            }
        }
        clockBefore[q] = clock;
        fairRan[q] = queues.curr(q) != NONE;
        weightBefore[q] = weights;
    }

    private void observeWaiter(int q, int se, int queued, long ranNs) {
        final boolean goesOn =
                waitsOn[se] == q
                        && seenAt[se] == observations - 1
                        && executedNs[se] == entities.sumExecNs(se);
        seenAt[se] = observations;
        executedNs[se] = entities.sumExecNs(se);
        if (goesOn) {
            owedNs[se] += (double) ranNs * members.weight(se) / weightBefore[q];
        } else {
            waitsOn[se] = q;
            owedNs[se] = 0;
            requestNs[se] = 0;
            othersNs[se] = 0;
            othersCount[se] = 0;
            shareMax[se] = 0;
        }
        othersCount[se] = Math.max(othersCount[se], queued - 1);
        requestNs[se] = Math.max(requestNs[se], requestNs(se));
        for (int i = 0; i < queued; i++) {
            if (members.member(i) != se) {
                othersNs[se] = Math.max(othersNs[se], requestNs(members.member(i)));
            }
        }
        checkBound(q, se);
    }

    /**
     * In time: (its request + the longest of the others) / its share, and for each of the others a
     * tick, because the end of a request is noticed at the next one; with HRTICK one tick in all.
     */
    private void checkBound(int q, int se) {
        final double share = (double) members.weight(se) / Math.max(1, weightBefore[q]);
        shareMax[se] = Math.max(shareMax[se], Math.min(1, share));
        final long tickNs = runQueues.tickNs(q);
        final int ticks = ticksOver * (hrtick ? 1 : othersCount[se]);
        final double bound = requestNs[se] + othersNs[se] + shareMax[se] * ticks * tickNs;
        if (owedNs[se] > bound) {
            throw InvariantViolation.of(
                    Invariant.WAIT_BOUND,
                    q,
                    se,
                    "eligible and owed %.0f ns; its request is %d, the longest of %d others %d, its share %.4f of %d ticks of %d"
                            .formatted(
                                    owedNs[se],
                                    requestNs[se],
                                    othersCount[se],
                                    othersNs[se],
                                    shareMax[se],
                                    ticks,
                                    tickNs));
        }
    }

    /**
     * A request in wall time: the slice, or more where a yield pushed the deadline away or a change
     * of weight kept it.
     */
    private long requestNs(int se) {
        final long leftVirtual = entities.deadline(se) - entities.vruntime(se);
        return Math.max(
                entities.sliceNs(se),
                Math.max(0, leftVirtual) * (entities.loadWeight(se) >> 10) / NICE_0_WEIGHT);
    }
}
