package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Whether a woken entity takes the CPU from the running one.
 *
 * @implNote Models Linux 6.6 to 7.3, kernel/sched/fair.c check_preempt_wakeup_fair(),
 *     wakeup_preempt_fair(). Golden vectors: eevdf/seq_*.csv (PREEMPT).
 */
@HotPath
final class Preemption {
    private static final int NONE = EntityTable.NONE;
    private static final int SELECTED_DIVISOR = 4;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final VirtualAverage average;
    private final Pick pick;
    private final SliceProtection protection;
    private final Accounting accounting;
    private final FinalDequeue finalDequeue;
    private final EntityTree entityTree;
    private final GroupWalk groupWalk;
    private final Throttle throttle;
    private final boolean wakeupPreemption;
    private final boolean preemptShort;
    private final boolean nextBuddy;
    private final int check;
    private final boolean choosesOrEligible;
    private final boolean forkPreempts;
    private final boolean delayedPreempts;
    private final boolean finishesDelayed;
    private final int shrink;
    private final boolean shortDropsBuddy;
    private final long migrationCostNs;

    Preemption(
            FairRules rules,
            FairState state,
            VirtualAverage average,
            Pick pick,
            SliceProtection protection,
            Accounting accounting,
            FinalDequeue finalDequeue,
            EntityTree entityTree,
            GroupWalk groupWalk,
            Throttle throttle,
            long migrationCostNs) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.average = average;
        this.pick = pick;
        this.protection = protection;
        this.accounting = accounting;
        this.finalDequeue = finalDequeue;
        this.entityTree = entityTree;
        this.groupWalk = groupWalk;
        this.throttle = throttle;
        this.wakeupPreemption = rules.wakeupPreemption;
        this.preemptShort = rules.preemptShort;
        this.nextBuddy = rules.nextBuddy;
        this.check = rules.wakeCheck;
        this.choosesOrEligible = check == FairRules.WAKE_CHECK_CHOOSE_OR_ELIGIBLE;
        this.forkPreempts = rules.forkWakePreempts;
        this.delayedPreempts = rules.delayedWakePreempts;
        this.finishesDelayed = rules.wakeCheckDelayed == FairRules.WAKE_CHECK_DELAYED_FINISHED;
        this.shrink = rules.protectShrink;
        this.shortDropsBuddy = rules.buddyPick == FairRules.BUDDY_PICK_PROTECTED_PICK;
        this.migrationCostNs = migrationCostNs;
    }

    /**
     * Asks for a reschedule if the woken entity, already queued, should run now.
     *
     * @param flags {@code FairClass.WAKE_...}
     */
    void check(int cpu, int se, int flags) {
        final int curr = entityTree.runningTask(cpu);
        if (se == curr || curr == Index.NONE || !wakeupPreemption) {
            return; // NONE: a CPU that balances before it goes idle; it picks next anyway
        }
        if (throttle.takesWholeQueue() && throttle.isThrottled(entityTree.queueOf(se))) {
            return;
        }
        if (nominatesEarly(se, flags)) {
            groupWalk.nominate(se);
        }
        if (runQueues.needResched(cpu) == RunQueueTable.RESCHED_NOW
                && !(choosesOrEligible && preemptShort)) {
            return;
        }
        checkSiblings(curr, se, flags);
    }

    /** The level at which the two are, or lie in, entities of the same queue decides. */
    private void checkSiblings(int runner, int woken, int flags) {
        final int curr = entityTree.besides(runner, woken);
        final int se = entityTree.besides(woken, runner);
        checkOn(entityTree.queueOf(se), curr, se, entities.policy(woken), flags);
    }

    /**
     * {@code curr} and {@code se} are both on queue q.
     *
     * @param taskPolicy policy of the woken task, in whatever groups it is
     */
    private void checkOn(int q, int curr, int se, int taskPolicy, int flags) {
        final boolean runnerIdle = entities.policy(curr) == EntityTable.POLICY_IDLE;
        final boolean wokenIdle = entities.policy(se) == EntityTable.POLICY_IDLE;
        if (runnerIdle && !wokenIdle) {
            preemptIdle(q, curr);
        } else if (taskPolicy == EntityTable.POLICY_NORMAL && wokenIdle == runnerIdle) {
            accounting.account(q);
            checkNormal(q, curr, se, flags);
        } else if (shrink == FairRules.PROTECT_SHRINK_EVERY_EXIT) {
            protection.shrink(q, curr);
        }
    }

    private void preemptIdle(int q, int curr) {
        if (check != FairRules.WAKE_CHECK_PICK_ONLY) {
            protection.cancel(curr);
        }
        accounting.requestResched(q);
    }

    /** Up to 6.16: any wakee becomes buddy, before anything else is asked. */
    private boolean nominatesEarly(int se, int flags) {
        return nextBuddy
                && check != FairRules.WAKE_CHECK_CHOOSE
                && !choosesOrEligible
                && (flags & FairClass.WAKE_FORK) == 0
                && !entities.delayed(se)
                && entities.policy(se) != EntityTable.POLICY_IDLE;
    }

    private void checkNormal(int q, int curr, int se, int flags) {
        final boolean shorter = preemptShort && entities.sliceNs(se) < entities.sliceNs(curr);
        if (choosesOrEligible) {
            chooseOrEligible(q, curr, se, flags, shorter);
            return;
        }
        if (check == FairRules.WAKE_CHECK_CHOOSE) {
            choose(q, curr, se, flags, shorter);
            return;
        }
        if (shorter
                && check == FairRules.WAKE_CHECK_CANCEL_SHORT_THEN_PICK
                && overridesProtection(q, curr, se)) {
            protection.cancel(curr);
        }
        if (pick.pick(q, true) == se) {
            accounting.requestResched(q);
        }
    }

    private boolean overridesProtection(int q, int curr, int se) {
        return average.eligible(q, se)
                && (VirtualTime.before(entities.deadline(se), entities.deadline(curr))
                        || !average.eligible(q, curr));
    }

    private void choose(int q, int curr, int se, int flags, boolean shorter) {
        if (!shorter) {
            if ((flags & FairClass.WAKE_FORK) != 0 && !forkPreempts
                    || entities.delayed(se) && !delayedPreempts) {
                return;
            }
            if (nextBuddy && becomesBuddy(q, se) && (flags & FairClass.WAKE_SYNC) != 0) {
                checkSync(q, curr, se, flags);
                return;
            }
        }
        if (candidate(q, !shorter) == se) {
            if (shorter) {
                winByShortSlice(q, curr);
            }
            accounting.requestResched(q);
        } else if (shrink >= FairRules.PROTECT_SHRINK_EVERY_CHECK
                || shorter && shrink == FairRules.PROTECT_SHRINK_SHORT_WAKEE) {
            protection.shrink(q, curr);
        }
    }

    /** From 7.3 on: every way out without preemption shortens the protection. */
    private void chooseOrEligible(int q, int curr, int se, int flags, boolean shorter) {
        final boolean isNew = (flags & FairClass.WAKE_FORK) != 0 && !forkPreempts;
        final boolean mayWin = !entities.delayed(se) && (shorter || !isNew);
        if (mayWin
                && !shorter
                && nextBuddy
                && becomesBuddy(q, se)
                && (flags & FairClass.WAKE_SYNC) != 0) {
            checkSync(q, curr, se, flags);
            return;
        }
        if (mayWin && (candidate(q, !shorter) == se || shorter && average.eligible(q, se))) {
            if (shorter && !hasShorterBuddy(q, se)) {
                groupWalk.nominate(se);
            }
            protection.cancel(curr);
            accounting.requestResched(q);
        } else if (shrink != FairRules.PROTECT_SHRINK_NEVER) {
            protection.shrink(q, curr);
        }
    }

    private boolean hasShorterBuddy(int q, int se) {
        final int buddy = queues.next(q);
        return buddy != NONE && entities.sliceNs(buddy) < entities.sliceNs(se);
    }

    private void winByShortSlice(int q, int curr) {
        protection.cancel(curr);
        if (shortDropsBuddy) {
            accounting.clearBuddy(q, curr);
        }
    }

    /**
     * What would be picked; a delayed candidate may first finish its dequeue, and the question is
     * asked again.
     */
    private int candidate(int q, boolean protect) {
        int chosen = pick.pick(q, protect);
        while (finishesDelayed && chosen != NONE && entities.delayed(chosen)) {
            finalDequeue.finish(q, chosen);
            chosen = pick.pick(q, protect);
        }
        return chosen;
    }

    private boolean becomesBuddy(int q, int se) {
        final int buddy = queues.next(q);
        if (buddy != NONE && VirtualTime.before(entities.deadline(buddy), entities.deadline(se))) {
            return false;
        }
        groupWalk.nominate(se);
        return true;
    }

    /**
     * The waker is about to sleep: only worth a switch if it ran long enough to have used its
     * cache.
     */
    private void checkSync(int q, int curr, int se, int flags) {
        final long ranNs = runQueues.clockTaskNs(queues.cpu(q)) - entities.execStartNs(curr);
        final long enoughNs =
                (flags & FairClass.WAKE_RQ_SELECTED) == 0
                        ? migrationCostNs
                        : migrationCostNs / SELECTED_DIVISOR;
        if (VirtualTime.before(entities.deadline(se), entities.deadline(curr))
                && ranNs >= enoughNs) {
            accounting.requestResched(q);
        }
    }
}
