package io.vlag.engine.config;

import java.util.List;

/**
 * One step of a task's program. Names (timers, events, mutexes, conditions, barriers, pipes) are
 * scenario-wide unless the step says otherwise; the plan turns them into indices.
 */
public sealed interface Step {
    /**
     * Computes.
     *
     * @param workNs time it takes alone on the fastest CPU at its highest frequency, ns
     */
    record Run(long workNs) implements Step {}

    /**
     * Occupies a CPU for a span of its own CPU time, whatever the frequency.
     *
     * @param cpuNs CPU time, ns
     */
    record RunFor(long cpuNs) implements Step {}

    /**
     * Sleeps for a relative time.
     *
     * @param durationNs requested time, ns; timer slack is added by the kernel model
     */
    record Sleep(long durationNs) implements Step {}

    /**
     * Waits for the next expiry of a periodic timer; the first execution starts the timer. A period
     * that is over already does not sleep.
     *
     * @param timer name
     * @param periodNs period, ns
     * @param shared true when tasks naming the same timer share it; false for one timer a task
     * @param keepsGrid true: after a late expiry the next one stays on the period's grid; false: it
     *     is counted from now
     */
    record Timer(String timer, long periodNs, boolean shared, boolean keepsGrid) implements Step {}

    /** Sleeps until another task resumes this event; a resume that came first is not remembered. */
    record Suspend(String event) implements Step {}

    /** Wakes every task that is suspended on the event. */
    record Resume(String event) implements Step {}

    record Lock(String mutex) implements Step {}

    record Unlock(String mutex) implements Step {}

    /** Releases the mutex, sleeps on the condition, takes the mutex again. */
    record Wait(String condition, String mutex) implements Step {}

    /** Wakes one waiter of the condition. */
    record Signal(String condition) implements Step {}

    /** Wakes all waiters of the condition. */
    record Broadcast(String condition) implements Step {}

    /** Signals the condition, then waits on it with the mutex. */
    record SignalAndWait(String condition, String mutex) implements Step {}

    /** Sleeps until as many tasks as use the barrier have arrived. */
    record Barrier(String barrier) implements Step {}

    record Yield() implements Step {}

    /** Starts one more task from the template of that name. */
    record Fork(String task) implements Step {}

    /**
     * Writes one packet; blocks while all slots are used; wakes a reader, as a sync wake-up, when
     * the pipe was empty. One successful write counts one bogo op.
     *
     * @param userInstructions instructions of user code before the system call
     */
    record PipeWrite(String pipe, long userInstructions) implements Step {}

    /**
     * Reads one packet; blocks while the pipe is empty; wakes a writer, as a sync wake-up, when the
     * pipe was full.
     *
     * @param userInstructions instructions of user code after the system call
     */
    record PipeRead(String pipe, long userInstructions) implements Step {}

    record SetNice(int nice) implements Step {}

    record SetAffinity(CpuSet cpus) implements Step {}

    /**
     * Repeats its body.
     *
     * @param count times; {@link #FOREVER} never ends
     */
    record Loop(long count, List<Step> body) implements Step {
        public Loop {
            body = List.copyOf(body);
        }
    }

    /** Count of an endless loop. */
    long FOREVER = -1;
}
