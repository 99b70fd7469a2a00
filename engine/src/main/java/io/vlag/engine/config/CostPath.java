package io.vlag.engine.config;

import java.util.Locale;

/**
 * A path through the kernel that costs instructions and stall time. Machine files name them in
 * lower case.
 */
public enum CostPath {
    /** Entry to and exit from any system call. */
    SYSCALL("entry to and exit from any system call"),
    /** One 512-byte packet written, without entry, wake-up or switch. */
    PIPE_WRITE("one 512-byte packet written, without system call entry, wake-up and switch"),
    /** One 512-byte packet read, without entry, wake-up or switch. */
    PIPE_READ("one 512-byte packet read, without system call entry, wake-up and switch"),
    /**
     * A packet whose page comes from and goes back to the page allocator instead of the pipe's
     * spare page.
     */
    PIPE_PAGE("page allocator share of a written packet that finds no spare page"),
    /** Giving a page back to the page allocator. */
    PIPE_PAGE_FREE("page allocator share of a read packet whose page is not kept"),
    /** try_to_wake_up() up to the reading of the run queue clock. */
    WAKE_LOCAL("a wake-up until it reads the run queue clock: its locks"),
    /** From there through enqueue and preemption check to schedule() or back to the caller. */
    WAKE_TAIL("the rest of a wake-up: enqueue, preemption check, way back"),
    /** What a wake-up costs more when it takes a remote run queue's lock. */
    WAKE_REMOTE_EXTRA("extra cost of a wake-up that takes a remote run queue's lock"),
    /** The waker's part of a wake-up through a remote wake list; replaces {@link #WAKE_TAIL}. */
    WAKE_LIST_PUSH("waker's part of a wake-up through a remote wake list, instead of wake_tail"),
    /** One entry of a wake list, handled on its CPU: enqueue and preemption check. */
    WAKE_HANDLE("target's part of it: one entry enqueued and checked"),
    /** Sending a reschedule or wake-list interrupt. */
    IPI_SEND("sending an inter-processor interrupt"),
    /** Interrupt entry, acknowledge, handler frame, exit. */
    IPI_RECEIVE("interrupt entry, acknowledge and exit on the receiver"),
    /** From the send to the first instruction of the handler, receiver running. */
    IPI_FLIGHT("time from the send to the handler's first instruction"),
    /** Choosing a CPU for a wakee: previous CPU, wake_affine, idle tests. */
    SELECT_CPU("choosing a CPU without the idle scan"),
    /** One CPU looked at by the idle scan. */
    SCAN_PER_CPU("one CPU looked at by the idle scan"),
    /** schedule() entry and the dequeue of the blocking task. */
    BLOCK("schedule() entry and dequeue of the blocking task"),
    /** Pick of the next task and the context switch. */
    PICK_SWITCH("pick of the next task and context switch"),
    /** Change of address space. */
    MM_SWITCH("change of address space"),
    /**
     * From the idle task to the wait-for-interrupt instruction; the switch to it is a {@link
     * #PICK_SWITCH}.
     */
    IDLE_ENTER("idle loop entry, besides the switch to the idle task"),
    /** From the interrupt to schedule(); the switch away is a {@link #PICK_SWITCH}. */
    IDLE_EXIT("idle loop exit, besides the switch away from the idle task"),
    /** Scheduler tick, timer interrupt included. */
    TICK("scheduler tick, its timer interrupt included"),
    /** Expiry of a task's timer, wake-up excluded. */
    TIMER_IRQ("expiry of a task's timer, wake-up excluded"),
    /** Arming a high-resolution timer. */
    TIMER_PROGRAM("arming a high-resolution timer"),
    /** One pass of newidle balance, without the CPUs it looks at. */
    NEWIDLE("one pass of newidle balance"),
    /** One CPU looked at by a balance pass. */
    BALANCE_PER_CPU("one CPU looked at by a balance pass"),
    /** The whole wake-up of a delayed task in place; replaces {@link #WAKE_TAIL}. */
    REQUEUE_DELAYED("wake-up of a delayed task in place, instead of wake_tail"),
    /** Final dequeue of a delayed task. */
    DELAYED_FINAL_DEQUEUE("final dequeue of a delayed task"),
    /** Recomputing the averages of one entity and its queue. */
    PELT_AVG_UPDATE("recomputing PELT averages from sums"),
    /** One call of the governor's hook. */
    CPUFREQ_HOOK("one call of the frequency governor's hook"),
    /** Refilling a migrated task's hot lines. */
    MIGRATION_REFILL("refilling a migrated task's hot cache lines"),
    /** fork(), child included, without its wake-up. */
    FORK("fork() without the child's wake-up"),
    /** execve(). */
    EXEC("execve()"),
    /** exit() and wait(). */
    EXIT("exit() and the parent's wait()"),
    /** futex wait, block and switch excluded. */
    FUTEX_WAIT("futex wait without block and switch"),
    /** futex wake, wake-up excluded. */
    FUTEX_WAKE("futex wake without the wake-up"),
    /** sched_yield() without entry, pick and switch. */
    YIELD("sched_yield() without system call entry, pick and switch"),
    /** Starting or stopping the fair server when the fair queue fills or empties. */
    DL_SERVER_TOGGLE("start or stop of the fair server when the fair queue fills or empties");

    private final String meaning;

    CostPath(String meaning) {
        this.meaning = meaning;
    }

    /** The name in machine files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String meaning() {
        return meaning;
    }
}
