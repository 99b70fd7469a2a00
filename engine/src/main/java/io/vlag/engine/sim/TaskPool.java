package io.vlag.engine.sim;

import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.SchedAttributes;
import io.vlag.engine.plan.TaskBudget;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.SyncTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.workload.CompiledWorkload;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.IndexFreeList;

/**
 * Task records: filled from a template when a task starts, free again when it ends. The templates
 * are copied into plain arrays once, so that a fork allocates nothing.
 */
@HotPath
final class TaskPool {
    private static final int OTHER = SchedPolicy.OTHER.ordinal();

    private final TaskTable tasks;
    private final EntityTable entities;
    private final AffinityTable affinity;
    private final SyncTable objects;
    private final FairClass fair;
    private final IndexFreeList free;
    private final int syncCount;
    private final int ownTimersPerTask;
    private final int loopsPerTask;
    private final int[] groupOf;
    private final int[] entryOf;
    private final int[] policyOf;
    private final int[] niceOf;
    private final int[] rtPriorityOf;
    private final int[] mmOf;
    private final boolean[] inheritsOf;
    private final int[] utilMinOf;
    private final int[] utilMaxOf;
    private final long[] sliceNsOf;
    private final String[] nameOf;
    private final int forkLimit;
    private final long[][] affinityOf;

    TaskPool(
            KernelParts parts,
            SyncTable objects,
            IndexFreeList free,
            CompiledWorkload workload,
            int[] groupOf,
            TaskBudget budget,
            int cpuCount) {
        this.tasks = parts.tasks();
        this.entities = parts.entities();
        this.affinity = parts.affinity();
        this.objects = objects;
        this.fair = parts.fair();
        this.free = free;
        this.syncCount = workload.syncCount();
        this.ownTimersPerTask = budget.ownTimersPerTask();
        this.loopsPerTask = budget.loopsPerTask();
        final int count = workload.templates().size();
        this.groupOf = groupOf.clone();
        entryOf = workload.entryOf().clone();
        policyOf = new int[count];
        niceOf = new int[count];
        rtPriorityOf = new int[count];
        mmOf = new int[count];
        inheritsOf = new boolean[count];
        utilMinOf = new int[count];
        utilMaxOf = new int[count];
        sliceNsOf = new long[count];
        nameOf = new String[count];
        forkLimit = budget.taskCount() - workload.startingTaskCount();
        affinityOf = new long[count][];
        for (int index = 0; index < count; index++) {
            final TaskTemplate template = workload.templates().get(index);
            policyOf[index] = template.policy().ordinal();
            niceOf[index] = template.nice();
            rtPriorityOf[index] = template.rtPriority();
            inheritsOf[index] = template.inherits();
            utilMinOf[index] = template.clamp().min();
            utilMaxOf[index] = template.clamp().max();
            mmOf[index] = workload.source().threadsShareMemory() ? 0 : Index.NONE;
            sliceNsOf[index] = template.sliceNs();
            nameOf[index] = template.name();
            affinityOf[index] = AffinitySets.words(template.cpus(), cpuCount);
        }
    }

    /**
     * A task from the template, ready for its first wake-up; NONE when the fork budget is used up.
     */
    int create(int template, int parentCpu, long nowNs) {
        final int task = free.pop();
        if (task == IndexFreeList.NONE) {
            return Index.NONE;
        }
        tasks.state(task, TaskState.NEW);
        tasks.cpu(task, parentCpu);
        tasks.template(task, template);
        tasks.pc(task, entryOf[template]);
        tasks.stage(task, 0);
        tasks.opKind(task, OpKind.NONE);
        tasks.pendingNs(task, 0);
        tasks.policy(task, policyOf[template]);
        tasks.nice(task, niceOf[template]);
        tasks.rtPriority(task, rtPriorityOf[template]);
        tasks.resetOnFork(task, 0);
        tasks.utilMin(task, utilMinOf[template]);
        tasks.utilMax(task, utilMaxOf[template]);
        tasks.countedMin(task, Index.NONE);
        tasks.countedMax(task, Index.NONE);
        tasks.inIowait(task, 0);
        tasks.sleepBiasNs(task, 0);
        tasks.nextCall(task, 0);
        tasks.parent(task, Index.NONE);
        tasks.mm(task, mmOf[template] == Index.NONE ? task + 1 : mmOf[template]);
        tasks.onCpuUntilNs(task, 0);
        tasks.recentUsedCpu(task, Index.NONE);
        tasks.lastWakee(task, Index.NONE);
        tasks.wakeeFlips(task, 0);
        tasks.wakeeFlipDecayNs(task, nowNs);
        tasks.waitQueue(task, Index.NONE);
        tasks.lastCpu(task, Index.NONE);
        tasks.pushCpu(task, Index.NONE);
        tasks.startNs(task, nowNs);
        tasks.rtSliceLeftNs(task, 0);
        tasks.ownTimers(task, syncCount + task * ownTimersPerTask);
        tasks.loops(task, task * loopsPerTask);
        for (int timer = 0; timer < ownTimersPerTask; timer++) {
            objects.expiryNs(tasks.ownTimers(task) + timer, 0);
        }
        for (int word = 0; word < affinity.wordsPerTask(); word++) {
            affinity.setWord(task, word, affinityOf[template][word]);
        }
        return task;
    }

    /**
     * A forked task of a template that says so starts with its parent's policy, nice level,
     * priority, CPUs and slice, or without privileges when the parent wants its children reset.
     *
     * @implNote Models Linux 6.6 to 7.2, sched_fork().
     */
    void inherit(int child, int parent) {
        if (!inheritsOf[tasks.template(child)]) {
            return;
        }
        final boolean reset = tasks.resetOnFork(parent) != 0;
        final boolean realTime = tasks.rtPriority(parent) > 0;
        tasks.parent(child, reset ? Index.NONE : parent);
        tasks.policy(child, reset && realTime ? OTHER : tasks.policy(parent));
        tasks.rtPriority(child, reset ? 0 : tasks.rtPriority(parent));
        tasks.nice(child, niceOfChild(parent, reset, realTime));
        tasks.utilMin(child, reset ? Index.NONE : tasks.utilMin(parent));
        tasks.utilMax(child, reset ? Index.NONE : tasks.utilMax(parent));
        for (int word = 0; word < affinity.wordsPerTask(); word++) {
            affinity.setWord(child, word, affinity.word(parent, word));
        }
    }

    private int niceOfChild(int parent, boolean reset, boolean realTime) {
        if (!reset) {
            return tasks.nice(parent);
        }
        return realTime ? 0 : Math.max(0, tasks.nice(parent));
    }

    private long sliceNs(int task) {
        final int parent = tasks.parent(task);
        if (parent != Index.NONE) {
            return entities.customSlice(parent) ? entities.sliceNs(parent) : 0;
        }
        return inheritsOf[tasks.template(task)] ? 0 : sliceNsOf[tasks.template(task)];
    }

    /** Gives the new task's entity its weight and slice on the CPU it starts on. */
    void prepareEntity(int task, int cpu) {
        final int policy = tasks.policy(task);
        fair.newTask(
                cpu,
                task,
                tasks.nice(task),
                SchedAttributes.entityPolicy(policy),
                groupOf[tasks.template(task)]);
        final long sliceNs = sliceNs(task);
        if (sliceNs != 0) {
            fair.setSlice(cpu, task, sliceNs);
        }
        assert !entities.onRq(task);
    }

    /** The task's record may be used again; what it counted is added to its template's totals. */
    void free(int task) {
        final int totals = totalsOf(tasks.template(task));
        tasks.bogoOps(totals, tasks.bogoOps(totals) + tasks.bogoOps(task));
        tasks.switchesIn(totals, tasks.switchesIn(totals) + tasks.switchesIn(task));
        tasks.voluntarySwitches(
                totals, tasks.voluntarySwitches(totals) + tasks.voluntarySwitches(task));
        tasks.involuntarySwitches(
                totals, tasks.involuntarySwitches(totals) + tasks.involuntarySwitches(task));
        tasks.migrations(totals, tasks.migrations(totals) + tasks.migrations(task));
        tasks.wakeups(totals, tasks.wakeups(totals) + tasks.wakeups(task));
        tasks.activations(totals, tasks.activations(totals) + tasks.activations(task));
        tasks.delayedSleeps(totals, tasks.delayedSleeps(totals) + tasks.delayedSleeps(task));
        tasks.waitNsSum(totals, tasks.waitNsSum(totals) + tasks.waitNsSum(task));
        tasks.waitNsMax(totals, Math.max(tasks.waitNsMax(totals), tasks.waitNsMax(task)));
        tasks.cpuNs(totals, tasks.cpuNs(totals) + tasks.cpuNs(task));
        tasks.bigNs(totals, tasks.bigNs(totals) + tasks.bigNs(task));
        tasks.energyNj(totals, tasks.energyNj(totals) + tasks.energyNj(task));
        clearCounts(task);
        free.push(task);
    }

    /** The record that sums up the ended tasks of a template; it lies behind those of the tasks. */
    int totalsOf(int template) {
        return free.capacity() + template;
    }

    /** Name of a template, as the user wrote it. */
    String nameOf(int template) {
        return nameOf[template];
    }

    /** Forked tasks that may be alive at one time. */
    int forkLimit() {
        return forkLimit;
    }

    private void clearCounts(int task) {
        tasks.bogoOps(task, 0);
        tasks.switchesIn(task, 0);
        tasks.voluntarySwitches(task, 0);
        tasks.involuntarySwitches(task, 0);
        tasks.migrations(task, 0);
        tasks.wakeups(task, 0);
        tasks.activations(task, 0);
        tasks.delayedSleeps(task, 0);
        tasks.waitNsSum(task, 0);
        tasks.waitNsMax(task, 0);
        tasks.cpuNs(task, 0);
        tasks.bigNs(task, 0);
        tasks.energyNj(task, 0);
        tasks.wokenUnrun(task, 0);
        tasks.state(task, TaskState.DEAD);
    }
}
