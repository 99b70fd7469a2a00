package io.vlag.engine.kernel;

import io.vlag.engine.state.Slots;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * HRTICK: a timer that ends the running fair task's slice on time instead of at the next tick.
 * Armed again whenever what runs or waits on the CPU changes.
 *
 * <p>Models Linux 7.2 hrtick_start_fair() and hrtick_update(), kernel/sched/fair.c; off where the
 * feature is off.
 */
@HotPath
public final class SliceTimer {
    /** The timer is never programmed for less. */
    private static final long SHORTEST_NS = 10_000;

    private final boolean enabled;
    private final FairClass fair;
    private final EventQueue events;
    private final Slots slots;

    SliceTimer(boolean enabled, FairClass fair, EventQueue events, Slots slots) {
        this.enabled = enabled;
        this.fair = fair;
        this.events = events;
        this.slots = slots;
    }

    /** What runs or waits on the CPU has changed; its running task was accounted just now. */
    void rearm(int cpu, long nowNs) {
        if (!enabled) {
            return;
        }
        final long leftNs = fair.sliceLeftNs(cpu);
        if (leftNs < 0) {
            events.cancel(slots.ofSlice(cpu));
        } else {
            events.schedule(slots.ofSlice(cpu), nowNs + Math.max(SHORTEST_NS, leftNs));
        }
    }
}
