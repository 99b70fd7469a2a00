package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * All tasks of one simulation; entity {@code n} of the fair class belongs to task {@code n}. Plain
 * memory, one thread, like its slab.
 */
@HotPath
public final class TaskTable {
    private static final int SHIFT = Long.numberOfTrailingZeros(TaskLayout.BYTES);

    private final long base;
    private final int count;

    /** A table of {@code count} records at arena offset {@code at}; writes nothing. */
    public TaskTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** Reserves room for {@code count} records; returns the offset in the slab. */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("tasks", TaskLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** One of TaskState. */
    public int state(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.STATE);
    }

    public void state(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.STATE, value);
    }

    /** CPU whose queue it is on, or was on last. */
    public int cpu(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.CPU);
    }

    public void cpu(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.CPU, value);
    }

    /** Index of its current instruction in ProgramTable. */
    public int pc(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.PC);
    }

    public void pc(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.PC, value);
    }

    /** How far the current instruction has come, 0 at its start. */
    public int stage(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.STAGE);
    }

    public void stage(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.STAGE, value);
    }

    /** One of OpKind: what opLeft counts, or that no operation waits to go on. */
    public int opKind(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.OP_KIND);
    }

    public void opKind(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.OP_KIND, value);
    }

    /** What is left of its operation when it was taken off the CPU. */
    public long opLeft(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.OP_LEFT);
    }

    public void opLeft(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.OP_LEFT, value);
    }

    /** Cost that its next operation carries in front, ns. */
    public long pendingNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.PENDING_NS);
    }

    public void pendingNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.PENDING_NS, value);
    }

    /**
     * Time at which its switch-out has finished; a remote waker before then finds it on its CPU.
     */
    public long onCpuUntilNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.ON_CPU_UNTIL_NS);
    }

    public void onCpuUntilNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.ON_CPU_UNTIL_NS, value);
    }

    /** Time of the wake-up that has not led to a run yet; valid with wokenUnrun. */
    public long wakeNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.WAKE_NS);
    }

    public void wakeNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.WAKE_NS, value);
    }

    /** 1 between a wake-up and the switch-in that follows. */
    public int wokenUnrun(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WOKEN_UNRUN);
    }

    public void wokenUnrun(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WOKEN_UNRUN, value);
    }

    /** CPU that select_idle_sibling remembers. */
    public int recentUsedCpu(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.RECENT_USED_CPU);
    }

    public void recentUsedCpu(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.RECENT_USED_CPU, value);
    }

    /** Task it woke last, or NONE. */
    public int lastWakee(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.LAST_WAKEE);
    }

    public void lastWakee(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.LAST_WAKEE, value);
    }

    /** How often the wakee changed, halved each second. */
    public int wakeeFlips(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WAKEE_FLIPS);
    }

    public void wakeeFlips(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WAKEE_FLIPS, value);
    }

    /** Time of the last halving. */
    public long wakeeFlipDecayNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.WAKEE_FLIP_DECAY_NS);
    }

    public void wakeeFlipDecayNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.WAKEE_FLIP_DECAY_NS, value);
    }

    /** Wait queue it sleeps on, or NONE. */
    public int waitQueue(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WAIT_QUEUE);
    }

    public void waitQueue(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WAIT_QUEUE, value);
    }

    /** Next task of its wait queue, or NONE. */
    public int waitNext(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WAIT_NEXT);
    }

    public void waitNext(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WAIT_NEXT, value);
    }

    /** Next task of the wake list it is on, or NONE. */
    public int wakeListNext(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WAKE_LIST_NEXT);
    }

    public void wakeListNext(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WAKE_LIST_NEXT, value);
    }

    /** Wake flags that travel with it on a wake list. */
    public int wakeFlags(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WAKE_FLAGS);
    }

    public void wakeFlags(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WAKE_FLAGS, value);
    }

    /** Ordinal of SchedPolicy. */
    public int policy(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.POLICY);
    }

    public void policy(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.POLICY, value);
    }

    /** 1: tasks that it forks start as SCHED_OTHER, with no nice level below 0. */
    public int resetOnFork(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.RESET_ON_FORK);
    }

    public void resetOnFork(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.RESET_ON_FORK, value);
    }

    /** Task whose attributes it starts with, or NONE; only valid until its first wake-up. */
    public int parent(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.PARENT);
    }

    public void parent(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.PARENT, value);
    }

    /** 1..99 for FIFO and RR, else 0. */
    public int rtPriority(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.RT_PRIORITY);
    }

    public void rtPriority(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.RT_PRIORITY, value);
    }

    /** Next task of its real-time queue, or NONE. */
    public int rtNext(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.RT_NEXT);
    }

    public void rtNext(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.RT_NEXT, value);
    }

    /** Previous task of its real-time queue, or NONE. */
    public int rtPrev(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.RT_PREV);
    }

    public void rtPrev(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.RT_PREV, value);
    }

    /** What is left of its round-robin quantum, ns. */
    public long rtSliceLeftNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.RT_SLICE_LEFT_NS);
    }

    public void rtSliceLeftNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.RT_SLICE_LEFT_NS, value);
    }

    /** Nice level, -20..19. */
    public int nice(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.NICE);
    }

    public void nice(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.NICE, value);
    }

    /** Index of its template in the plan. */
    public int template(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.TEMPLATE);
    }

    public void template(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.TEMPLATE, value);
    }

    /** Address space it runs in. */
    public int mm(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.MM);
    }

    public void mm(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.MM, value);
    }

    /** CPU from which the pending delayed wake-up came, or NONE. */
    public int pushCpu(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.PUSH_CPU);
    }

    public void pushCpu(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.PUSH_CPU, value);
    }

    /** First instruction of its program. */
    public int program(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.PROGRAM);
    }

    public void program(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.PROGRAM, value);
    }

    /** First of the timers that only this task uses, in SyncTable. */
    public int ownTimers(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.OWN_TIMERS);
    }

    public void ownTimers(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.OWN_TIMERS, value);
    }

    /** First of its loop counters, in LoopTable. */
    public int loops(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.LOOPS);
    }

    public void loops(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.LOOPS, value);
    }

    /** Order in which tasks were queued or switched in last; the balancer takes the oldest. */
    public long lruStamp(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.LRU_STAMP);
    }

    public void lruStamp(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.LRU_STAMP, value);
    }

    /** Wake-ups that the current instruction still has to do. */
    public int wakesLeft(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.WAKES_LEFT);
    }

    public void wakesLeft(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.WAKES_LEFT, value);
    }

    /** Task clock of its run queue at the last switch-in, ns. */
    public long lastRunNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.LAST_RUN_NS);
    }

    public void lastRunNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.LAST_RUN_NS, value);
    }

    /** Successful pipe writes. */
    public long bogoOps(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.BOGO_OPS);
    }

    public void bogoOps(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.BOGO_OPS, value);
    }

    /** Times it was switched in. */
    public long switchesIn(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.SWITCHES_IN);
    }

    public void switchesIn(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.SWITCHES_IN, value);
    }

    /** Times it left the CPU by blocking, yielding excluded. */
    public long voluntarySwitches(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.VOLUNTARY_SWITCHES);
    }

    public void voluntarySwitches(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.VOLUNTARY_SWITCHES, value);
    }

    /** Times it left the CPU still runnable. */
    public long involuntarySwitches(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.INVOLUNTARY_SWITCHES);
    }

    public void involuntarySwitches(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.INVOLUNTARY_SWITCHES, value);
    }

    /** Times its CPU changed. */
    public long migrations(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.MIGRATIONS);
    }

    public void migrations(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.MIGRATIONS, value);
    }

    /** Wake-ups. */
    public long wakeups(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.WAKEUPS);
    }

    public void wakeups(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.WAKEUPS, value);
    }

    /** Sleeps that became delayed dequeues. */
    public long delayedSleeps(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.DELAYED_SLEEPS);
    }

    public void delayedSleeps(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.DELAYED_SLEEPS, value);
    }

    /** Wake-up to switch-in, sum, ns. */
    public long waitNsSum(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.WAIT_NS_SUM);
    }

    public void waitNsSum(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.WAIT_NS_SUM, value);
    }

    /** Wake-up to switch-in, longest, ns. */
    public long waitNsMax(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.WAIT_NS_MAX);
    }

    public void waitNsMax(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.WAIT_NS_MAX, value);
    }

    /** CPU time, interrupts excluded, up to the last switch-out, ns. */
    public long cpuNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.CPU_NS);
    }

    public void cpuNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.CPU_NS, value);
    }

    /** Energy of its CPU while it ran, up to the last switch-out, nJ. */
    public long energyNj(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.ENERGY_NJ);
    }

    public void energyNj(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.ENERGY_NJ, value);
    }

    /** Share of its present work that does not scale with the clock, 0..1000. */
    public int memoryMilli(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.MEMORY_MILLI);
    }

    public void memoryMilli(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.MEMORY_MILLI, value);
    }

    /** Wake-ups that led to a run. */
    public long activations(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.ACTIVATIONS);
    }

    public void activations(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.ACTIVATIONS, value);
    }

    /** CPU it ran on last, or NONE. */
    public int lastCpu(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.LAST_CPU);
    }

    public void lastCpu(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.LAST_CPU, value);
    }

    /** When it started, ns. */
    public long startNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.START_NS);
    }

    public void startNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.START_NS, value);
    }

    /** Minimum clamp asked for, 0..1024, or NONE. */
    public int utilMin(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.UTIL_MIN);
    }

    public void utilMin(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.UTIL_MIN, value);
    }

    /** Maximum clamp asked for, 0..1024, or NONE. */
    public int utilMax(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.UTIL_MAX);
    }

    public void utilMax(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.UTIL_MAX, value);
    }

    /** Minimum clamp its run queue counts, or NONE. */
    public int countedMin(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.COUNTED_MIN);
    }

    public void countedMin(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.COUNTED_MIN, value);
    }

    /** Maximum clamp its run queue counts, or NONE. */
    public int countedMax(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.COUNTED_MAX);
    }

    public void countedMax(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.COUNTED_MAX, value);
    }

    /** 1 from a sleep for input or output until its next run. */
    public int inIowait(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.IN_IOWAIT);
    }

    public void inIowait(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.IN_IOWAIT, value);
    }

    /** CPU time on CPUs of the highest capacity, up to the last switch-out, ns. */
    public long bigNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.BIG_NS);
    }

    public void bigNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.BIG_NS, value);
    }

    /** CPU time at which its round of CPU load began, ns. */
    public long burstCpuNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.BURST_CPU_NS);
    }

    public void burstCpuNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.BURST_CPU_NS, value);
    }

    /** Time at which the calls of its round of CPU load were over, ns. */
    public long roundEndNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.ROUND_END_NS);
    }

    public void roundEndNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.ROUND_END_NS, value);
    }

    /** How much too long its last sleep after a round was, ns. */
    public long sleepBiasNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.SLEEP_BIAS_NS);
    }

    public void sleepBiasNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.SLEEP_BIAS_NS, value);
    }

    /** How long it asked to sleep after the round, ns. */
    public long sleepAskedNs(int task) {
        return Memory.getLong(base + ((long) task << SHIFT) + TaskLayout.SLEEP_ASKED_NS);
    }

    public void sleepAskedNs(int task, long value) {
        Memory.putLong(base + ((long) task << SHIFT) + TaskLayout.SLEEP_ASKED_NS, value);
    }

    /** Method that its CPU load calls next. */
    public int nextCall(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.NEXT_CALL);
    }

    public void nextCall(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.NEXT_CALL, value);
    }

    /** CPU that counts its wait for input or output; valid while it waits. */
    public int iowaitCpu(int task) {
        return Memory.getInt(base + ((long) task << SHIFT) + TaskLayout.IOWAIT_CPU);
    }

    public void iowaitCpu(int task, int value) {
        Memory.putInt(base + ((long) task << SHIFT) + TaskLayout.IOWAIT_CPU, value);
    }
}
