package io.vlag.engine.sim;

import io.vlag.engine.check.InvariantChecker;
import io.vlag.offheap.EventQueue;

/**
 * The event loop one event at a time, with a check after each. The loop itself does not know that
 * it is watched, so a run without checks pays nothing.
 */
final class CheckedLoop {
    private final EventLoop loop;
    private final EventQueue events;
    private final SimClock clock;
    private final InvariantChecker checker;

    CheckedLoop(EventLoop loop, EventQueue events, SimClock clock, InvariantChecker checker) {
        this.loop = loop;
        this.events = events;
        this.clock = clock;
        this.checker = checker;
    }

    /** As {@link EventLoop#runUntil}. */
    long runUntil(long horizonNs, long eventLimit) {
        long handled = 0;
        while (handled < eventLimit) {
            final int slot = events.nextTimeNs() == EventQueue.NEVER ? -1 : events.nextSlot();
            if (loop.runUntil(horizonNs, 1) == 0) {
                break;
            }
            handled++;
            checker.eventHandled(slot, clock.nowNs());
        }
        return handled;
    }
}
