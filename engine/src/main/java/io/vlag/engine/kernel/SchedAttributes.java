package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.MigrateReason;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * Changes of a task's nice level, policy, slice and CPUs by a system call of any task, whether the
 * changed one runs, waits, is delayed or sleeps. See docs/model/attributes.md.
 *
 * @implNote Models Linux 6.6 to 7.2, set_user_nice(), __sched_setscheduler(),
 *     check_class_changed(), __set_cpus_allowed_ptr() of kernel/sched.
 */
@HotPath
public final class SchedAttributes {
    private static final int WAKE_REMOTE_EXTRA = CostPath.WAKE_REMOTE_EXTRA.ordinal();
    private static final int BATCH = SchedPolicy.BATCH.ordinal();
    private static final int IDLE = SchedPolicy.IDLE.ordinal();

    private final boolean lazyPreemption;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final EntityTable entities;
    private final RunQueueTable runQueues;
    private final FairClass fair;
    private final RtClass rt;
    private final RtLoad rtLoad;
    private final RtBalance rtBalance;
    private final RtThrottle rtThrottle;
    private final FairServer fairServer;
    private final SchedClasses classes;
    private final CpuSelection selection;
    private final Interrupts interrupts;
    private final Clocks clocks;
    private final SliceTimer sliceTimer;
    private final CostMeter costs;
    private final Journal journal;
    private final CpufreqHook hook;

    SchedAttributes(KernelParts parts, RtBalance rtBalance) {
        this.rtBalance = rtBalance;
        this.hook = parts.hook();
        this.rtThrottle = parts.rtThrottle();
        this.fairServer = parts.fairServer();
        this.lazyPreemption = parts.lazyPreemption();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.entities = parts.entities();
        this.runQueues = parts.runQueues();
        this.fair = parts.fair();
        this.rt = parts.rt();
        this.rtLoad = parts.rtLoad();
        this.classes = parts.classes();
        this.selection = parts.selection();
        this.interrupts = parts.interrupts();
        this.clocks = parts.clocks();
        this.sliceTimer = parts.sliceTimer();
        this.costs = parts.costs();
        this.journal = parts.journal();
    }

    /** The policy of a fair task's entity, from the ordinal of its {@code SchedPolicy}. */
    public static int entityPolicy(int policy) {
        if (policy == IDLE) {
            return EntityTable.POLICY_IDLE;
        }
        return policy == BATCH ? EntityTable.POLICY_BATCH : EntityTable.POLICY_NORMAL;
    }

    /**
     * A new nice level. A real-time task keeps it for the time when it is fair again.
     *
     * @param callerCpu CPU of the task that asks for it
     */
    public void setNice(int callerCpu, int task, int nice, long nowNs) {
        final int before = tasks.nice(task);
        if (nice == before) { // set_user_nice() leaves the task where it is
            return;
        }
        final int cpu = lock(callerCpu, task, nowNs);
        tasks.nice(task, nice);
        if (classes.isRt(task)) {
            entities.nice(task, nice);
            return;
        }
        final int request = runQueues.needResched(cpu);
        fair.setNice(cpu, task, nice);
        fairPriorityChanged(cpu, task, nice > before);
        tell(callerCpu, cpu, request, nowNs);
    }

    /**
     * A new request size; a real-time task has none, and its next fair time starts with the base
     * slice.
     *
     * @param sliceNs 0 for the base slice
     */
    public void setSlice(int callerCpu, int task, long sliceNs, long nowNs) {
        final int cpu = lock(callerCpu, task, nowNs);
        if (classes.isRt(task)) {
            return;
        }
        final int request = runQueues.needResched(cpu);
        fair.setSlice(cpu, task, sliceNs);
        tell(callerCpu, cpu, request, nowNs);
    }

    /**
     * New utilisation clamps: the task is taken off and put back around the change.
     *
     * @param min minimum clamp, NONE to leave it
     * @param max maximum clamp, NONE to leave it
     */
    public void setUclamp(int callerCpu, int task, int min, int max, long nowNs) {
        final int cpu = lock(callerCpu, task, nowNs);
        final int request = runQueues.needResched(cpu);
        if (classes.isRt(task)) {
            final boolean queued = isQueued(task);
            if (queued) {
                classes.saveRt(cpu, task);
            }
            noteClamps(task, min, max);
            if (queued) {
                classes.restoreRt(cpu, task, false);
            }
        } else {
            final boolean queued = entities.onRq(task);
            final boolean running = cpus.curr(cpu) == task;
            fair.takeOffForClamps(cpu, task);
            noteClamps(task, min, max);
            fair.putBackForClamps(cpu, task, queued, running);
        }
        hook.attributesChanged(cpu);
        tell(callerCpu, cpu, request, nowNs);
    }

    private void noteClamps(int task, int min, int max) {
        if (min != Index.NONE) {
            tasks.utilMin(task, min);
        }
        if (max != Index.NONE) {
            tasks.utilMax(task, max);
        }
    }

    /**
     * A new policy, perhaps of another class.
     *
     * @param policy ordinal of a {@code SchedPolicy}
     * @param level nice level of a fair policy, priority 1..99 of a real-time one
     */
    public void setPolicy(
            int callerCpu, int task, int policy, boolean realTime, int level, long nowNs) {
        final int cpu = lock(callerCpu, task, nowNs);
        final int request = runQueues.needResched(cpu);
        final boolean running = cpus.curr(cpu) == task;
        if (running) {
            accountClass(cpu, task);
        }
        if (classes.isRt(task)) {
            fromRealTime(cpu, task, policy, realTime, level, running, nowNs);
        } else {
            fromFair(cpu, task, policy, realTime, level, running);
        }
        if (running) {
            startClass(cpu, task, nowNs);
        }
        if (rt.count(cpu) > 1 && runQueues.needResched(cpu) == RunQueueTable.RESCHED_NONE) {
            rtBalance.push(cpu, callerCpu, nowNs);
        }
        hook.attributesChanged(cpu);
        tell(callerCpu, cpu, request, nowNs);
    }

    private void accountClass(int cpu, int task) {
        final boolean realTime = classes.isRt(task);
        rtLoad.update(cpu, realTime);
        if (realTime) {
            rtThrottle.account(cpu);
        } else {
            fairServer.account(cpu);
        }
    }

    private void startClass(int cpu, int task, long nowNs) {
        if (classes.isRt(task)) {
            rtThrottle.start(cpu, nowNs);
        } else {
            fairServer.start(cpu);
        }
    }

    /**
     * The task's CPUs have been replaced: where it may not stay, it leaves. A running one leaves by
     * the stopper of its CPU, which a remote caller wakes by an interrupt.
     *
     * @return whether the caller itself has to leave its CPU
     */
    public boolean cpusChanged(int callerCpu, int task, long nowNs) {
        final int cpu = lock(callerCpu, task, nowNs);
        if (affinity.allows(task, cpu)) {
            return false;
        }
        if (!classes.isRt(task)) {
            fair.forgetQuota(cpu, task);
        }
        if (cpus.curr(cpu) == task) {
            if (cpu == callerCpu) {
                return true;
            }
            runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
            interrupts.send(callerCpu, cpu, nowNs);
        } else if (isQueued(task)) {
            moveWaiting(callerCpu, task, cpu, nowNs);
        }
        return false;
    }

    private int lock(int callerCpu, int task, long nowNs) {
        final int cpu = tasks.cpu(task);
        if (cpu != callerCpu) {
            costs.charge(callerCpu, WAKE_REMOTE_EXTRA);
        }
        clocks.update(cpu, nowNs);
        return cpu;
    }

    /** On a queue, as a delayed sleeper too. */
    private boolean isQueued(int task) {
        return classes.isRt(task) ? tasks.state(task) == TaskState.RUNNABLE : entities.onRq(task);
    }

    private void fromRealTime(
            int cpu,
            int task,
            int policy,
            boolean realTime,
            int level,
            boolean running,
            long nowNs) {
        final boolean queued = isQueued(task);
        final int before = tasks.rtPriority(task);
        if (queued) {
            classes.saveRt(cpu, task);
        }
        tasks.policy(task, policy);
        tasks.rtPriority(task, realTime ? level : 0);
        if (realTime) {
            if (queued) {
                classes.restoreRt(cpu, task, level < before);
                if (running && level < before) {
                    rtBalance.pull(cpu, nowNs);
                }
                realTimePriorityChanged(cpu, task, running);
            }
            return;
        }
        tasks.nice(task, level);
        final long runningNs = running ? runQueues.clockTaskNs(cpu) - tasks.lastRunNs(task) : 0;
        entities.sumExecNs(task, tasks.cpuNs(task) + runningNs); // real-time turns count in it too
        fair.setPolicy(cpu, task, level, entityPolicy(policy));
        fair.joinClass(cpu, task, queued, running);
        if (queued) {
            classes.stamp(cpu, task);
            if (running) {
                runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
            } else {
                classes.wakeupPreempt(cpu, task, 0);
            }
        }
    }

    private void fromFair(
            int cpu, int task, int policy, boolean realTime, int level, boolean running) {
        if (!realTime) {
            final int before = tasks.nice(task);
            tasks.policy(task, policy);
            tasks.nice(task, level);
            fair.setPolicy(cpu, task, level, entityPolicy(policy));
            if (level != before) {
                fairPriorityChanged(cpu, task, level > before);
            }
            return;
        }
        fair.forgetQuota(cpu, task);
        final boolean queued = entities.onRq(task) && !entities.delayed(task);
        fair.leaveClass(cpu, task);
        tasks.policy(task, policy);
        tasks.rtPriority(task, level);
        if (queued) {
            classes.restoreRt(cpu, task, false);
            realTimePriorityChanged(cpu, task, running);
        }
    }

    /** prio_changed_rt(), switched_to_rt(): whoever is first now runs. */
    private void realTimePriorityChanged(int cpu, int task, boolean running) {
        final int curr = cpus.curr(cpu);
        final boolean preempts =
                running
                        ? tasks.rtPriority(rt.first(cpu)) > tasks.rtPriority(task)
                        : curr == Index.NONE || tasks.rtPriority(task) > tasks.rtPriority(curr);
        if (preempts) {
            runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
        }
    }

    /**
     * prio_changed_fair(): a running task that gets less lets others look; a waiting one asks
     * whether it should run.
     */
    private void fairPriorityChanged(int cpu, int task, boolean lowered) {
        if (!entities.onRq(task) || fair.isAlone(cpu)) {
            return;
        }
        if (cpus.curr(cpu) != task) {
            classes.wakeupPreempt(cpu, task, 0);
        } else if (lowered) {
            runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
        }
    }

    /** move_queued_task(): a delayed one stays delayed. */
    private void moveWaiting(int callerCpu, int task, int from, long nowNs) {
        final int to = selection.distribute(callerCpu, task);
        journal.migrated(nowNs, callerCpu, task, from, to, MigrateReason.AFFINITY);
        tasks.migrations(task, tasks.migrations(task) + 1);
        clocks.update(to, nowNs);
        final int request = runQueues.needResched(to);
        classes.moveWaiting(task, from, to);
        classes.wakeupPreempt(to, task, 0);
        sliceTimer.rearm(from, nowNs);
        tell(callerCpu, to, request, nowNs);
    }

    /** {@code before}: the CPU's request before the change, which may have left another one. */
    private void tell(int callerCpu, int cpu, int before, long nowNs) {
        sliceTimer.rearm(cpu, nowNs);
        final int after = runQueues.needResched(cpu);
        if (cpu != callerCpu
                && after != before
                && (after == RunQueueTable.RESCHED_NOW || !lazyPreemption)) {
            interrupts.send(callerCpu, cpu, nowNs);
        }
    }
}
