package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Whether a woken entity takes the CPU in CFS: if the running one leads it by more than the wake-up
 * granularity. The winner becomes next buddy, so that the pick does not prefer somebody who is only
 * a little further left; on a full queue the loser becomes last buddy, to come back when the winner
 * sleeps.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c check_preempt_wakeup().
 */
@HotPath
final class GranularityCheck {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final WakeupGranularity granularity;
    private final Accounting accounting;
    private final boolean checks;
    private final boolean wakeupPreemption;
    private final boolean nextBuddy;
    private final boolean lastBuddy;
    private final int latencyCount;

    GranularityCheck(
            FairRules rules,
            FairState state,
            WakeupGranularity granularity,
            Accounting accounting,
            CfsTunables tunables) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.granularity = granularity;
        this.accounting = accounting;
        this.checks = rules.wakeCheck == FairRules.WAKE_CHECK_GRANULARITY;
        this.wakeupPreemption = rules.wakeupPreemption;
        this.nextBuddy = rules.nextBuddy;
        this.lastBuddy = rules.lastBuddy;
        this.latencyCount = tunables.latencyCount();
    }

    /** Whether wake-ups are judged by this rule. */
    boolean applies() {
        return checks;
    }

    /**
     * Asks for a reschedule if the woken entity, already queued, should run now.
     *
     * @param flags {@code FairClass.WAKE_...}
     */
    void check(int q, int se, int flags) {
        final int curr = queues.curr(q);
        if (se == curr || curr == NONE) {
            return;
        }
        final boolean full = queues.nrQueued(q) >= latencyCount;
        if (nextBuddy && full && (flags & FairClass.WAKE_FORK) == 0) {
            nominateNext(q, se);
        }
        if (runQueues.needResched(q) != RunQueueTable.RESCHED_NONE) {
            return;
        }
        if (wins(q, curr, se)) {
            accounting.requestResched(q);
            if (lastBuddy && full && entities.onRq(curr) && !isIdle(curr)) {
                queues.last(q, curr);
            }
        }
    }

    private boolean wins(int q, int curr, int se) {
        if (isIdle(curr) && !isIdle(se)) {
            return true;
        }
        if (!wakeupPreemption || entities.policy(se) != EntityTable.POLICY_NORMAL) {
            return false;
        }
        accounting.account(q);
        if (!granularity.leads(curr, se)) {
            return false;
        }
        nominateNext(q, se);
        return true;
    }

    private void nominateNext(int q, int se) {
        if (!isIdle(se)) {
            queues.next(q, se);
        }
    }

    private boolean isIdle(int se) {
        return entities.policy(se) == EntityTable.POLICY_IDLE;
    }
}
