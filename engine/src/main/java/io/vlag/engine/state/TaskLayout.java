package io.vlag.engine.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/** What a task is doing, beside its scheduling entity (which has the same index). */
final class TaskLayout {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("state"), // one of TaskState
                    JAVA_INT.withName("cpu"), // CPU whose queue it is on, or was on last
                    JAVA_INT.withName("pc"), // index of its current instruction in ProgramTable
                    JAVA_INT.withName(
                            "stage"), // how far the current instruction has come, 0 at its start
                    JAVA_INT.withName(
                            "opKind"), // one of OpKind: what opLeft counts, or that no operation
                    // waits to go on
                    JAVA_INT.withName("resetOnFork"), // 1: forked tasks start as SCHED_OTHER
                    JAVA_LONG.withName(
                            "opLeft"), // what is left of its operation when it was taken off the
                    // CPU
                    JAVA_LONG.withName(
                            "pendingNs"), // cost that its next operation carries in front, ns
                    JAVA_LONG.withName(
                            "onCpuUntilNs"), // time at which its switch-out has finished; a remote
                    // waker before then finds it on its CPU
                    JAVA_LONG.withName(
                            "wakeNs"), // time of the wake-up that has not led to a run yet; valid
                    // with wokenUnrun
                    JAVA_INT.withName(
                            "wokenUnrun"), // 1 between a wake-up and the switch-in that follows
                    JAVA_INT.withName("recentUsedCpu"), // CPU that select_idle_sibling remembers
                    JAVA_INT.withName("lastWakee"), // task it woke last, or NONE
                    JAVA_INT.withName(
                            "wakeeFlips"), // how often the wakee changed, halved each second
                    JAVA_LONG.withName("wakeeFlipDecayNs"), // time of the last halving
                    JAVA_INT.withName("waitQueue"), // wait queue it sleeps on, or NONE
                    JAVA_INT.withName("waitNext"), // next task of its wait queue, or NONE
                    JAVA_INT.withName(
                            "wakeListNext"), // next task of the wake list it is on, or NONE
                    JAVA_INT.withName("wakeFlags"), // wake flags that travel with it on a wake list
                    JAVA_INT.withName("policy"), // ordinal of SchedPolicy
                    JAVA_INT.withName("rtPriority"), // 1..99 for FIFO and RR, else 0
                    JAVA_INT.withName("rtNext"), // next task of its real-time queue, or NONE
                    JAVA_INT.withName("rtPrev"), // previous task of its real-time queue, or NONE
                    JAVA_LONG.withName(
                            "rtSliceLeftNs"), // what is left of its round-robin quantum, ns
                    JAVA_INT.withName("nice"), // nice level, -20..19
                    JAVA_INT.withName("template"), // index of its template in the plan
                    JAVA_INT.withName("mm"), // address space it runs in
                    JAVA_INT.withName(
                            "pushCpu"), // CPU from which the pending delayed wake-up came, or NONE
                    JAVA_INT.withName("program"), // first instruction of its program
                    JAVA_INT.withName(
                            "ownTimers"), // first of the timers that only this task uses, in
                    // SyncTable
                    JAVA_INT.withName("loops"), // first of its loop counters, in LoopTable
                    JAVA_INT.withName("parent"), // task whose attributes it starts with, or NONE
                    JAVA_LONG.withName(
                            "lruStamp"), // order in which tasks were queued or switched in last;
                    // the balancer takes the oldest
                    JAVA_INT.withName(
                            "wakesLeft"), // wake-ups that the current instruction still has to do
                    JAVA_INT.withName(
                            "memoryMilli"), // share of its present work that does not scale with
                    // the clock, thousandths
                    JAVA_LONG.withName(
                            "lastRunNs"), // task clock of its run queue at the last switch-in, ns
                    JAVA_LONG.withName("bogoOps"), // successful pipe writes
                    JAVA_LONG.withName("switchesIn"), // times it was switched in
                    JAVA_LONG.withName(
                            "voluntarySwitches"), // times it left the CPU by blocking, yielding
                    // excluded
                    JAVA_LONG.withName(
                            "involuntarySwitches"), // times it left the CPU still runnable
                    JAVA_LONG.withName("migrations"), // times its CPU changed
                    JAVA_LONG.withName("wakeups"), // wake-ups
                    JAVA_LONG.withName("delayedSleeps"), // sleeps that became delayed dequeues
                    JAVA_LONG.withName("waitNsSum"), // wake-up to switch-in, sum, ns
                    JAVA_LONG.withName("waitNsMax"), // wake-up to switch-in, longest, ns
                    JAVA_LONG.withName(
                            "cpuNs"), // CPU time, interrupts excluded, up to the last switch-out,
                    // ns
                    JAVA_LONG.withName("activations"), // wake-ups that led to a run
                    JAVA_INT.withName("lastCpu"), // CPU it ran on last, or NONE
                    JAVA_INT.withName("pad3"),
                    JAVA_LONG.withName("startNs"), // when it started, ns
                    JAVA_LONG.withName(
                            "energyNj"), // energy of its CPU while it ran, up to the last
                    // switch-out, nJ
                    JAVA_INT.withName("utilMin"), // minimum clamp asked for, or NONE
                    JAVA_INT.withName("utilMax"), // maximum clamp asked for, or NONE
                    JAVA_INT.withName("countedMin"), // minimum clamp its run queue counts, or NONE
                    JAVA_INT.withName("countedMax"), // maximum clamp its run queue counts, or NONE
                    JAVA_INT.withName(
                            "inIowait"), // 1 from a sleep for input or output until its next run
                    JAVA_INT.withName("pad4"),
                    JAVA_LONG.withName(
                            "bigNs"), // CPU time on CPUs of the highest capacity, up to the last
                    // switch-out, ns
                    JAVA_LONG.withName(
                            "burstCpuNs"), // CPU time at which its round of CPU load began, ns
                    JAVA_LONG.withName(
                            "roundEndNs"), // time at which the calls of the round were over, ns
                    JAVA_LONG.withName(
                            "sleepBiasNs"), // how much too long its last such sleep was, ns
                    JAVA_LONG.withName(
                            "sleepAskedNs"), // how long it asked to sleep after the round, ns
                    JAVA_INT.withName("nextCall"), // method that its CPU load calls next
                    JAVA_INT.withName(
                            "iowaitCpu"), // CPU that counts its wait; valid while it waits
                    MemoryLayout.paddingLayout(152));

    /** Record size; a power of two. */
    static final long BYTES = 512;

    static final long STATE = offsetOf("state");
    static final long CPU = offsetOf("cpu");
    static final long PC = offsetOf("pc");
    static final long STAGE = offsetOf("stage");
    static final long OP_KIND = offsetOf("opKind");
    static final long RESET_ON_FORK = offsetOf("resetOnFork");
    static final long OP_LEFT = offsetOf("opLeft");
    static final long PENDING_NS = offsetOf("pendingNs");
    static final long ON_CPU_UNTIL_NS = offsetOf("onCpuUntilNs");
    static final long WAKE_NS = offsetOf("wakeNs");
    static final long WOKEN_UNRUN = offsetOf("wokenUnrun");
    static final long RECENT_USED_CPU = offsetOf("recentUsedCpu");
    static final long LAST_WAKEE = offsetOf("lastWakee");
    static final long WAKEE_FLIPS = offsetOf("wakeeFlips");
    static final long WAKEE_FLIP_DECAY_NS = offsetOf("wakeeFlipDecayNs");
    static final long WAIT_QUEUE = offsetOf("waitQueue");
    static final long WAIT_NEXT = offsetOf("waitNext");
    static final long WAKE_LIST_NEXT = offsetOf("wakeListNext");
    static final long WAKE_FLAGS = offsetOf("wakeFlags");
    static final long POLICY = offsetOf("policy");
    static final long RT_PRIORITY = offsetOf("rtPriority");
    static final long RT_NEXT = offsetOf("rtNext");
    static final long RT_PREV = offsetOf("rtPrev");
    static final long RT_SLICE_LEFT_NS = offsetOf("rtSliceLeftNs");
    static final long NICE = offsetOf("nice");
    static final long TEMPLATE = offsetOf("template");
    static final long MM = offsetOf("mm");
    static final long PUSH_CPU = offsetOf("pushCpu");
    static final long PROGRAM = offsetOf("program");
    static final long OWN_TIMERS = offsetOf("ownTimers");
    static final long LOOPS = offsetOf("loops");
    static final long PARENT = offsetOf("parent");
    static final long LRU_STAMP = offsetOf("lruStamp");
    static final long WAKES_LEFT = offsetOf("wakesLeft");
    static final long LAST_RUN_NS = offsetOf("lastRunNs");
    static final long BOGO_OPS = offsetOf("bogoOps");
    static final long SWITCHES_IN = offsetOf("switchesIn");
    static final long VOLUNTARY_SWITCHES = offsetOf("voluntarySwitches");
    static final long INVOLUNTARY_SWITCHES = offsetOf("involuntarySwitches");
    static final long MIGRATIONS = offsetOf("migrations");
    static final long WAKEUPS = offsetOf("wakeups");
    static final long DELAYED_SLEEPS = offsetOf("delayedSleeps");
    static final long WAIT_NS_SUM = offsetOf("waitNsSum");
    static final long WAIT_NS_MAX = offsetOf("waitNsMax");
    static final long CPU_NS = offsetOf("cpuNs");
    static final long ACTIVATIONS = offsetOf("activations");
    static final long LAST_CPU = offsetOf("lastCpu");
    static final long START_NS = offsetOf("startNs");
    static final long ENERGY_NJ = offsetOf("energyNj");
    static final long UTIL_MIN = offsetOf("utilMin");
    static final long UTIL_MAX = offsetOf("utilMax");
    static final long COUNTED_MIN = offsetOf("countedMin");
    static final long COUNTED_MAX = offsetOf("countedMax");
    static final long IN_IOWAIT = offsetOf("inIowait");
    static final long BIG_NS = offsetOf("bigNs");
    static final long MEMORY_MILLI = offsetOf("memoryMilli");

    static final long BURST_CPU_NS = offsetOf("burstCpuNs");
    static final long ROUND_END_NS = offsetOf("roundEndNs");
    static final long SLEEP_BIAS_NS = offsetOf("sleepBiasNs");
    static final long SLEEP_ASKED_NS = offsetOf("sleepAskedNs");
    static final long IOWAIT_CPU = offsetOf("iowaitCpu");
    static final long NEXT_CALL = offsetOf("nextCall");

    private TaskLayout() {}

    private static long offsetOf(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
