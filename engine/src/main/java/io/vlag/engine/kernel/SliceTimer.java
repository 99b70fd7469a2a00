package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Slots;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * HRTICK: a timer that ends the running fair task's slice on time instead of at the next tick.
 * Armed again whenever what runs or waits on the CPU changes; with hrtick_armed: every_pick also
 * when a pick keeps the running task.
 *
 * <p>Models Linux 7.2 hrtick_start_fair() and hrtick_update(), kernel/sched/fair.c; off where the
 * feature is off.
 */
@HotPath
public final class SliceTimer {
    /** The timer is never programmed for less. */
    private static final long SHORTEST_NS = 10_000;

    private final boolean enabled;
    private final boolean armedAtSwitch;
    private final FairClass fair;
    private final CpuTable cpus;
    private final EventQueue events;
    private final Slots slots;

    SliceTimer(WakeRules rules, FairClass fair, CpuTable cpus, EventQueue events, Slots slots) {
        this.enabled = rules.hrtick();
        this.armedAtSwitch = rules.hrtickAtSwitch();
        this.fair = fair;
        this.cpus = cpus;
        this.events = events;
        this.slots = slots;
    }

    /** A pick has chosen, from a queue whose running task was accounted just now. */
    void picked(int cpu, boolean anotherTask, long nowNs) {
        if (anotherTask || !armedAtSwitch) {
            rearm(cpu, nowNs);
        }
    }

    /**
     * What runs or waits on the CPU has changed; its running task was accounted just now. The timer
     * is programmed when the path that is being walked ends, so that it never comes early on the
     * clock of the task, which does not see interrupts.
     */
    void rearm(int cpu, long nowNs) {
        if (!enabled) {
            return;
        }
        final long leftNs = fair.sliceLeftNs(cpu);
        if (leftNs < 0) {
            events.cancel(slots.ofSlice(cpu));
        } else {
            events.schedule(
                    slots.ofSlice(cpu),
                    nowNs + cpus.overheadNs(cpu) + Math.max(SHORTEST_NS, leftNs));
        }
    }
}
