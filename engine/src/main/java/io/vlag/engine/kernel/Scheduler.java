package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.PrevState;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.EnergyMeter;
import io.vlag.offheap.HotPath;

/**
 * schedule(): takes a blocking task off, picks the next one over all classes, pulls work when there
 * is none, and accounts the switch. What the next task then does is not its business.
 */
@HotPath
public final class Scheduler {
    private static final int BLOCK = CostPath.BLOCK.ordinal();
    private static final int WAKE_LOCAL = CostPath.WAKE_LOCAL.ordinal();
    private static final int WAKE_TAIL = CostPath.WAKE_TAIL.ordinal();
    private static final int PICK_SWITCH = CostPath.PICK_SWITCH.ordinal();
    private static final int MM_SWITCH = CostPath.MM_SWITCH.ordinal();
    private static final int MIGRATION_REFILL = CostPath.MIGRATION_REFILL.ordinal();

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final SchedClasses classes;
    private final FairClass fair;
    private final RtClass rt;
    private final RtLoad rtLoad;
    private final RtBalance rtBalance;
    private final RtThrottle rtThrottle;
    private final FairServer fairServer;
    private final NewIdleBalance newIdle;
    private final IdleLoop idle;
    private final Clocks clocks;
    private final SliceTimer sliceTimer;
    private final CostMeter costs;
    private final EnergyMeter energy;
    private final Journal journal;
    private final Fitness fitness;
    private final CpufreqHook hook;
    private final IowaitTime iowait;

    Scheduler(KernelParts parts, NewIdleBalance newIdle, IdleLoop idle, RtBalance rtBalance) {
        this.rtBalance = rtBalance;
        this.rtThrottle = parts.rtThrottle();
        this.fairServer = parts.fairServer();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.queues = parts.queues();
        this.runQueues = parts.runQueues();
        this.classes = parts.classes();
        this.fair = parts.fair();
        this.rt = parts.rt();
        this.rtLoad = parts.rtLoad();
        this.newIdle = newIdle;
        this.idle = idle;
        this.clocks = parts.clocks();
        this.sliceTimer = parts.sliceTimer();
        this.costs = parts.costs();
        this.energy = parts.hw().energy();
        this.journal = parts.journal();
        this.fitness = parts.fitness();
        this.hook = parts.hook();
        this.iowait = new IowaitTime(parts);
    }

    /** The running task blocks; returns the PrevState that its switch will be recorded with. */
    public int block(int cpu, long nowNs) {
        final int task = cpus.curr(cpu);
        tasks.state(task, TaskState.SLEEPING);
        if (tasks.inIowait(task) != 0) {
            iowait.began(cpu, task, nowNs);
        }
        costs.charge(cpu, BLOCK);
        readClock(cpu, nowNs);
        if (classes.dequeue(cpu, task, FairClass.DEQUEUE_SLEEP)) {
            return PrevState.BLOCKED;
        }
        tasks.delayedSleeps(task, tasks.delayedSleeps(task) + 1);
        return PrevState.DELAYED;
    }

    /** The running task ends. */
    public void exit(int cpu, long nowNs) {
        final int task = cpus.curr(cpu);
        tasks.state(task, TaskState.DEAD);
        costs.charge(cpu, BLOCK);
        clocks.update(cpu, nowNs);
        classes.dequeue(cpu, task, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
    }

    /** The running task's group has used up its quota: it leaves its queue until there is more. */
    public void waitForQuota(int cpu, long nowNs) {
        readClock(cpu, nowNs);
        fair.waitForQuota(cpu, cpus.curr(cpu));
    }

    /** An ended task's averages leave the queue it ran on: task_dead_fair(). */
    public void forget(int cpu, int task, long nowNs) {
        if (!classes.isRt(task)) {
            clocks.update(cpu, nowNs);
            fair.migrateSleeping(task, cpu, cpu);
        }
    }

    /**
     * The running task may not run here any more: it leaves the queue, ready to be queued
     * elsewhere. The CPU's stopper does it, a thread that has to be woken and switched to.
     */
    public void moveAway(int cpu, long nowNs) {
        final int task = cpus.curr(cpu);
        tasks.state(task, TaskState.WAKING);
        costs.charge(cpu, WAKE_LOCAL);
        costs.charge(cpu, WAKE_TAIL);
        costs.charge(cpu, PICK_SWITCH);
        clocks.update(cpu, nowNs);
        classes.dequeue(cpu, task, FairClass.DEQUEUE_MOVE | FairClass.DEQUEUE_MIGRATING);
    }

    /**
     * Picks what runs next and switches to it.
     *
     * @param prevState the PrevState of what runs now
     * @return the task that runs now, the same as before when nothing better was there; NONE: idle
     */
    public int schedule(int cpu, int prevState, long nowNs) {
        readClock(cpu, nowNs);
        cpus.skipClockUpdate(cpu, 0);
        final int prev = cpus.curr(cpu);
        if (prev != Index.NONE) {
            accountReserve(cpu, prev);
        }
        final int next = pick(cpu, prev, nowNs);
        cpus.skipClockUpdate(cpu, 0); // work pulled on the way asks for nothing any more
        fairServer.noteTransition(cpu);
        costs.chargeFinalDequeues(cpu);
        costs.chargeTracking(cpu);
        if (next != prev) {
            rtLoad.update(cpu, prev != Index.NONE && classes.isRt(prev));
            switchTo(cpu, prev, next, prevState, nowNs);
        }
        fitness.noteMisfit(cpu, next != Index.NONE && classes.isRt(next) ? Index.NONE : next);
        sliceTimer.picked(cpu, next != prev, nowNs);
        if (rt.count(cpu) > 1 && next != Index.NONE && classes.isRt(next)) {
            rtBalance.push(cpu, cpu, nowNs);
        }
        return next;
    }

    private void accountReserve(int cpu, int prev) {
        if (classes.isRt(prev)) {
            rtThrottle.account(cpu);
        } else {
            fairServer.account(cpu);
        }
    }

    /** Brings the clock up to now, unless a wake-up check has just left it where it should be. */
    private void readClock(int cpu, long nowNs) {
        if (cpus.skipClockUpdate(cpu) == 0) {
            clocks.update(cpu, nowNs);
        }
    }

    private int pick(int cpu, int prev, long nowNs) {
        if (fairServer.serves(cpu)) {
            final int served = fair.choose(cpu);
            if (served != Index.NONE) {
                fair.take(cpu, served);
                return served;
            }
            fairServer.stop(cpu);
        }
        if (prev != Index.NONE && classes.isRt(prev)) {
            pullRealTime(cpu, prev, nowNs);
        }
        final int realTime = rt.pick(cpu);
        if (realTime != Index.NONE) {
            if (queues.curr(cpu) != Index.NONE) {
                fair.putPrev(cpu);
            }
            runQueues.needResched(cpu, RunQueueTable.RESCHED_NONE);
            if (queues.nrQueued(cpu) > 0) {
                fairServer.starved(cpu, nowNs);
            }
            return realTime;
        }
        int next = fair.choose(cpu);
        if (next == Index.NONE && newIdle.pull(cpu, nowNs)) {
            next = fair.choose(cpu);
        }
        fair.take(cpu, next);
        return next;
    }

    /** A CPU whose next real-time task is lower than the one that ran takes from others. */
    private void pullRealTime(int cpu, int prev, long nowNs) {
        final int first = rt.first(cpu);
        if (first == Index.NONE || tasks.rtPriority(first) < tasks.rtPriority(prev)) {
            rtBalance.pull(cpu, nowNs);
        }
    }

    private void switchTo(int cpu, int prev, int next, int prevState, long nowNs) {
        costs.charge(cpu, PICK_SWITCH);
        cpus.switches(cpu, cpus.switches(cpu) + 1);
        journal.switched(nowNs, cpu, prev, next, prevState);
        bookEnergy(cpu, prev, nowNs);
        if (prev == Index.NONE) {
            idle.leave(cpu, nowNs);
        } else {
            switchOut(cpu, prev, prevState);
        }
        cpus.curr(cpu, next);
        if (next == Index.NONE) {
            fair.enterIdle(cpu);
            idle.enter(cpu, nowNs);
        } else {
            switchIn(cpu, next, nowNs);
        }
        hook.switched(cpu, prev, next);
        if (next != Index.NONE) {
            costs.switchesUntil(cpu, nowNs + cpus.overheadNs(cpu));
        }
        if (next != Index.NONE && tasks.inIowait(next) != 0) {
            tasks.inIowait(next, 0);
        }
        if (prev != Index.NONE) {
            final long doneNs = nowNs + cpus.overheadNs(cpu);
            tasks.onCpuUntilNs(prev, next == Index.NONE ? cpus.idleReadyNs(cpu) : doneNs);
        }
    }

    /** What the CPU drew since its last switch belongs to the task that ran. */
    private void bookEnergy(int cpu, int prev, long nowNs) {
        final long nj = energy.energyNj(cpu, nowNs);
        if (prev != Index.NONE) {
            tasks.energyNj(prev, tasks.energyNj(prev) + nj - cpus.energySeenNj(cpu));
        }
        cpus.energySeenNj(cpu, nj);
    }

    private void switchOut(int cpu, int prev, int prevState) {
        final long ranNs = runQueues.clockTaskNs(cpu) - tasks.lastRunNs(prev);
        tasks.cpuNs(prev, tasks.cpuNs(prev) + ranNs);
        if (fitness.isBiggest(cpu)) {
            tasks.bigNs(prev, tasks.bigNs(prev) + ranNs);
        }
        if (prevState == PrevState.BLOCKED || prevState == PrevState.DELAYED) {
            tasks.voluntarySwitches(prev, tasks.voluntarySwitches(prev) + 1);
            cpus.voluntarySwitches(cpu, cpus.voluntarySwitches(cpu) + 1);
        } else if (prevState != PrevState.EXITED) {
            tasks.involuntarySwitches(prev, tasks.involuntarySwitches(prev) + 1);
            cpus.involuntarySwitches(cpu, cpus.involuntarySwitches(cpu) + 1);
        }
    }

    private void switchIn(int cpu, int next, long nowNs) {
        assert affinity.allows(next, cpu) : next;
        if (tasks.mm(next) != cpus.lastMm(cpu)) {
            cpus.lastMm(cpu, tasks.mm(next));
            costs.charge(cpu, MM_SWITCH);
        }
        if (tasks.lastCpu(next) != cpu) {
            if (tasks.lastCpu(next) != Index.NONE) {
                costs.charge(cpu, MIGRATION_REFILL);
            }
            tasks.lastCpu(next, cpu);
        }
        tasks.lastRunNs(next, runQueues.clockTaskNs(cpu));
        tasks.switchesIn(next, tasks.switchesIn(next) + 1);
        if (tasks.wokenUnrun(next) != 0) {
            final long waitNs = nowNs - tasks.wakeNs(next);
            tasks.wokenUnrun(next, 0);
            tasks.activations(next, tasks.activations(next) + 1);
            tasks.waitNsSum(next, tasks.waitNsSum(next) + waitNs);
            tasks.waitNsMax(next, Math.max(tasks.waitNsMax(next), waitNs));
        }
        if (classes.isRt(next)) {
            rtThrottle.start(cpu, nowNs);
        } else {
            classes.stamp(cpu, next);
            fairServer.start(cpu);
        }
    }
}
