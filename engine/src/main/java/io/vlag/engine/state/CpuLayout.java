package io.vlag.engine.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/** What a CPU is executing, beside its run queue (which has the same index). */
final class CpuLayout {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("curr"), // task it runs, or NONE when idle
                    JAVA_INT.withName("op"), // one of CpuOp: what ends at opEndNs
                    JAVA_LONG.withName(
                            "opEndNs"), // when the operation in progress ends; valid unless op is
                    // NOTHING
                    JAVA_LONG.withName(
                            "overheadNs"), // cost charged but not yet added to an operation, ns
                    JAVA_LONG.withName(
                            "workStartNs"), // when the operation in progress would have started
                    // without interruptions
                    JAVA_LONG.withName(
                            "irqCostNs"), // part of overheadNs that is interrupt time, ns
                    JAVA_INT.withName("wakeListHead"), // first task of the wake list, or NONE
                    JAVA_INT.withName("wakeListTail"), // last task of the wake list, or NONE
                    JAVA_INT.withName(
                            "wakeTarget"), // task that the wake-up in progress is for, or NONE
                    JAVA_INT.withName("wakeFlags"), // flags of the wake-up in progress
                    JAVA_INT.withName("lastMm"), // address space loaded last
                    JAVA_INT.withName("idleState"), // index of the idle state it is in
                    JAVA_LONG.withName(
                            "stateSinceNs"), // time of the last change between busy and idle
                    JAVA_LONG.withName(
                            "idleStampNs"), // time it went idle for the avg_idle sample; 0 when
                    // none is open
                    JAVA_LONG.withName("avgIdleNs"), // running average of idle spans
                    JAVA_LONG.withName(
                            "maxIdleBalanceCostNs"), // largest newidle cost seen, decaying
                    JAVA_LONG.withName(
                            "newidleCostDecayNs"), // time of the last decay of the newidle cost
                    JAVA_LONG.withName("nextBalanceNs"), // time of the next periodic balance
                    JAVA_LONG.withName(
                            "balanceIntervalNs"), // present interval of the periodic balance
                    JAVA_INT.withName(
                            "nrBalanceFailed"), // periodic balances in a row that found an
                    // imbalance and moved nothing
                    JAVA_INT.withName(
                            "nrIdleScan"), // CPUs that an idle scan of this cache domain may look
                    // at
                    JAVA_INT.withName("newidleCalls"), // calls of the proportional newidle rule
                    JAVA_INT.withName(
                            "newidleSuccess"), // weighted successes of the proportional newidle
                    // rule
                    JAVA_INT.withName(
                            "newidleRatio"), // success ratio of the proportional newidle rule,
                    // 0..1024
                    JAVA_INT.withName(
                            "distributedCpu"), // CPU it chose last for a task that had to leave its
                    // own
                    JAVA_LONG.withName("newidleStampNs"), // time of the last newidle attempt
                    JAVA_INT.withName("tickOn"), // 1 while its tick is armed
                    JAVA_INT.withName(
                            "fairServerOn"), // 1 while its fair server is started, as far as
                    // counted
                    JAVA_LONG.withName("nextTickNs"), // grid time of its next tick
                    JAVA_LONG.withName("switches"), // context switches, those to idle included
                    JAVA_LONG.withName(
                            "voluntarySwitches"), // switches away from a task that blocked
                    JAVA_LONG.withName(
                            "involuntarySwitches"), // switches away from a task that was still
                    // runnable
                    JAVA_LONG.withName("ticks"), // ticks handled
                    JAVA_LONG.withName("ipis"), // inter-processor interrupts received
                    JAVA_LONG.withName("wakeups"), // wake-ups that ended on this CPU
                    JAVA_LONG.withName("newidlePulls"), // tasks pulled by newidle balance
                    JAVA_LONG.withName("balancePulls"), // tasks pulled by periodic balance
                    JAVA_LONG.withName("random"), // state of its random stream
                    JAVA_LONG.withName(
                            "schedClockNs"), // simulated time its run queue clock was brought up to
                    JAVA_LONG.withName("lruClock"), // counter behind lruStamp
                    JAVA_LONG.withName(
                            "irqNewNs"), // interrupt time that the run queue clock has not been
                    // told of yet
                    JAVA_LONG.withName(
                            "idleReadyNs"), // when the way into idle is complete; a wake-up before
                    // then waits for it
                    JAVA_LONG.withName(
                            "interruptEndNs"), // another interrupt waits for it; 0: none does
                    JAVA_LONG.withName("peltSeen"), // PELT updates charged so far
                    JAVA_LONG.withName("hooksSeen"), // governor hook calls answered so far
                    JAVA_LONG.withName("hooksCharged"), // governor hook calls charged so far
                    JAVA_INT.withName("handlesWakeList"), // 1 while it works through its wake list
                    JAVA_INT.withName(
                            "overutilised"), // CPU 0's: some CPU has too little capacity for what
                    // it runs
                    JAVA_LONG.withName("lastBalanceNs"), // time of the last periodic balance
                    JAVA_LONG.withName(
                            "finalsCharged"), // final dequeues of delayed tasks charged so far
                    JAVA_INT.withName(
                            "skipClockUpdate"), // 1 when the next schedule() takes the clock as it
                    // is
                    JAVA_INT.withName(
                            "nohzKick"), // 1 when the next interrupt asks it to balance for the
                    // idle CPUs
                    JAVA_INT.withName("userMode"), // 1 while the operation in progress is user code
                    JAVA_INT.withName(
                            "lazyResched"), // 1 while a lazy request waits for a point that honours
                    // it
                    JAVA_LONG.withName("energySeenNj"), // energy of the CPU at its last switch, nJ
                    JAVA_LONG.withName(
                            "misfitLoad"), // load of its running task when that is too big for it,
                    // else 0
                    JAVA_INT.withName(
                            "pushTask"), // task that is to leave it while running, plus one; 0
                    // none
                    JAVA_INT.withName("pushTo"), // CPU it goes to; valid with pushTask
                    JAVA_LONG.withName(
                            "armedInterruptsNs"), // interrupts since the operation in progress
                    // armed its timer
                    JAVA_INT.withName(
                            "nohzIdle"), // 1 from when its tick is stopped to its next tick while
                    // it runs something
                    JAVA_INT.withName("hasBlocked"), // 1 while it may have averages to age
                    JAVA_LONG.withName("blockedNs"), // when they were aged last
                    JAVA_LONG.withName(
                            "nohzNextBlockedNs"), // CPU 0's: after this the next round of ageing is
                    // due
                    JAVA_LONG.withName(
                            "iowaitMarkNs"), // its idle time when the first of its tasks began to
                    // wait for input or output, ns
                    JAVA_LONG.withName(
                            "iowaitIdleNs"), // idle time in which some task of it waited, up to
                    // the last such wait, ns
                    JAVA_INT.withName("nohzHasBlocked"), // CPU 0's: 1 while some CPU needs one
                    JAVA_INT.withName("nrIowait"), // its tasks that wait for input or output
                    MemoryLayout.paddingLayout(88));

    /** Record size; a power of two. */
    static final long BYTES = 512;

    static final long ARMED_INTERRUPTS_NS = offsetOf("armedInterruptsNs");
    static final long OVERUTILISED = offsetOf("overutilised");
    static final long MISFIT_LOAD = offsetOf("misfitLoad");
    static final long PUSH_TASK = offsetOf("pushTask");
    static final long PUSH_TO = offsetOf("pushTo");
    static final long NOHZ_IDLE = offsetOf("nohzIdle");
    static final long HAS_BLOCKED = offsetOf("hasBlocked");
    static final long BLOCKED_NS = offsetOf("blockedNs");
    static final long NOHZ_NEXT_BLOCKED_NS = offsetOf("nohzNextBlockedNs");
    static final long NOHZ_HAS_BLOCKED = offsetOf("nohzHasBlocked");
    static final long IOWAIT_MARK_NS = offsetOf("iowaitMarkNs");
    static final long IOWAIT_IDLE_NS = offsetOf("iowaitIdleNs");
    static final long NR_IOWAIT = offsetOf("nrIowait");
    static final long CURR = offsetOf("curr");
    static final long FAIR_SERVER_ON = offsetOf("fairServerOn");
    static final long DISTRIBUTED_CPU = offsetOf("distributedCpu");
    static final long OP = offsetOf("op");
    static final long OP_END_NS = offsetOf("opEndNs");
    static final long OVERHEAD_NS = offsetOf("overheadNs");
    static final long WORK_START_NS = offsetOf("workStartNs");
    static final long IRQ_COST_NS = offsetOf("irqCostNs");
    static final long WAKE_LIST_HEAD = offsetOf("wakeListHead");
    static final long WAKE_LIST_TAIL = offsetOf("wakeListTail");
    static final long WAKE_TARGET = offsetOf("wakeTarget");
    static final long WAKE_FLAGS = offsetOf("wakeFlags");
    static final long LAST_MM = offsetOf("lastMm");
    static final long IDLE_STATE = offsetOf("idleState");
    static final long STATE_SINCE_NS = offsetOf("stateSinceNs");
    static final long IDLE_STAMP_NS = offsetOf("idleStampNs");
    static final long AVG_IDLE_NS = offsetOf("avgIdleNs");
    static final long MAX_IDLE_BALANCE_COST_NS = offsetOf("maxIdleBalanceCostNs");
    static final long NEWIDLE_COST_DECAY_NS = offsetOf("newidleCostDecayNs");
    static final long NEXT_BALANCE_NS = offsetOf("nextBalanceNs");
    static final long BALANCE_INTERVAL_NS = offsetOf("balanceIntervalNs");
    static final long NR_BALANCE_FAILED = offsetOf("nrBalanceFailed");
    static final long NR_IDLE_SCAN = offsetOf("nrIdleScan");
    static final long NEWIDLE_CALLS = offsetOf("newidleCalls");
    static final long NEWIDLE_SUCCESS = offsetOf("newidleSuccess");
    static final long NEWIDLE_RATIO = offsetOf("newidleRatio");
    static final long NEWIDLE_STAMP_NS = offsetOf("newidleStampNs");
    static final long TICK_ON = offsetOf("tickOn");
    static final long NEXT_TICK_NS = offsetOf("nextTickNs");
    static final long SWITCHES = offsetOf("switches");
    static final long VOLUNTARY_SWITCHES = offsetOf("voluntarySwitches");
    static final long INVOLUNTARY_SWITCHES = offsetOf("involuntarySwitches");
    static final long TICKS = offsetOf("ticks");
    static final long IPIS = offsetOf("ipis");
    static final long WAKEUPS = offsetOf("wakeups");
    static final long NEWIDLE_PULLS = offsetOf("newidlePulls");
    static final long BALANCE_PULLS = offsetOf("balancePulls");
    static final long RANDOM = offsetOf("random");
    static final long SCHED_CLOCK_NS = offsetOf("schedClockNs");
    static final long LRU_CLOCK = offsetOf("lruClock");
    static final long IRQ_NEW_NS = offsetOf("irqNewNs");
    static final long IDLE_READY_NS = offsetOf("idleReadyNs");
    static final long INTERRUPT_END_NS = offsetOf("interruptEndNs");
    static final long PELT_SEEN = offsetOf("peltSeen");
    static final long HOOKS_SEEN = offsetOf("hooksSeen");
    static final long HOOKS_CHARGED = offsetOf("hooksCharged");
    static final long HANDLES_WAKE_LIST = offsetOf("handlesWakeList");
    static final long LAST_BALANCE_NS = offsetOf("lastBalanceNs");
    static final long FINALS_CHARGED = offsetOf("finalsCharged");
    static final long SKIP_CLOCK_UPDATE = offsetOf("skipClockUpdate");
    static final long NOHZ_KICK = offsetOf("nohzKick");
    static final long USER_MODE = offsetOf("userMode");
    static final long LAZY_RESCHED = offsetOf("lazyResched");
    static final long ENERGY_SEEN_NJ = offsetOf("energySeenNj");

    private CpuLayout() {}

    private static long offsetOf(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
