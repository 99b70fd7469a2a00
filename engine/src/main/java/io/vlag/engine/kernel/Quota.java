package io.vlag.engine.kernel;

import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.RqClockLayout;

/**
 * CPU time that groups may use in a period: queues take it in chunks, give back what they do not
 * use, and run out of it. What happens to a queue without quota is not decided here.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c account_cfs_rq_runtime(),
 *     assign_cfs_rq_runtime(), return_cfs_rq_runtime(), do_sched_cfs_period_timer().
 */
@HotPath
final class Quota {
    /** What a CPU takes at a time. */
    static final long CHUNK_NS = 5_000_000;

    /** What an idle queue keeps. */
    static final long KEPT_NS = 1_000_000;

    /** Unused quota is handed on this much later. */
    static final long SLACK_DELAY_NS = 5_000_000;

    /** Not worth it so shortly before a refill. */
    static final long REFILL_NEAR_NS = 2_000_000;

    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final GroupTable groups;
    private final EntityTree entityTree;
    private final QuotaTimers timers;
    private final boolean grouped;

    Quota(FairState state, EntityTree entityTree, QuotaTimers timers) {
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.groups = state.groups();
        this.entityTree = entityTree;
        this.timers = timers;
        this.grouped = queues.hasGroups();
    }

    /** Whether a queue's group has a limit. */
    boolean limits(int q) {
        return grouped && !entityTree.isRootQueue(q) && groups.quotaNs(entityTree.groupOf(q)) != 0;
    }

    /** A queue's runner ran; when the queue is left without quota, its CPU is to reschedule. */
    void charge(int q, long ranNs) {
        if (limits(q) && !draw(q, ranNs) && queues.curr(q) != FairClass.NONE) {
            runQueues.requestResched(queues.cpu(q), RunQueueTable.RESCHED_NOW);
        }
    }

    /** Takes run time off, and a chunk from the group when nothing is left; false: none there. */
    boolean draw(int q, long ranNs) {
        final long leftNs = queues.runtimeRemainingNs(q) - ranNs;
        queues.runtimeRemainingNs(q, leftNs);
        return leftNs > 0 || queues.throttled(q) != 0 || take(q, CHUNK_NS);
    }

    /** Fills a queue up to {@code targetNs} if the group has that; true: the queue has some. */
    boolean take(int q, long targetNs) {
        final int group = entityTree.groupOf(q);
        startPeriod(group, queues.cpu(q));
        long leftNs = queues.runtimeRemainingNs(q);
        final long runtimeNs = groups.runtimeNs(group);
        if (runtimeNs > 0) {
            final long amountNs = Math.min(runtimeNs, targetNs - leftNs);
            groups.runtimeNs(group, runtimeNs - amountNs);
            groups.periodIdle(group, 0);
            leftNs += amountNs;
            queues.runtimeRemainingNs(q, leftNs);
        }
        return leftNs > 0;
    }

    private void startPeriod(int group, int cpu) {
        if (groups.periodActive(group) != 0) {
            return;
        }
        final long nowNs = clockNs(cpu);
        final long periodNs = groups.periodNs(group);
        long expiryNs = groups.expiryNs(group);
        if (expiryNs <= nowNs) {
            expiryNs += ((nowNs - expiryNs) / periodNs + 1) * periodNs;
            groups.expiryNs(group, expiryNs);
        }
        groups.periodActive(group, 1);
        groups.timerCpu(group, cpu);
        timers.startPeriod(group, expiryNs);
    }

    /** The last entity left a queue: all but a little goes back to the group. */
    void giveBack(int q) {
        if (!limits(q)) {
            return;
        }
        final long slackNs = queues.runtimeRemainingNs(q) - KEPT_NS;
        if (slackNs <= 0) {
            return;
        }
        final int group = entityTree.groupOf(q);
        queues.runtimeRemainingNs(q, KEPT_NS);
        groups.runtimeNs(group, groups.runtimeNs(group) + slackNs);
        if (groups.runtimeNs(group) > CHUNK_NS && groups.throttledHead(group) != FairClass.NONE) {
            startSlack(group, queues.cpu(q));
        }
    }

    private void startSlack(int group, int cpu) {
        final long nowNs = clockNs(cpu);
        if (groups.slackStarted(group) == 0
                && groups.expiryNs(group) - nowNs >= SLACK_DELAY_NS + REFILL_NEAR_NS) {
            groups.slackStarted(group, 1);
            groups.slackCpu(group, cpu);
            timers.startSlack(group, nowNs + SLACK_DELAY_NS);
        }
    }

    /**
     * A period has ended: the group has its full quota again.
     *
     * @return whether throttled queues wait for it
     */
    boolean refill(int group) {
        groups.periodCount(group, groups.periodCount(group) + 1);
        groups.runtimeNs(group, groups.quotaNs(group));
        final boolean waiting = groups.throttledHead(group) != FairClass.NONE;
        if (!waiting && groups.periodIdle(group) != 0) {
            groups.periodActive(group, 0);
            return false;
        }
        groups.periodIdle(group, waiting ? 0 : 1);
        groups.throttledCount(group, groups.throttledCount(group) + (waiting ? 1 : 0));
        groups.expiryNs(group, groups.expiryNs(group) + groups.periodNs(group));
        timers.startPeriod(group, groups.expiryNs(group));
        return waiting;
    }

    /** The slack timer: whether there is enough for throttled queues, and a refill is not near. */
    boolean slackIsWorthIt(int group, long nowNs) {
        groups.slackStarted(group, 0);
        return groups.expiryNs(group) - nowNs >= REFILL_NEAR_NS
                && groups.runtimeNs(group) > CHUNK_NS;
    }

    /** Gives a throttled queue what it lacks, as far as there is; true: it may run again. */
    boolean give(int q) {
        final int group = entityTree.groupOf(q);
        final long lacksNs = 1 - queues.runtimeRemainingNs(q);
        final long amountNs = Math.min(lacksNs, groups.runtimeNs(group));
        groups.runtimeNs(group, groups.runtimeNs(group) - amountNs);
        queues.runtimeRemainingNs(q, queues.runtimeRemainingNs(q) + amountNs);
        return queues.runtimeRemainingNs(q) > 0;
    }

    private long clockNs(int cpu) {
        return RqClockLayout.clockNs(runQueues.clockAt(cpu));
    }
}
