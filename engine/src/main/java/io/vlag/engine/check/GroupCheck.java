package io.vlag.engine.check;

import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.kernel.GroupShares;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import java.util.Arrays;

/**
 * Queues of task groups: the entity that stands for a queue follows it, throttling reaches every
 * queue below, and tasks kept off for want of quota are on the list of a queue that has none.
 */
final class GroupCheck {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final GroupTable groups;
    private final QueuePlace place;
    private final int cpuCount;
    private final int taskCount;
    private final boolean wholeQueue;
    private final boolean[] listed; // by task: on the list of those kept off

    GroupCheck(FairRules rules, FairState state, int taskCount) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.groups = state.groups();
        this.place = new QueuePlace(state);
        this.cpuCount = state.runQueues().count();
        this.taskCount = taskCount;
        this.wholeQueue = rules.throttleForm == FairRules.THROTTLE_FORM_QUEUE;
        this.listed = new boolean[taskCount];
    }

    void check() {
        Arrays.fill(listed, false);
        for (int q = cpuCount; q < queues.count(); q++) {
            checkEntity(q);
            checkThrottling(q);
            checkKeptOff(q);
        }
        for (int task = 0; task < taskCount; task++) {
            if (listed[task] != (entities.throttle(task) == EntityTable.THROTTLE_OFF)) {
                throw wrong(
                        Invariant.KEPT_OFF,
                        entities.group(task) * cpuCount + entities.cpu(task),
                        task,
                        "on the list of tasks kept off: %b, but its own mark is %d"
                                .formatted(listed[task], entities.throttle(task)));
            }
        }
    }

    private void checkEntity(int q) {
        final int se = q - cpuCount + taskCount;
        final int above = entities.group(se) * cpuCount + queues.cpu(q);
        final boolean cutOff = wholeQueue && queues.throttled(q) != 0;
        final boolean filled = queues.nrQueued(q) > 0 && !cutOff;
        final boolean queued = entities.onRq(se) && !entities.delayed(se);
        if (filled != queued) {
            throw wrong(
                    Invariant.GROUP_ENTITY,
                    q,
                    se,
                    "%d entities queued, throttled %d, but its own entity: onRq %b, delayed %b"
                            .formatted(
                                    queues.nrQueued(q),
                                    queues.throttled(q),
                                    entities.onRq(se),
                                    entities.delayed(se)));
        }
        if ((queues.curr(q) != NONE) != (queues.curr(above) == se)) {
            throw wrong(
                    Invariant.GROUP_ENTITY,
                    q,
                    se,
                    "runs %d, and the queue above runs %d"
                            .formatted(queues.curr(q), queues.curr(above)));
        }
        final long most = groups.shares(q / cpuCount);
        final long weight = entities.loadWeight(se);
        if (weight < GroupShares.SHARES_MIN || weight > most) {
            throw wrong(
                    Invariant.GROUP_ENTITY,
                    q,
                    se,
                    "weight is %d, outside %d .. %d"
                            .formatted(weight, GroupShares.SHARES_MIN, most));
        }
    }

    private void checkThrottling(int q) {
        int throttled = 0;
        for (int group = q / cpuCount; group != GroupTable.ROOT; group = groups.parent(group)) {
            throttled += queues.throttled(group * cpuCount + queues.cpu(q));
        }
        if (throttled != queues.throttleCount(q)) {
            throw wrong(
                    Invariant.KEPT_OFF,
                    q,
                    NONE,
                    "throttle count is %d, throttled from here up are %d"
                            .formatted(queues.throttleCount(q), throttled));
        }
    }

    private void checkKeptOff(int q) {
        int last = NONE;
        for (int task = queues.offHead(q); task != NONE; task = entities.throttleNext(task)) {
            if (task < 0 || task >= taskCount || listed[task]) {
                throw wrong(Invariant.KEPT_OFF, q, task, "the list of tasks kept off does not end");
            }
            listed[task] = true;
            if (queues.throttleCount(q) == 0
                    || entities.onRq(task)
                    || entities.group(task) * cpuCount + entities.cpu(task) != q) {
                throw wrong(
                        Invariant.KEPT_OFF,
                        q,
                        task,
                        "kept off, with throttle count %d, onRq %b, on CPU %d in group %d"
                                .formatted(
                                        queues.throttleCount(q),
                                        entities.onRq(task),
                                        entities.cpu(task),
                                        entities.group(task)));
            }
            last = task;
        }
        if (last != queues.offTail(q)) {
            throw wrong(
                    Invariant.KEPT_OFF,
                    q,
                    last,
                    "last of the tasks kept off, but the tail is " + queues.offTail(q));
        }
    }

    private InvariantViolation wrong(Invariant invariant, int q, int se, String values) {
        return place.wrong(invariant, q, se, values);
    }
}
