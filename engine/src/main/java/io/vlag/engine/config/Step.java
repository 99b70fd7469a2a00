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
     * @param memoryMilli share of that time that waits for memory and does not scale with the
     *     frequency, thousandths
     */
    record Run(long workNs, int memoryMilli) implements Step {
        /** Work that scales with the frequency. */
        public Run(long workNs) {
            this(workNs, 0);
        }
    }

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
     * @param ioWait the task waits for input or output, which a governor may boost
     */
    record Sleep(long durationNs, boolean ioWait) implements Step {
        /** A sleep that waits for nothing but time. */
        public Sleep(long durationNs) {
            this(durationNs, false);
        }
    }

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

    /**
     * Yields in favour of a task that waits for a CPU: it becomes the next buddy of its queue.
     *
     * @param task template whose first waiting task is meant; without one nothing happens
     */
    record YieldTo(String task) implements Step {}

    /** Starts one more task from the template of that name. */
    record Fork(String task) implements Step {}

    /** Replaces the program image: the kernel may first move the task to an idler CPU. */
    record Exec() implements Step {}

    /** Ends the task. */
    record Exit() implements Step {}

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

    /**
     * Changes a nice level.
     *
     * @param task template all of whose living tasks change; {@link #ITSELF}
     */
    record SetNice(int nice, String task) implements Step {
        public SetNice(int nice) {
            this(nice, ITSELF);
        }
    }

    /**
     * Changes a policy, and with it the class.
     *
     * @param level nice level of a fair policy, priority 1..99 of a real-time one
     * @param resetOnFork tasks that it forks start as SCHED_OTHER without privileges
     * @param task template all of whose living tasks change; {@link #ITSELF}
     */
    record SetPolicy(SchedPolicy policy, int level, boolean resetOnFork, String task)
            implements Step {}

    /**
     * Changes the request size of a fair task.
     *
     * @param sliceNs 100_000..100_000_000 ns; 0 for the base slice
     * @param task template all of whose living tasks change; {@link #ITSELF}
     */
    record SetSlice(long sliceNs, String task) implements Step {}

    /**
     * Changes utilisation clamps.
     *
     * @param clamp {@link UtilClamp#UNSET} leaves a clamp as it is
     * @param task template all of whose living tasks change; {@link #ITSELF}
     */
    record SetUclamp(UtilClamp clamp, String task) implements Step {}

    /**
     * Changes the CPUs that are allowed.
     *
     * @param task template all of whose living tasks change; {@link #ITSELF}
     */
    record SetAffinity(CpuSet cpus, String task) implements Step {
        public SetAffinity(CpuSet cpus) {
            this(cpus, ITSELF);
        }
    }

    /**
     * A frame begins; its time counts from the last wake-up of the task.
     *
     * @param frames stream of frames, declared in the workload
     */
    record FrameStart(String frames) implements Step {}

    /** The oldest frame of the stream that has begun is complete. */
    record FrameEnd(String frames) implements Step {}

    /**
     * One round of stress-ng's CPU stressor with load control: calls of its methods, then a sleep
     * that makes them so much of the time.
     *
     * @param loadPercent 1..100; at 100 it does not sleep
     * @param sliceNs CPU time after which the calls of a round end; {@link #NO_SLICE}: a fixed
     *     number of calls
     * @param callNs mean time of a call, alone on the fastest CPU at its highest frequency, ns
     */
    record CpuLoad(int loadPercent, long sliceNs, long callNs) implements Step {
        /** No load slice is given. */
        public static final long NO_SLICE = 0;
    }

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

    /** Name of the task that a step changes when that is the one which runs the step. */
    String ITSELF = "";
}
