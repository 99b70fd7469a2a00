package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.state.Slots;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * Inter-processor interrupts: a cost for the sender, a flight time, one pending interrupt a CPU.
 */
@HotPath
final class Interrupts {
    private static final int IPI_SEND = CostPath.IPI_SEND.ordinal();
    private static final int IPI_FLIGHT = CostPath.IPI_FLIGHT.ordinal();

    private final EventQueue events;
    private final Slots slots;
    private final CostMeter costs;

    Interrupts(EventQueue events, Slots slots, CostMeter costs) {
        this.events = events;
        this.slots = slots;
        this.costs = costs;
    }

    /** Sends an interrupt; one that is under way already and arrives earlier serves both. */
    void send(int fromCpu, int toCpu, long nowNs) {
        costs.charge(fromCpu, IPI_SEND);
        final int slot = slots.ofIpi(toCpu);
        final long arrivalNs = nowNs + costs.durationNs(toCpu, IPI_FLIGHT);
        if (arrivalNs < events.timeNs(slot)) {
            events.schedule(slot, arrivalNs);
        }
    }
}
