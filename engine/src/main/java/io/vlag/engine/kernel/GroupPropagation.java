package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.RqClockLayout;

/**
 * What joins or leaves the averages of a group's queue shows in its group entity and the queue
 * above at their next update, and in the load average of the group.
 *
 * <p>Utilisation and runnable average of a group entity are those of its queue. Its load follows
 * what joined or left: more load joins as it is, up to a full sum; when load leaves, the queue's
 * load sum per queued weight stands for what is left. A group entity's load sum is never below what
 * it ran.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c propagate_entity_load_avg(),
 *     update_tg_cfs_util(), update_tg_cfs_runnable(), update_tg_cfs_load(), update_tg_load_avg(),
 *     update_cfs_rq_h_load(). No golden vectors.
 */
@HotPath
final class GroupPropagation {
    private static final int NONE = EntityTable.NONE;
    private static final long PUBLISH_NS_MIN = 1_000_000;
    private static final long PUBLISH_PART = 64;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final GroupTable groups;
    private final EntityTree entityTree;

    GroupPropagation(FairState state, EntityTree entityTree) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.groups = state.groups();
        this.entityTree = entityTree;
    }

    /** An entity with this load sum (negative: one that left) changed a queue's averages. */
    void note(int q, long loadSum) {
        queues.propagate(q, 1);
        queues.propagatedSum(q, queues.propagatedSum(q) + loadSum);
    }

    /** Tasks of this average runnable time left a queue for other CPUs. */
    void noteRemoved(int q, long runnableAvg) {
        final long sum = runnableAvg * PeltAverage.divider(queues.avgAt(q));
        note(q, -sum >> PeltAverage.CAPACITY_SHIFT);
    }

    /** Whether the queue behind a group entity has something to pass on. */
    boolean isPending(int groupEntity) {
        return queues.propagate(entityTree.queueBehind(groupEntity)) != 0;
    }

    /**
     * Passes on what changed in the queue behind a group entity; both are up to date.
     *
     * @param q queue the group entity is on
     * @return whether there was something
     */
    boolean propagate(int q, int se) {
        if (entityTree.isTask(se)) {
            return false;
        }
        final int own = entityTree.queueBehind(se);
        if (queues.propagate(own) == 0) {
            return false;
        }
        queues.propagate(own, 0);
        note(q, queues.propagatedSum(own));
        final long queueAt = queues.avgAt(q);
        final long ownAt = queues.avgAt(own);
        final long at = entities.avgAt(se);
        passUtil(queueAt, at, PeltLayout.utilAvg(ownAt));
        passRunnable(queueAt, at, PeltLayout.runnableAvg(ownAt));
        passLoad(queueAt, at, own, NiceWeights.scaledDown(entities.loadWeight(se)));
        return true;
    }

    private static void passUtil(long queueAt, long at, long avg) {
        final long delta = avg - PeltLayout.utilAvg(at);
        if (delta == 0) {
            return;
        }
        final long sum = avg * PeltAverage.divider(queueAt);
        final long deltaSum = sum - PeltLayout.utilSum(at);
        PeltLayout.utilAvg(at, avg);
        PeltLayout.utilSum(at, sum);
        final long queueAvg = plus(PeltLayout.utilAvg(queueAt), delta);
        PeltLayout.utilAvg(queueAt, queueAvg);
        PeltLayout.utilSum(
                queueAt,
                Math.max(
                        plus(PeltLayout.utilSum(queueAt), deltaSum),
                        queueAvg * PeltAverage.DIVIDER_BASE));
    }

    private static void passRunnable(long queueAt, long at, long avg) {
        final long delta = avg - PeltLayout.runnableAvg(at);
        if (delta == 0) {
            return;
        }
        final long sum = avg * PeltAverage.divider(queueAt);
        final long deltaSum = sum - PeltLayout.runnableSum(at);
        PeltLayout.runnableAvg(at, avg);
        PeltLayout.runnableSum(at, sum);
        final long queueAvg = plus(PeltLayout.runnableAvg(queueAt), delta);
        PeltLayout.runnableAvg(queueAt, queueAvg);
        PeltLayout.runnableSum(
                queueAt,
                Math.max(
                        plus(PeltLayout.runnableSum(queueAt), deltaSum),
                        queueAvg * PeltAverage.DIVIDER_BASE));
    }

    private void passLoad(long queueAt, long at, int own, long weight) {
        final long passed = queues.propagatedSum(own);
        if (passed == 0) {
            return;
        }
        queues.propagatedSum(own, 0);
        final long divider = PeltAverage.divider(queueAt);
        final long before = PeltLayout.loadSum(at);
        final long ran = PeltLayout.utilSum(at) >> PeltAverage.CAPACITY_SHIFT;
        final long sum =
                Math.max(passed >= 0 ? Math.min(before + passed, divider) : left(at, own), ran);
        final long avg = weight * sum / divider;
        final long delta = avg - PeltLayout.loadAvg(at);
        final long deltaSum = weight * (sum - before);
        PeltLayout.loadSum(at, sum);
        PeltLayout.loadAvg(at, avg);
        final long queueAvg = plus(PeltLayout.loadAvg(queueAt), delta);
        PeltLayout.loadAvg(queueAt, queueAvg);
        PeltLayout.loadSum(
                queueAt,
                Math.max(
                        plus(PeltLayout.loadSum(queueAt), deltaSum),
                        queueAvg * PeltAverage.DIVIDER_BASE));
    }

    /** Load sum of a group entity whose queue lost something: that of an average queued entity. */
    private long left(long at, int own) {
        final long queued = NiceWeights.scaledDown(queues.loadWeight(own));
        final long each = queued == 0 ? 0 : PeltLayout.loadSum(queues.avgAt(own)) / queued;
        return Math.min(PeltLayout.loadSum(at), each);
    }

    /** Sum that stops at 0. */
    private static long plus(long value, long delta) {
        return Math.max(value + delta, 0);
    }

    /**
     * Brings a queue's part of its group's load average up to date: at most once a millisecond, and
     * only when it differs by more than a 64th.
     */
    void publish(int q) {
        if (entityTree.isRootQueue(q)) {
            return;
        }
        final long nowNs = RqClockLayout.clockNs(runQueues.clockAt(queues.cpu(q)));
        if (nowNs - queues.publishedNs(q) < PUBLISH_NS_MIN) {
            return;
        }
        final long load = PeltLayout.loadAvg(queues.avgAt(q));
        final long delta = load - queues.tgLoadContrib(q);
        if (Math.abs(delta) > queues.tgLoadContrib(q) / PUBLISH_PART) {
            final int group = entityTree.groupOf(q);
            groups.loadAvg(group, groups.loadAvg(group) + delta);
            queues.tgLoadContrib(q, load);
            queues.publishedNs(q, nowNs);
        }
    }

    /** Load weight that a group entity should have now, its own if its queue is empty. */
    long shares(int se) {
        final int own = entityTree.queueBehind(se);
        if (queues.loadWeight(own) == 0) {
            return entities.loadWeight(se); // an emptied group keeps its weight until it leaves
        }
        final int group = entityTree.groupOf(own);
        return GroupShares.shares(
                groups.shares(group),
                queues.loadWeight(own),
                PeltLayout.loadAvg(queues.avgAt(own)),
                groups.loadAvg(group),
                queues.tgLoadContrib(own));
    }

    /** Load of a task as its CPU's root queue sees it. */
    long hierarchicalLoad(int task) {
        final int q = entityTree.queueOf(task);
        return PeltLayout.loadAvg(entities.avgAt(task))
                * hierarchicalLoadOfQueue(q)
                / (PeltLayout.loadAvg(queues.avgAt(q)) + 1);
    }

    private long hierarchicalLoadOfQueue(int q) {
        final int se = entityTree.entityOf(q);
        if (se == NONE) {
            return PeltLayout.loadAvg(queues.avgAt(q));
        }
        final int above = entityTree.queueOf(se);
        return hierarchicalLoadOfQueue(above)
                * PeltLayout.loadAvg(entities.avgAt(se))
                / (PeltLayout.loadAvg(queues.avgAt(above)) + 1);
    }
}
