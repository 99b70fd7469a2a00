package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/** All CPUs of one simulation. Plain memory, one thread, like its slab. */
@HotPath
public final class CpuTable {
    private static final int SHIFT = Long.numberOfTrailingZeros(CpuLayout.BYTES);

    private final long base;
    private final int count;

    /** A table of {@code count} records at arena offset {@code at}; writes nothing. */
    public CpuTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** Reserves room for {@code count} records; returns the offset in the slab. */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("cpus", CpuLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Task it runs, or NONE when idle. */
    public int curr(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.CURR);
    }

    public void curr(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.CURR, value);
    }

    /** 1 while its fair server is started, as far as counted. */
    public int fairServerOn(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.FAIR_SERVER_ON);
    }

    public void fairServerOn(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.FAIR_SERVER_ON, value);
    }

    /** CPU it chose last for a task that had to leave its own. */
    public int distributedCpu(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.DISTRIBUTED_CPU);
    }

    public void distributedCpu(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.DISTRIBUTED_CPU, value);
    }

    /** One of CpuOp: what ends at opEndNs. */
    public int op(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.OP);
    }

    public void op(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.OP, value);
    }

    /** When the operation in progress ends; valid unless op is NOTHING. */
    public long opEndNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.OP_END_NS);
    }

    public void opEndNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.OP_END_NS, value);
    }

    /** Cost charged but not yet added to an operation, ns. */
    public long overheadNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.OVERHEAD_NS);
    }

    public void overheadNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.OVERHEAD_NS, value);
    }

    /** When the operation in progress would have started without interruptions. */
    public long workStartNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.WORK_START_NS);
    }

    public void workStartNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.WORK_START_NS, value);
    }

    /** Part of overheadNs that is interrupt time, ns. */
    public long irqCostNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IRQ_COST_NS);
    }

    public void irqCostNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IRQ_COST_NS, value);
    }

    /** First task of the wake list, or NONE. */
    public int wakeListHead(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_LIST_HEAD);
    }

    public void wakeListHead(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_LIST_HEAD, value);
    }

    /** Last task of the wake list, or NONE. */
    public int wakeListTail(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_LIST_TAIL);
    }

    public void wakeListTail(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_LIST_TAIL, value);
    }

    /** Task that the wake-up in progress is for, or NONE. */
    public int wakeTarget(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_TARGET);
    }

    public void wakeTarget(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_TARGET, value);
    }

    /** Flags of the wake-up in progress. */
    public int wakeFlags(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_FLAGS);
    }

    public void wakeFlags(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.WAKE_FLAGS, value);
    }

    /** Address space loaded last. */
    public int lastMm(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.LAST_MM);
    }

    public void lastMm(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.LAST_MM, value);
    }

    /** Index of the idle state it is in. */
    public int idleState(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.IDLE_STATE);
    }

    public void idleState(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.IDLE_STATE, value);
    }

    /** Time of the last change between busy and idle. */
    public long stateSinceNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.STATE_SINCE_NS);
    }

    public void stateSinceNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.STATE_SINCE_NS, value);
    }

    /** Time it went idle for the avg_idle sample; 0 when none is open. */
    public long idleStampNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IDLE_STAMP_NS);
    }

    public void idleStampNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IDLE_STAMP_NS, value);
    }

    /** Running average of idle spans. */
    public long avgIdleNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.AVG_IDLE_NS);
    }

    public void avgIdleNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.AVG_IDLE_NS, value);
    }

    /** Largest newidle cost seen, decaying. */
    public long maxIdleBalanceCostNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.MAX_IDLE_BALANCE_COST_NS);
    }

    public void maxIdleBalanceCostNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.MAX_IDLE_BALANCE_COST_NS, value);
    }

    /** Time of the last decay of the newidle cost. */
    public long newidleCostDecayNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_COST_DECAY_NS);
    }

    public void newidleCostDecayNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_COST_DECAY_NS, value);
    }

    /** Time of the next periodic balance. */
    public long nextBalanceNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.NEXT_BALANCE_NS);
    }

    public void nextBalanceNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.NEXT_BALANCE_NS, value);
    }

    /** Present interval of the periodic balance. */
    public long balanceIntervalNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.BALANCE_INTERVAL_NS);
    }

    public void balanceIntervalNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.BALANCE_INTERVAL_NS, value);
    }

    /** Periodic balances in a row that found an imbalance and moved nothing. */
    public int nrBalanceFailed(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NR_BALANCE_FAILED);
    }

    public void nrBalanceFailed(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NR_BALANCE_FAILED, value);
    }

    /** CPUs that an idle scan of this cache domain may look at. */
    public int nrIdleScan(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NR_IDLE_SCAN);
    }

    public void nrIdleScan(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NR_IDLE_SCAN, value);
    }

    /** Calls of the proportional newidle rule. */
    public int newidleCalls(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_CALLS);
    }

    public void newidleCalls(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_CALLS, value);
    }

    /** Weighted successes of the proportional newidle rule. */
    public int newidleSuccess(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_SUCCESS);
    }

    public void newidleSuccess(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_SUCCESS, value);
    }

    /** Success ratio of the proportional newidle rule, 0..1024. */
    public int newidleRatio(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_RATIO);
    }

    public void newidleRatio(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_RATIO, value);
    }

    /** Time of the last newidle attempt. */
    public long newidleStampNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_STAMP_NS);
    }

    public void newidleStampNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_STAMP_NS, value);
    }

    /** 1 while its tick is armed. */
    public int tickOn(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.TICK_ON);
    }

    public void tickOn(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.TICK_ON, value);
    }

    /** Grid time of its next tick. */
    public long nextTickNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.NEXT_TICK_NS);
    }

    public void nextTickNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.NEXT_TICK_NS, value);
    }

    /** Context switches, those to idle included. */
    public long switches(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.SWITCHES);
    }

    public void switches(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.SWITCHES, value);
    }

    /** Switches away from a task that blocked. */
    public long voluntarySwitches(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.VOLUNTARY_SWITCHES);
    }

    public void voluntarySwitches(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.VOLUNTARY_SWITCHES, value);
    }

    /** Switches away from a task that was still runnable. */
    public long involuntarySwitches(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.INVOLUNTARY_SWITCHES);
    }

    public void involuntarySwitches(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.INVOLUNTARY_SWITCHES, value);
    }

    /** Ticks handled. */
    public long ticks(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.TICKS);
    }

    public void ticks(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.TICKS, value);
    }

    /** Inter-processor interrupts received. */
    public long ipis(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IPIS);
    }

    public void ipis(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IPIS, value);
    }

    /** Wake-ups that ended on this CPU. */
    public long wakeups(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.WAKEUPS);
    }

    public void wakeups(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.WAKEUPS, value);
    }

    /** Tasks pulled by newidle balance. */
    public long newidlePulls(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_PULLS);
    }

    public void newidlePulls(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.NEWIDLE_PULLS, value);
    }

    /** Tasks pulled by periodic balance. */
    public long balancePulls(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.BALANCE_PULLS);
    }

    public void balancePulls(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.BALANCE_PULLS, value);
    }

    /** State of its random stream. */
    public long random(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.RANDOM);
    }

    public void random(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.RANDOM, value);
    }

    /** Simulated time its run queue clock was brought up to. */
    public long schedClockNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.SCHED_CLOCK_NS);
    }

    public void schedClockNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.SCHED_CLOCK_NS, value);
    }

    /** Counter behind lruStamp. */
    public long lruClock(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.LRU_CLOCK);
    }

    public void lruClock(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.LRU_CLOCK, value);
    }

    /** Interrupt time that the run queue clock has not been told of yet. */
    public long irqNewNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IRQ_NEW_NS);
    }

    public void irqNewNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IRQ_NEW_NS, value);
    }

    /** When the way into idle is complete; a wake-up before then waits for it. */
    public long idleReadyNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IDLE_READY_NS);
    }

    public void idleReadyNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IDLE_READY_NS, value);
    }

    /** End of the last interrupt; another one waits for it. */
    public long interruptEndNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.INTERRUPT_END_NS);
    }

    public void interruptEndNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.INTERRUPT_END_NS, value);
    }

    /** Length of the interrupts since the operation in progress armed its timer, if it arms one. */
    public long armedInterruptsNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.ARMED_INTERRUPTS_NS);
    }

    public void armedInterruptsNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.ARMED_INTERRUPTS_NS, value);
    }

    /** PELT updates charged so far. */
    public long peltSeen(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.PELT_SEEN);
    }

    public void peltSeen(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.PELT_SEEN, value);
    }

    /** Governor hook calls answered so far. */
    public long hooksSeen(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.HOOKS_SEEN);
    }

    public void hooksSeen(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.HOOKS_SEEN, value);
    }

    /** Governor hook calls charged so far. */
    public long hooksCharged(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.HOOKS_CHARGED);
    }

    public void hooksCharged(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.HOOKS_CHARGED, value);
    }

    /** 1 while it works through its wake list. */
    public int handlesWakeList(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.HANDLES_WAKE_LIST);
    }

    public void handlesWakeList(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.HANDLES_WAKE_LIST, value);
    }

    /** Time of the last periodic balance. */
    public long lastBalanceNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.LAST_BALANCE_NS);
    }

    public void lastBalanceNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.LAST_BALANCE_NS, value);
    }

    /** Final dequeues of delayed tasks charged so far. */
    public long finalsCharged(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.FINALS_CHARGED);
    }

    public void finalsCharged(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.FINALS_CHARGED, value);
    }

    /** 1 when the next schedule() takes the clock as it is. */
    public int skipClockUpdate(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.SKIP_CLOCK_UPDATE);
    }

    public void skipClockUpdate(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.SKIP_CLOCK_UPDATE, value);
    }

    /** 1 when the next interrupt asks it to balance for the idle CPUs. */
    public int nohzKick(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_KICK);
    }

    public void nohzKick(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_KICK, value);
    }

    /** 1 from when its tick is stopped to its next tick while it runs something. */
    public int nohzIdle(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_IDLE);
    }

    public void nohzIdle(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_IDLE, value);
    }

    /** 1 while it may have averages to age although it idles. */
    public int hasBlocked(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.HAS_BLOCKED);
    }

    public void hasBlocked(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.HAS_BLOCKED, value);
    }

    /** When its averages were aged as a whole last. */
    public long blockedNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.BLOCKED_NS);
    }

    public void blockedNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.BLOCKED_NS, value);
    }

    /** CPU 0's: after this the next round of ageing idle CPUs is due. */
    public long nohzNextBlockedNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_NEXT_BLOCKED_NS);
    }

    public void nohzNextBlockedNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_NEXT_BLOCKED_NS, value);
    }

    /** CPU 0's: 1 while some idle CPU has averages to age. */
    public int nohzHasBlocked(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_HAS_BLOCKED);
    }

    public void nohzHasBlocked(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NOHZ_HAS_BLOCKED, value);
    }

    /** 1 while the operation in progress is user code. */
    public int userMode(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.USER_MODE);
    }

    public void userMode(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.USER_MODE, value);
    }

    /** 1 while a lazy request waits for a point that honours it. */
    public int lazyResched(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.LAZY_RESCHED);
    }

    public void lazyResched(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.LAZY_RESCHED, value);
    }

    /** Energy of the CPU at its last switch, nJ. */
    public long energySeenNj(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.ENERGY_SEEN_NJ);
    }

    public void energySeenNj(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.ENERGY_SEEN_NJ, value);
    }

    /** CPU 0's: 1 when some CPU has too little capacity for what it runs. */
    public int overutilised(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.OVERUTILISED);
    }

    public void overutilised(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.OVERUTILISED, value);
    }

    /** Load of its running task when that is too big for it, else 0. */
    public long misfitLoad(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.MISFIT_LOAD);
    }

    public void misfitLoad(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.MISFIT_LOAD, value);
    }

    /** Task that is to leave it while running, plus one; 0 none. */
    public int pushTask(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.PUSH_TASK);
    }

    public void pushTask(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.PUSH_TASK, value);
    }

    /** CPU that the pushed task goes to; valid with pushTask. */
    public int pushTo(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.PUSH_TO);
    }

    public void pushTo(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.PUSH_TO, value);
    }

    /** Its idle time when the first of its tasks began to wait for input or output, ns. */
    public long iowaitMarkNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IOWAIT_MARK_NS);
    }

    public void iowaitMarkNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IOWAIT_MARK_NS, value);
    }

    /** Idle time in which some task of it waited, up to the last such wait, ns. */
    public long iowaitIdleNs(int cpu) {
        return Memory.getLong(base + ((long) cpu << SHIFT) + CpuLayout.IOWAIT_IDLE_NS);
    }

    public void iowaitIdleNs(int cpu, long value) {
        Memory.putLong(base + ((long) cpu << SHIFT) + CpuLayout.IOWAIT_IDLE_NS, value);
    }

    /** Its tasks that wait for input or output. */
    public int nrIowait(int cpu) {
        return Memory.getInt(base + ((long) cpu << SHIFT) + CpuLayout.NR_IOWAIT);
    }

    public void nrIowait(int cpu, int value) {
        Memory.putInt(base + ((long) cpu << SHIFT) + CpuLayout.NR_IOWAIT, value);
    }
}
