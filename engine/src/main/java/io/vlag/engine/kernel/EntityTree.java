package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.offheap.HotPath;

/**
 * Which entity is queued where, and which queue stands behind a group entity: index arithmetic,
 * nothing is stored but the group of an entity and its CPU.
 *
 * <p>Task entities come first. The entity of group g on CPU c, g from 1, lies at {@code taskCount +
 * (g - 1) * cpuCount + c}; the queue that it stands for is {@code g * cpuCount + c}.
 */
@HotPath
public final class EntityTree {
    static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final GroupTable groups;
    private final FairQueueTable queues;
    private final int cpuCount;
    private final int taskCount;

    /** Over tables whose groups are known. */
    public EntityTree(FairState state) {
        this.entities = state.entities();
        this.groups = state.groups();
        this.queues = state.queues();
        this.cpuCount = state.runQueues().count();
        this.taskCount = entities.count() - (groups.count() - 1) * cpuCount;
    }

    /** Whether an entity is a task, not a group. */
    public boolean isTask(int se) {
        return se < taskCount;
    }

    /** Entities that are tasks; the first ones. */
    public int taskCount() {
        return taskCount;
    }

    /** Queue that an entity is on, was on last, or would be put on. */
    public int queueOf(int se) {
        return entities.group(se) * cpuCount + entities.cpu(se);
    }

    /** Group entity above an entity, NONE at the root. */
    int parent(int se) {
        final int group = entities.group(se);
        return group == GroupTable.ROOT ? NONE : entityOf(group, entities.cpu(se));
    }

    /** The entity of a group on a CPU. */
    int entityOf(int group, int cpu) {
        return taskCount + (group - 1) * cpuCount + cpu;
    }

    /** The entity that stands for a queue, NONE for a root queue. */
    int entityOf(int q) {
        return q < cpuCount ? NONE : q - cpuCount + taskCount;
    }

    /** The queue that a group entity stands for. */
    public int queueBehind(int groupEntity) {
        assert !isTask(groupEntity) : groupEntity;
        return groupEntity - taskCount + cpuCount;
    }

    /** Groups, the root included. */
    int groupCount() {
        return groups.count();
    }

    int groupOf(int q) {
        return q / cpuCount;
    }

    int queueOf(int group, int cpu) {
        return group * cpuCount + cpu;
    }

    boolean isRootQueue(int q) {
        return q < cpuCount;
    }

    /** The entity, or the innermost group around it, that is on a queue with another's. */
    int besides(int entity, int other) {
        int se = entity;
        int to = other;
        while (entities.group(se) != entities.group(to)) {
            if (depth(se) >= depth(to)) {
                se = parent(se);
            } else {
                to = parent(to);
            }
        }
        return se;
    }

    /** Groups above an entity; 0 at the root. */
    int depth(int se) {
        final int group = entities.group(se);
        return group == GroupTable.ROOT ? 0 : groups.depth(group);
    }

    /** The running task of a CPU, NONE when no fair task runs. */
    public int runningTask(int cpu) {
        int se = queues.curr(cpu);
        while (se != NONE && !isTask(se)) {
            se = queues.curr(queueBehind(se));
        }
        return se;
    }
}
