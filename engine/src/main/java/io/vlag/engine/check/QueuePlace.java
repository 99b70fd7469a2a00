package io.vlag.engine.check;

import io.vlag.engine.kernel.EntityTree;
import io.vlag.engine.kernel.FairState;

/** Says which CPU and group a queue belongs to, and whether an entity is a task or a group. */
final class QueuePlace {
    private final FairState state;
    private final EntityTree entityTree;
    private final int cpuCount;

    QueuePlace(FairState state) {
        this.state = state;
        this.entityTree = new EntityTree(state);
        this.cpuCount = state.runQueues().count();
    }

    int cpuOf(int q) {
        return state.queues().cpu(q);
    }

    int groupOf(int q) {
        return q / cpuCount;
    }

    int queueOf(int group, int cpu) {
        return group * cpuCount + cpu;
    }

    /** "CPU 0", or "CPU 0, group 2". */
    String nameOf(int q) {
        return "CPU " + cpuOf(q) + (q < cpuCount ? "" : ", group " + groupOf(q));
    }

    /** "task 5", or "entity of group 2". */
    String entityName(int se) {
        return entityTree.isTask(se)
                ? "task " + se
                : "entity of group " + groupOf(entityTree.queueBehind(se));
    }

    InvariantViolation wrong(Invariant invariant, int q, int se, String values) {
        return InvariantViolation.onQueue(
                invariant, cpuOf(q), groupOf(q), se < 0 ? "" : entityName(se), values);
    }
}
