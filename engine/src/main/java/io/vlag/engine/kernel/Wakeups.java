package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.MigrateReason;
import io.vlag.engine.journal.PlacementReason;
import io.vlag.engine.journal.WakeFlag;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * try_to_wake_up(): from a sleeping task to a queued one, with the ways through delayed dequeue,
 * wake lists and remote locks that differ between kernels. See docs/model/wakeup.md.
 */
@HotPath
public final class Wakeups {
    private static final int SELECT_CPU = CostPath.SELECT_CPU.ordinal();
    private static final int SCAN_PER_CPU = CostPath.SCAN_PER_CPU.ordinal();
    private static final int WAKE_LOCAL = CostPath.WAKE_LOCAL.ordinal();
    private static final int WAKE_TAIL = CostPath.WAKE_TAIL.ordinal();
    private static final int WAKE_REMOTE_EXTRA = CostPath.WAKE_REMOTE_EXTRA.ordinal();
    private static final int WAKE_LIST_PUSH = CostPath.WAKE_LIST_PUSH.ordinal();
    private static final int WAKE_HANDLE = CostPath.WAKE_HANDLE.ordinal();
    private static final int REQUEUE_DELAYED = CostPath.REQUEUE_DELAYED.ordinal();
    private static final int DELAYED_FINAL_DEQUEUE = CostPath.DELAYED_FINAL_DEQUEUE.ordinal();

    private final WakeRules rules;
    private final boolean lazyPreemption;
    private final Topology topology;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final EntityTable entities;
    private final RunQueueTable runQueues;
    private final SchedClasses classes;
    private final FairClass fair;
    private final RtBalance rtBalance;
    private final CpuLoad load;
    private final CpuSelection selection;
    private final WakeLists wakeLists;
    private final Interrupts interrupts;
    private final Clocks clocks;
    private final SliceTimer sliceTimer;
    private final CostMeter costs;
    private final Journal journal;
    private final Fitness fitness;
    private final IowaitTime iowait;

    Wakeups(KernelParts parts, RtBalance rtBalance) {
        this.rtBalance = rtBalance;
        this.rules = parts.wakeRules();
        this.lazyPreemption = parts.lazyPreemption();
        this.topology = parts.topology();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.entities = parts.entities();
        this.runQueues = parts.runQueues();
        this.classes = parts.classes();
        this.fair = parts.fair();
        this.load = parts.load();
        this.selection = parts.selection();
        this.wakeLists = parts.wakeLists();
        this.interrupts = parts.interrupts();
        this.clocks = parts.clocks();
        this.sliceTimer = parts.sliceTimer();
        this.costs = parts.costs();
        this.journal = parts.journal();
        this.fitness = parts.fitness();
        this.iowait = new IowaitTime(parts);
    }

    /**
     * Counts the waker's way to the reading of the wakee's run queue clock and returns its time,
     * ns, without charging it.
     */
    public long frontNs(int wakerCpu) {
        return costs.pass(wakerCpu, WAKE_LOCAL);
    }

    /**
     * Wakes a sleeping task; does nothing for one that is awake.
     *
     * @param wakerCpu the CPU that executes the wake-up
     * @param flags bits of {@link WakeFlags}
     */
    public void wake(int wakerCpu, int task, int flags, long nowNs) {
        if (tasks.state(task) != TaskState.SLEEPING) {
            return;
        }
        if (tasks.inIowait(task) != 0) {
            iowait.ended(task, nowNs);
        }
        tasks.wakeups(task, tasks.wakeups(task) + 1);
        tasks.wakeNs(task, nowNs);
        tasks.wokenUnrun(task, 1);
        if (entities.onRq(task)) {
            wakeDelayed(wakerCpu, task, flags, nowNs);
        } else {
            wakeBlocked(wakerCpu, task, flags, nowNs);
        }
    }

    /**
     * Chooses the CPU of a new task and brings that CPU's clock up to now, so that the entity can
     * be prepared.
     */
    public int selectNew(int parentCpu, int task, long nowNs) {
        final int cpu =
                classes.isRt(task)
                        ? selection.forRealTime(task, parentCpu)
                        : selection.forFork(task, parentCpu);
        tasks.cpu(task, cpu);
        clocks.update(cpu, nowNs);
        return cpu;
    }

    /** Starts a new task whose entity is prepared: wake_up_new_task(). */
    public void startNew(int parentCpu, int task, int cpu, long nowNs) {
        tasks.wakeNs(task, nowNs);
        tasks.wokenUnrun(task, 1);
        placeNew(parentCpu, task, nowNs);
        costs.charge(parentCpu, WAKE_LOCAL);
        costs.charge(parentCpu, WAKE_TAIL);
        logWakeup(parentCpu, task, cpu, cpu, WakeFlag.FORK, PlacementReason.IDLEST_GROUP, nowNs);
        enqueue(parentCpu, task, cpu, WakeFlags.FORK, nowNs);
    }

    /** task_fork_fair(), in kernels in which it decides where a new task is placed. */
    private void placeNew(int parentCpu, int task, long nowNs) {
        if (fair.placesAtFork() && !classes.isRt(task)) {
            clocks.update(parentCpu, nowNs);
            fair.placeNew(parentCpu, task);
        }
    }

    /** Queues a task that may not run on its old CPU any more and has been taken off it. */
    public void placeMoved(int oldCpu, int task, long nowNs) {
        placeOn(selection.distribute(oldCpu, task), oldCpu, task, MigrateReason.AFFINITY, nowNs);
    }

    /** The CPU on which the running task of {@code cpu} goes on after its exec. */
    public int selectForExec(int cpu, int task) {
        if (affinity.isPinned(task)) {
            return cpu;
        }
        return classes.isRt(task) ? cpu : selection.forExec(task, cpu);
    }

    /** Queues a task that has been taken off its old CPU on another one before its exec. */
    public void placeForExec(int cpu, int oldCpu, int task, long nowNs) {
        placeOn(cpu, oldCpu, task, MigrateReason.EXEC, nowNs);
    }

    /** Queues a running task that the balancer took off its CPU on a bigger one. */
    public void placePushed(int cpu, int oldCpu, int task, long nowNs) {
        final int reason =
                fitness.fits(task, oldCpu) ? MigrateReason.ACTIVE_BALANCE : MigrateReason.MISFIT;
        placeOn(cpu, oldCpu, task, reason, nowNs);
        fitness.check(cpu);
    }

    private void placeOn(int cpu, int oldCpu, int task, int reason, long nowNs) {
        journal.migrated(nowNs, oldCpu, task, oldCpu, cpu, reason);
        tasks.migrations(task, tasks.migrations(task) + 1);
        tasks.cpu(task, cpu);
        clocks.update(cpu, nowNs);
        final int before = runQueues.needResched(cpu);
        classes.enqueue(cpu, task, FairClass.ENQUEUE_MIGRATED);
        tasks.state(task, TaskState.RUNNABLE);
        checkPreempt(oldCpu, task, cpu, 0, before, nowNs);
    }

    /** Queues everything on a CPU's own wake list: sched_ttwu_pending(). */
    public void handleWakeList(int cpu, long nowNs) {
        if (wakeLists.isEmpty(cpu)) {
            return; // an interrupt for another reason: the clock stays as it is
        }
        clocks.update(cpu, nowNs);
        cpus.handlesWakeList(cpu, 1);
        for (int task = wakeLists.poll(cpu); task != Index.NONE; task = wakeLists.poll(cpu)) {
            costs.charge(cpu, WAKE_HANDLE);
            final int flags = tasks.wakeFlags(task);
            if ((flags & WakeFlags.DELAYED) != 0) {
                handleDelayed(cpu, task, nowNs);
            } else if (affinity.allows(task, cpu)) {
                enqueue(cpu, task, cpu, flags & WakeFlags.MIGRATED, nowNs);
            } else {
                forward(cpu, task, nowNs);
            }
        }
        cpus.handlesWakeList(cpu, 0);
    }

    /** The CPUs of a wakee changed while it was on its way to this one. */
    private void forward(int cpu, int task, long nowNs) {
        final int target = selection.firstAllowed(task);
        migrate(cpu, task, cpu, target, nowNs);
        enqueue(cpu, task, target, WakeFlags.MIGRATED, nowNs);
    }

    private void wakeBlocked(int wakerCpu, int task, int flags, long nowNs) {
        tasks.state(task, TaskState.WAKING);
        final int prev = tasks.cpu(task);
        final boolean stillOnCpu = prev != wakerCpu && nowNs < tasks.onCpuUntilNs(task);
        if (stillOnCpu
                && !rules.selectBeforeWait()
                && affinity.allows(task, prev)
                && mayQueueOnCpu(wakerCpu, prev)) {
            logWakeup(
                    wakerCpu,
                    task,
                    prev,
                    prev,
                    wakeFlagBits(flags) | WakeFlag.WAKE_LIST,
                    PlacementReason.STAYED,
                    nowNs);
            push(wakerCpu, task, prev, 0, nowNs);
            return;
        }
        final int cpu = select(wakerCpu, task, prev, flags, nowNs);
        if (stillOnCpu) {
            if (rules.selectBeforeWait()
                    && rules.ttwuQueueOnCpu()
                    && cpu == prev
                    && mayQueueOnCpu(wakerCpu, prev)) {
                logWakeup(
                        wakerCpu,
                        task,
                        prev,
                        prev,
                        wakeFlagBits(flags) | WakeFlag.WAKE_LIST,
                        PlacementReason.STAYED,
                        nowNs);
                push(wakerCpu, task, prev, 0, nowNs);
                return;
            }
            costs.chargeNs(wakerCpu, tasks.onCpuUntilNs(task) - nowNs);
        }
        final int selected = affinity.isPinned(task) ? 0 : WakeFlags.SELECTED;
        activate(wakerCpu, task, prev, cpu, flags | selected, nowNs);
    }

    private void activate(int wakerCpu, int task, int prev, int cpu, int flags, long nowNs) {
        int wakeFlags = flags;
        if (cpu != prev) {
            migrate(wakerCpu, task, prev, cpu, nowNs);
            wakeFlags |= WakeFlags.MIGRATED;
        }
        final boolean queue = mayQueue(wakerCpu, cpu, rules.ttwuQueueDefault());
        logWakeup(
                wakerCpu,
                task,
                cpu,
                prev,
                wakeFlagBits(flags) | (queue ? WakeFlag.WAKE_LIST : 0),
                classes.isRt(task) ? PlacementReason.NONE : selection.reason(),
                nowNs);
        if (queue) {
            push(wakerCpu, task, cpu, wakeFlags & WakeFlags.MIGRATED, nowNs);
        } else {
            costs.charge(wakerCpu, WAKE_TAIL);
            enqueue(wakerCpu, task, cpu, wakeFlags, nowNs);
        }
    }

    private void wakeDelayed(int wakerCpu, int task, int flags, long nowNs) {
        final int cpu = tasks.cpu(task);
        if (!rules.delayedWakeeDequeued() && affinity.allows(task, cpu)) {
            requeueDelayed(wakerCpu, task, cpu, flags, nowNs);
        } else if (rules.delayedWakeeDequeued()
                && rules.ttwuQueueDelayed()
                && cpu != wakerCpu
                && mayQueue(wakerCpu, cpu, true)) {
            tasks.state(task, TaskState.WAKING);
            tasks.pushCpu(task, wakerCpu);
            logWakeup(
                    wakerCpu,
                    task,
                    cpu,
                    cpu,
                    wakeFlagBits(flags) | WakeFlag.WAKE_LIST | WakeFlag.DELAYED_REQUEUE,
                    PlacementReason.STAYED,
                    nowNs);
            push(wakerCpu, task, cpu, WakeFlags.DELAYED, nowNs);
        } else {
            finishDelayed(wakerCpu, task, cpu, nowNs);
            wakeBlocked(wakerCpu, task, flags, nowNs);
        }
    }

    /** ttwu_runnable(): the wakee stays where it slept, whoever wakes it. */
    private void requeueDelayed(int wakerCpu, int task, int cpu, int flags, long nowNs) {
        costs.charge(wakerCpu, REQUEUE_DELAYED);
        if (cpu != wakerCpu) {
            costs.charge(wakerCpu, WAKE_REMOTE_EXTRA);
        }
        logWakeup(
                wakerCpu,
                task,
                cpu,
                cpu,
                wakeFlagBits(flags) | WakeFlag.DELAYED_REQUEUE,
                PlacementReason.STAYED,
                nowNs);
        clocks.update(cpu, nowNs);
        final int before = runQueues.needResched(cpu);
        fair.enqueue(cpu, task, FairClass.ENQUEUE_DELAYED);
        tasks.state(task, TaskState.RUNNABLE);
        if (cpus.curr(cpu) != task) {
            checkPreempt(wakerCpu, task, cpu, flags, before, nowNs);
        }
    }

    private void handleDelayed(int cpu, int task, long nowNs) {
        final int sleptOn = tasks.cpu(task); // the balancer may have moved it meanwhile
        if (entities.onRq(task)) {
            costs.charge(cpu, DELAYED_FINAL_DEQUEUE);
            clocks.update(sleptOn, nowNs);
            fair.dequeue(sleptOn, task, FairClass.DEQUEUE_SLEEP);
        }
        final int target = selectDelayed(cpu, task, nowNs);
        final int flags = target == sleptOn ? 0 : WakeFlags.MIGRATED;
        if (flags != 0) {
            migrate(cpu, task, sleptOn, target, nowNs);
        }
        if (target == cpu) {
            enqueue(cpu, task, cpu, flags, nowNs);
        } else {
            push(cpu, task, target, flags, nowNs);
        }
    }

    /** CPU selection by the CPU that handles a delayed wakee, under its own run queue's lock. */
    private int selectDelayed(int cpu, int task, long nowNs) {
        if (affinity.isPinned(task)) {
            return selection.firstAllowed(task);
        }
        costs.charge(cpu, SELECT_CPU);
        final int waker = tasks.pushCpu(task);
        final int target =
                rules.delayedPrevIsWaker()
                        ? selection.forDelayedWakee(task, cpu, waker, nowNs)
                        : selection.forWakeup(task, waker, cpu, 0, nowNs);
        chargeScan(cpu);
        return target;
    }

    private void finishDelayed(int wakerCpu, int task, int cpu, long nowNs) {
        costs.charge(wakerCpu, DELAYED_FINAL_DEQUEUE);
        if (cpu != wakerCpu) {
            costs.charge(wakerCpu, WAKE_REMOTE_EXTRA);
        }
        clocks.update(cpu, nowNs);
        fair.dequeue(cpu, task, FairClass.DEQUEUE_SLEEP);
    }

    private int select(int wakerCpu, int task, int prev, int flags, long nowNs) {
        if (affinity.isPinned(task)) {
            return selection.firstAllowed(task);
        }
        costs.charge(wakerCpu, SELECT_CPU);
        if (classes.isRt(task)) {
            return selection.forRealTime(task, prev);
        }
        final int cpu = selection.forWakeup(task, wakerCpu, prev, flags, nowNs);
        chargeScan(wakerCpu);
        return cpu;
    }

    private void chargeScan(int cpu) {
        final int scanned = selection.scanned();
        if (scanned > 0) {
            costs.chargeTimes(cpu, SCAN_PER_CPU, scanned);
        }
    }

    private void migrate(int wakerCpu, int task, int from, int to, long nowNs) {
        journal.migrated(nowNs, wakerCpu, task, from, to, MigrateReason.WAKE);
        tasks.migrations(task, tasks.migrations(task) + 1);
        if (!classes.isRt(task)) {
            clocks.update(from, nowNs);
            fair.migrateSleeping(task, from, to);
        }
        tasks.cpu(task, to);
    }

    /** The wake-list test of ttwu_queue_cond(). */
    private boolean mayQueue(int wakerCpu, int cpu, boolean otherwise) {
        if (!rules.ttwuQueue()) {
            return false;
        }
        if (!topology.shareCache(wakerCpu, cpu)) {
            return true;
        }
        if (cpu == wakerCpu) {
            return false;
        }
        return rules.ttwuQueueIdle() && load.nrRunning(cpu) == 0 || otherwise;
    }

    /** The same for a task that still leaves its CPU: an idle one takes it in every kernel. */
    private boolean mayQueueOnCpu(int wakerCpu, int cpu) {
        return mayQueue(
                wakerCpu,
                cpu,
                load.nrRunning(cpu) == 0 || rules.selectBeforeWait() && rules.ttwuQueueDefault());
    }

    private void push(int wakerCpu, int task, int cpu, int flags, long nowNs) {
        costs.charge(wakerCpu, WAKE_LIST_PUSH);
        if (wakeLists.push(cpu, task, flags)) {
            interrupts.send(wakerCpu, cpu, nowNs);
        }
    }

    private void enqueue(int wakerCpu, int task, int cpu, int flags, long nowNs) {
        if (cpu != wakerCpu) {
            costs.charge(wakerCpu, WAKE_REMOTE_EXTRA);
        }
        clocks.update(cpu, nowNs);
        int fairFlags = (flags & WakeFlags.FORK) != 0 ? newTaskFlags() : FairClass.ENQUEUE_WAKEUP;
        if ((flags & WakeFlags.MIGRATED) != 0) {
            fairFlags |= FairClass.ENQUEUE_MIGRATED;
        }
        final int before = runQueues.needResched(cpu);
        classes.enqueue(cpu, task, fairFlags);
        tasks.state(task, TaskState.RUNNABLE);
        cpus.wakeups(cpu, cpus.wakeups(cpu) + 1);
        if ((flags & WakeFlags.FORK) == 0) {
            fitness.check(cpu);
        }
        checkPreempt(wakerCpu, task, cpu, flags, before, nowNs);
        if (classes.isRt(task)) {
            pushBehindHigher(wakerCpu, cpu, nowNs);
        }
        sampleIdle(cpu, nowNs);
    }

    /** task_woken_rt(): a real-time wakee that does not get this CPU may get another one. */
    private void pushBehindHigher(int wakerCpu, int cpu, long nowNs) {
        final int curr = cpus.curr(cpu);
        if (curr != Index.NONE
                && classes.isRt(curr)
                && runQueues.needResched(cpu) == RunQueueTable.RESCHED_NONE) {
            rtBalance.push(cpu, wakerCpu, nowNs);
        }
    }

    private int newTaskFlags() {
        return rules.initialAtActivation() ? FairClass.ENQUEUE_INITIAL : 0;
    }

    /**
     * {@code before}: the CPU's request before the task was queued, which may itself have left one.
     */
    private void checkPreempt(int wakerCpu, int task, int cpu, int flags, int before, long nowNs) {
        classes.wakeupPreempt(cpu, task, flags);
        sliceTimer.rearm(cpu, nowNs);
        final int after = runQueues.needResched(cpu);
        if (cpu != wakerCpu
                && after != before
                && (after == RunQueueTable.RESCHED_NOW || !lazyPreemption)) {
            interrupts.send(wakerCpu, cpu, nowNs);
        }
    }

    /** avg_idle takes its sample at the first wake-up after the CPU went idle. */
    private void sampleIdle(int cpu, long nowNs) {
        final long stampNs = cpus.idleStampNs(cpu);
        if (stampNs != 0) {
            NewIdleBalance.updateAverage(cpus, cpu, nowNs - stampNs);
            cpus.idleStampNs(cpu, 0);
        }
    }

    private static int wakeFlagBits(int flags) {
        return (flags & WakeFlags.SYNC) != 0 ? WakeFlag.SYNC : 0;
    }

    private void logWakeup(
            int wakerCpu, int task, int cpu, int prev, int flags, int reason, long nowNs) {
        final int idle = load.isIdle(cpu) ? WakeFlag.TARGET_IDLE : 0;
        final int full =
                fitness.isEnergyAware() && fitness.isOverutilised() ? WakeFlag.OVERUTILISED : 0;
        journal.woken(
                nowNs, wakerCpu, task, cpus.curr(wakerCpu), cpu, prev, flags | idle | full, reason);
    }
}
