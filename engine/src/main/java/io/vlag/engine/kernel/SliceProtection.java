package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Run to parity: for a while, the running entity is not replaced although others are eligible with
 * an earlier deadline.
 *
 * <p>Form until_deadline marks the entity by {@code vlag == deadline}, which ends with the request.
 * Form min_slice protects up to the virtual time {@code vprot}: the end of the request, or of the
 * shortest queued slice. Form until_ineligible, too, protects up to {@code vprot}: the end of the
 * request, or, where a shorter slice is queued, the vruntime above which the entity is no longer
 * eligible, whichever is earlier.
 *
 * @implNote Models Linux 6.6, 6.12, 6.18, 7.0, 7.2 and 7.3, kernel/sched/fair.c
 *     set_protect_slice(), protect_slice(), cancel_protect_slice(), update_protect_slice(). Golden
 *     vectors: eevdf/seq_*.csv.
 */
@HotPath
final class SliceProtection {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final FairTree tree;
    private final WeightedDelta weighted;
    private final VirtualAverage average;
    private final boolean untilDeadline;
    private final boolean untilIneligible;
    private final boolean shrinksFromAverage;
    private final boolean timerEndsRequest;
    private final boolean armedAtSwitchIn;
    private final boolean runToParity;

    SliceProtection(
            FairRules rules,
            FairState state,
            FairTree tree,
            VirtualAverage average,
            WeightedDelta weighted) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.tree = tree;
        this.weighted = weighted;
        this.average = average;
        this.untilDeadline = rules.protectForm == FairRules.PROTECT_FORM_UNTIL_DEADLINE;
        this.untilIneligible = rules.protectForm == FairRules.PROTECT_FORM_UNTIL_INELIGIBLE;
        this.shrinksFromAverage = rules.protectShrink == FairRules.PROTECT_SHRINK_EVERY_EXIT;
        this.timerEndsRequest = rules.hrtickEnd == FairRules.HRTICK_END_REQUEST;
        this.armedAtSwitchIn = rules.protectArmed == FairRules.PROTECT_ARMED_SWITCH_IN;
        this.runToParity = rules.runToParity;
    }

    /**
     * The entity, already out of the tree, is about to run.
     *
     * @param picked it was chosen by a pick; otherwise it is put back after a change of its
     *     attributes
     */
    void switchIn(int q, int se, boolean picked) {
        if (picked || armedAtSwitchIn) {
            arm(q, se);
        }
    }

    /** Whether a pick that asks for protection leaves the running entity alone. */
    boolean holdsInPick(int se) {
        return (runToParity || !untilDeadline) && isProtected(se);
    }

    boolean isProtected(int se) {
        return untilDeadline
                ? entities.vlag(se) == entities.deadline(se)
                : VirtualTime.before(entities.vruntime(se), entities.vprot(se));
    }

    /**
     * Virtual time at which a timer ends the running entity's slice: the end of its request or,
     * with hrtick_end: protection and where that is a time of its own, of its protection.
     */
    long end(int se) {
        final long deadline = entities.deadline(se);
        return untilDeadline || timerEndsRequest || !isProtected(se)
                ? deadline
                : VirtualTime.earlier(deadline, entities.vprot(se));
    }

    /** Ends the protection if it is in force. */
    void cancel(int se) {
        if (!isProtected(se)) {
            return;
        }
        if (untilDeadline) {
            entities.vlag(se, entities.deadline(se) + 1);
        } else {
            entities.vprot(se, entities.vruntime(se));
        }
    }

    /**
     * After a wake-up check without success: not longer than the shortest queued slice from here,
     * with protect_shrink: every_exit from V if that is earlier.
     */
    void shrink(int q, int se) {
        if (runToParity) {
            final long vruntime = entities.vruntime(se);
            final long from =
                    shrinksFromAverage
                            ? VirtualTime.earlier(vruntime, average.average(q))
                            : vruntime;
            final long end = from + weighted.of(se, tree.minSliceNs(q));
            entities.vprot(se, VirtualTime.earlier(entities.vprot(se), end));
        }
    }

    private void arm(int q, int se) {
        final long deadline = entities.deadline(se);
        if (untilDeadline) {
            entities.vlag(se, deadline);
            return;
        }
        final long sliceNs = entities.sliceNs(se);
        final long quantumNs = quantumNs(q, sliceNs);
        entities.vprot(
                se,
                quantumNs == sliceNs
                        ? deadline
                        : VirtualTime.earlier(
                                deadline,
                                untilIneligible && runToParity
                                        ? average.ofWaiting(q)
                                        : entities.vruntime(se) + weighted.of(se, quantumNs)));
    }

    private long quantumNs(int q, long sliceNs) {
        if (!runToParity) {
            return Math.min(sliceNs, runQueues.baseSliceNormalizedNs(queues.cpu(q)));
        }
        return tree.root(q) == FairTree.NONE ? sliceNs : Math.min(sliceNs, tree.minSliceNs(q));
    }
}
