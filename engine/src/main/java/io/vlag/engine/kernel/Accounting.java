package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Commits the running entity's time since the last commit to its vruntime, starts its next request
 * when one is used up, and asks for a reschedule.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c update_curr(), update_deadline(),
 *     yield_task_fair(). Golden vectors: eevdf/seq_*.csv.
 */
@HotPath
final class Accounting {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final VirtualAverage average;
    private final WeightedDelta weighted;
    private final Placement placement;
    private final SliceProtection protection;
    private final Quota quota;
    private final int reschedRule;
    private final boolean preemptShort;
    private final boolean yieldSkips;
    private final boolean yieldPushesDeadline;
    private final boolean threeBuddies;
    private final int request;
    private final EntityTree entityTree;

    Accounting(
            FairRules rules,
            FairState state,
            VirtualAverage average,
            WeightedDelta weighted,
            Placement placement,
            SliceProtection protection,
            Quota quota) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.average = average;
        this.weighted = weighted;
        this.placement = placement;
        this.protection = protection;
        this.quota = quota;
        this.entityTree = new EntityTree(state);
        this.reschedRule = rules.accountResched;
        this.preemptShort = rules.preemptShort;
        this.yieldSkips = rules.yieldRule == FairRules.YIELD_RULE_SKIP_BUDDY;
        this.threeBuddies = yieldSkips || rules.pickRule == FairRules.PICK_RULE_LEFTMOST;
        this.yieldPushesDeadline = rules.yieldRule == FairRules.YIELD_RULE_PUSH_DEADLINE;
        this.request = rules.lazyResched ? RunQueueTable.RESCHED_LAZY : RunQueueTable.RESCHED_NOW;
    }

    /** Commits the running time of a queue's running entity up to the CPU's task clock. */
    void account(int q) {
        final int curr = queues.curr(q);
        if (curr == NONE) {
            return;
        }
        final long nowNs = runQueues.clockTaskNs(queues.cpu(q));
        final long ranNs = nowNs - entities.execStartNs(curr);
        if (ranNs <= 0) {
            return;
        }
        entities.execStartNs(curr, nowNs);
        entities.sumExecNs(curr, entities.sumExecNs(curr) + ranNs);
        entities.vruntime(curr, entities.vruntime(curr) + weighted.of(curr, ranNs));
        final boolean expired = startNextRequestIfUsedUp(q, curr);
        quota.charge(q, ranNs);
        if (queues.nrQueued(q) > 1 && wantsResched(q, curr, expired)) {
            requestResched(q);
            clearBuddy(q, curr);
        }
        average.advanceMinVruntime(q);
    }

    /** The running entity gives up the CPU, as far as this kernel's yield goes. */
    void yieldCurrent(int q) {
        final int curr = queues.curr(q);
        if (queues.hNrQueued(queues.cpu(q)) == 1) {
            return;
        }
        clearBuddy(q, curr);
        if (yieldSkips) {
            skipCurrent(q, curr);
            return;
        }
        account(q);
        if (yieldPushesDeadline) {
            entities.deadline(
                    curr, entities.deadline(curr) + weighted.of(curr, entities.sliceNs(curr)));
        } else if (average.eligible(q, curr)) {
            entities.vruntime(curr, entities.deadline(curr));
            startNextRequest(q, curr);
        }
    }

    /** A request of the fair class: lazy where the kernel has that. */
    void requestResched(int q) {
        runQueues.requestResched(queues.cpu(q), request);
    }

    /**
     * Ends an entity's role as next buddy, if it has it, with CFS as last and skip buddy too; and
     * the same role of the groups around it, as far up as they have it.
     */
    void clearBuddy(int q, int se) {
        if (queues.next(q) == se) {
            for (int at = se; isNext(at); at = entityTree.parent(at)) {
                queues.next(entityTree.queueOf(at), NONE);
            }
        }
        if (threeBuddies) {
            clearLastAndSkip(se);
        }
    }

    private void clearLastAndSkip(int entity) {
        for (int se = entity; isLast(se); se = entityTree.parent(se)) {
            queues.last(entityTree.queueOf(se), NONE);
        }
        for (int se = entity; isSkip(se); se = entityTree.parent(se)) {
            queues.skip(entityTree.queueOf(se), NONE);
        }
    }

    private boolean isNext(int se) {
        return se != NONE && queues.next(entityTree.queueOf(se)) == se;
    }

    private boolean isLast(int se) {
        return se != NONE && queues.last(entityTree.queueOf(se)) == se;
    }

    private boolean isSkip(int se) {
        return se != NONE && queues.skip(entityTree.queueOf(se)) == se;
    }

    /** CFS: the runner asks to be passed over once; its vruntime stays. */
    private void skipCurrent(int q, int curr) {
        if (entities.policy(curr) != EntityTable.POLICY_BATCH) {
            account(q);
        }
        queues.skip(q, curr);
    }

    private boolean startNextRequestIfUsedUp(int q, int se) {
        if (VirtualTime.before(entities.vruntime(se), entities.deadline(se))) {
            return false;
        }
        startNextRequest(q, se);
        return true;
    }

    private void startNextRequest(int q, int se) {
        placement.refreshSlice(q, se);
        entities.deadline(se, entities.vruntime(se) + weighted.of(se, entities.sliceNs(se)));
        average.recentre(q);
    }

    private boolean wantsResched(int q, int curr, boolean expired) {
        if (reschedRule == FairRules.ACCOUNT_RESCHED_NEVER) {
            return false;
        }
        if (expired || reschedRule == FairRules.ACCOUNT_RESCHED_EXPIRED) {
            return expired;
        }
        if (reschedRule == FairRules.ACCOUNT_RESCHED_EXPIRED_OR_UNPROTECTED) {
            return !protection.isProtected(curr);
        }
        return preemptShort && !protection.isProtected(curr) && !average.eligible(q, curr);
    }
}
