package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.UclampBuckets;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.SlabPlan;

/**
 * Utilisation clamps of the tasks on each CPU: who is counted where, and what placement and
 * governor read. Exists only when the workload uses clamps. See docs/model/uclamp.md.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/core.c uclamp_rq_inc(), uclamp_rq_dec(),
 *     uclamp_eff_value(), without limits of groups or of the system. Golden vectors:
 *     uclamp/uclamp_buckets*.csv through {@link UclampBuckets}.
 */
@HotPath
public final class Clamps {
    /** The kernel's default number of buckets. */
    public static final int BUCKET_COUNT = 5;

    private static final int NONE = Index.NONE;

    private final TaskTable tasks;
    private final EntityTable entities;
    private final UclampBuckets buckets;
    private final int cpuCount;
    private final long base;
    private final boolean guarded;
    private final boolean countsFirst;

    /**
     * @param guarded uclamp_delayed: a delayed task that is moved or changed is counted nowhere
     * @param countsFirst uclamp_order: a task is counted before its enqueue tells the governor
     * @param base arena offset of the state, from {@link #reserve}
     */
    public Clamps(
            TaskTable tasks,
            EntityTable entities,
            boolean guarded,
            boolean countsFirst,
            long base,
            int cpuCount) {
        this.tasks = tasks;
        this.entities = entities;
        this.guarded = guarded;
        this.countsFirst = countsFirst;
        this.base = base;
        this.buckets = new UclampBuckets(BUCKET_COUNT);
        this.cpuCount = cpuCount;
        init();
    }

    /** Nobody is queued anywhere. */
    @ColdPath
    public void init() {
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            buckets.init(at(cpu));
        }
    }

    /** Memory for the clamps of all CPUs. */
    @ColdPath
    public static long reserve(SlabPlan plan, int cpuCount) {
        return plan.reserve("clamps", new UclampBuckets(BUCKET_COUNT).bytes(), cpuCount);
    }

    /** A task is about to be queued. */
    void enqueueBegins(int cpu, int task, int flags) {
        if (countsFirst) {
            count(cpu, task, flags);
        }
    }

    /** A task has been queued, and the governor told. */
    void enqueueEnds(int cpu, int task, int flags) {
        if (!countsFirst) {
            count(cpu, task, flags);
        }
    }

    private void count(int cpu, int task, int flags) {
        if (guarded
                && entities.delayed(task)
                && (flags & FairClass.ENQUEUE_DELAYED) == 0
                && tasks.rtPriority(task) == 0) {
            return;
        }
        tasks.countedMin(task, min(task));
        tasks.countedMax(task, max(task));
        buckets.inc(at(cpu), tasks.countedMin(task), tasks.countedMax(task));
    }

    /** A task is about to be taken off, or to become delayed. */
    void dequeueBegins(int cpu, int task) {
        if (guarded && entities.delayed(task) && tasks.rtPriority(task) == 0) {
            return;
        }
        if (tasks.countedMax(task) != NONE) {
            buckets.dec(at(cpu), tasks.countedMin(task), tasks.countedMax(task));
        }
    }

    /** Minimum clamp in force for a task: a real-time one asks for everything by default. */
    int min(int task) {
        final int asked = tasks.utilMin(task);
        if (asked != NONE) {
            return asked;
        }
        return tasks.rtPriority(task) > 0 ? UclampBuckets.SCALE : 0;
    }

    /** Maximum clamp in force for a task. */
    int max(int task) {
        final int asked = tasks.utilMax(task);
        return asked == NONE ? UclampBuckets.SCALE : asked;
    }

    /** Minimum clamp of a CPU. */
    int minOf(int cpu) {
        return buckets.value(at(cpu), UclampBuckets.MIN);
    }

    /** Maximum clamp of a CPU. */
    int maxOf(int cpu) {
        return buckets.value(at(cpu), UclampBuckets.MAX);
    }

    /** Minimum clamp of a CPU if the task came to it. */
    int minWith(int cpu, int task) {
        return buckets.withTask(at(cpu), UclampBuckets.MIN, min(task));
    }

    /** Maximum clamp of a CPU if the task came to it. */
    int maxWith(int cpu, int task) {
        return buckets.withTask(at(cpu), UclampBuckets.MAX, max(task));
    }

    /** Whether the CPU's last task left and its maximum is only held. */
    boolean isHeld(int cpu) {
        return buckets.isIdle(at(cpu));
    }

    /** Tasks that a CPU counts, by the minimum clamp; for tests and checks. */
    public int countedTasks(int cpu) {
        int count = 0;
        for (int bucket = 0; bucket < BUCKET_COUNT; bucket++) {
            count += buckets.tasks(at(cpu), UclampBuckets.MIN, bucket);
        }
        return count;
    }

    private long at(int cpu) {
        return base + cpu * buckets.bytes();
    }
}
