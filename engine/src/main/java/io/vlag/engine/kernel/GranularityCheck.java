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
 * <p>With groups, the queue on which both are, or lie in, entities decides; a buddy is one on every
 * level from there up.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c check_preempt_wakeup().
 */
@HotPath
final class GranularityCheck {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final EntityTree entityTree;
    private final Throttle throttle;
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
            EntityTree entityTree,
            Throttle throttle,
            WakeupGranularity granularity,
            Accounting accounting,
            CfsTunables tunables) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.entityTree = entityTree;
        this.throttle = throttle;
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
    void check(int cpu, int se, int flags) {
        final int curr = entityTree.runningTask(cpu);
        if (se == curr || curr == NONE || throttle.isThrottled(entityTree.queueOf(se))) {
            return;
        }
        final boolean full = queues.nrQueued(entityTree.queueOf(curr)) >= latencyCount;
        if (nextBuddy && full && (flags & FairClass.WAKE_FORK) == 0) {
            nominateNext(se);
        }
        if (runQueues.needResched(cpu) != RunQueueTable.RESCHED_NONE) {
            return;
        }
        if (isIdle(curr) && !isIdle(se)) {
            preempt(cpu, curr, full);
        } else if (wakeupPreemption && entities.policy(se) == EntityTable.POLICY_NORMAL) {
            checkSiblings(cpu, entityTree.besides(curr, se), entityTree.besides(se, curr), full);
        }
    }

    /** Both are on one queue. */
    private void checkSiblings(int cpu, int curr, int se, boolean full) {
        if (isIdle(curr) != isIdle(se)) {
            if (isIdle(curr)) {
                preempt(cpu, curr, full);
            }
            return;
        }
        accounting.account(entityTree.queueOf(curr));
        if (granularity.leads(curr, se)) {
            nominateNext(se);
            preempt(cpu, curr, full);
        }
    }

    private void preempt(int cpu, int curr, boolean full) {
        accounting.requestResched(cpu);
        if (lastBuddy && full && entityTree.isTask(curr)) {
            nominateLast(curr);
        }
    }

    private void nominateNext(int from) {
        for (int se = from; isCandidate(se); se = entityTree.parent(se)) {
            queues.next(entityTree.queueOf(se), se);
        }
    }

    private void nominateLast(int from) {
        for (int se = from; isCandidate(se); se = entityTree.parent(se)) {
            queues.last(entityTree.queueOf(se), se);
        }
    }

    private boolean isCandidate(int se) {
        return se != NONE && entities.onRq(se) && !isIdle(se);
    }

    private boolean isIdle(int se) {
        return entities.policy(se) == EntityTable.POLICY_IDLE;
    }
}
