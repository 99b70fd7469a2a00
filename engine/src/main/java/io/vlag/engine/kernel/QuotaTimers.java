package io.vlag.engine.kernel;

import io.vlag.engine.state.Slots;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/** The timers of the groups' quotas: one for the end of a period, one for unused quota. */
@HotPath
public final class QuotaTimers {
    private final @Nullable EventQueue events;
    private final @Nullable Slots slots;

    private QuotaTimers(@Nullable EventQueue events, @Nullable Slots slots) {
        this.events = events;
        this.slots = slots;
    }

    /** Timers that are events of a simulation. */
    @ColdPath
    public static QuotaTimers of(EventQueue events, Slots slots) {
        return new QuotaTimers(events, slots);
    }

    /** No timers: what they would do is called by hand. */
    @ColdPath
    public static QuotaTimers none() {
        return new QuotaTimers(null, null);
    }

    void startPeriod(int group, long expiryNs) {
        if (events != null && slots != null) {
            events.schedule(slots.ofQuotaPeriod(group), expiryNs);
        }
    }

    void startSlack(int group, long expiryNs) {
        if (events != null && slots != null) {
            events.schedule(slots.ofQuotaSlack(group), expiryNs);
        }
    }
}
