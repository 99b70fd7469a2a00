package io.vlag.engine.state;

import io.vlag.offheap.HotPath;

/**
 * Which slot of the event queue belongs to whom. The order decides ties: a new clock first, then
 * the end of operations, then interrupts, so that an interrupt which waited for an operation finds
 * it done.
 */
@HotPath
public final class Slots {
    private final int opEndFirst;
    private final int ipiFirst;
    private final int tickFirst;
    private final int sliceFirst;
    private final int reserveFirst;
    private final int timerFirst;
    private final int quotaFirst;
    private final int ceilingFirst;
    private final int zoneFirst;
    private final int coreFirst;
    private final int slotCount;

    /** Without task groups. */
    public Slots(int domainCount, int cpuCount, int taskCount) {
        this(domainCount, cpuCount, taskCount, 1);
    }

    /**
     * @param groupCount task groups, the root included
     */
    public Slots(int domainCount, int cpuCount, int taskCount, int groupCount) {
        this(domainCount, cpuCount, taskCount, groupCount, new Hardware(0, 0, 0));
    }

    /**
     * What hardware does by itself.
     *
     * @param ceilingCount turbo ceilings
     * @param zoneCount thermal zones
     * @param coreCount CPUs, if threads of a core slow each other down; else 0
     */
    public record Hardware(int ceilingCount, int zoneCount, int coreCount) {}

    /**
     * @param groupCount task groups, the root included
     */
    public Slots(int domainCount, int cpuCount, int taskCount, int groupCount, Hardware hardware) {
        this.opEndFirst = domainCount;
        this.ipiFirst = opEndFirst + cpuCount;
        this.tickFirst = ipiFirst + cpuCount;
        this.sliceFirst = tickFirst + cpuCount;
        this.reserveFirst = sliceFirst + cpuCount;
        this.timerFirst = reserveFirst + cpuCount;
        this.quotaFirst = timerFirst + taskCount;
        this.ceilingFirst = quotaFirst + 2 * (groupCount - 1);
        this.zoneFirst = ceilingFirst + hardware.ceilingCount();
        this.coreFirst = zoneFirst + hardware.zoneCount();
        this.slotCount = coreFirst + hardware.coreCount();
    }

    public int slotCount() {
        return slotCount;
    }

    public int taskCount() {
        return quotaFirst - timerFirst;
    }

    /** The hardware's answer to a change of the number of active cores. */
    public int ofCeiling(int ceiling) {
        return ceilingFirst + ceiling;
    }

    /** The next look at a temperature. */
    public int ofZone(int zone) {
        return zoneFirst + zone;
    }

    /** The change of a core's speed with its busy threads, by its first thread. */
    public int ofCore(int firstThread) {
        return coreFirst + firstThread;
    }

    public int ofDomain(int domain) {
        return domain;
    }

    public int ofOpEnd(int cpu) {
        return opEndFirst + cpu;
    }

    public int ofIpi(int cpu) {
        return ipiFirst + cpu;
    }

    public int ofTick(int cpu) {
        return tickFirst + cpu;
    }

    /** The timer that ends a slice, with HRTICK. */
    public int ofSlice(int cpu) {
        return sliceFirst + cpu;
    }

    /** The timer of real-time throttling or of the fair server. */
    public int ofReserve(int cpu) {
        return reserveFirst + cpu;
    }

    public int ofTimer(int task) {
        return timerFirst + task;
    }

    /** The timer that ends a period of a group's quota. */
    public int ofQuotaPeriod(int group) {
        return quotaFirst + 2 * (group - 1);
    }

    /** The timer that hands on a group's unused quota. */
    public int ofQuotaSlack(int group) {
        return ofQuotaPeriod(group) + 1;
    }

    public boolean isDomain(int slot) {
        return slot < opEndFirst;
    }

    public boolean isOpEnd(int slot) {
        return slot >= opEndFirst && slot < ipiFirst;
    }

    public boolean isIpi(int slot) {
        return slot >= ipiFirst && slot < tickFirst;
    }

    public boolean isTick(int slot) {
        return slot >= tickFirst && slot < sliceFirst;
    }

    public boolean isSlice(int slot) {
        return slot >= sliceFirst && slot < reserveFirst;
    }

    public boolean isReserve(int slot) {
        return slot >= reserveFirst && slot < timerFirst;
    }

    public boolean isTimer(int slot) {
        return slot >= timerFirst && slot < quotaFirst;
    }

    public boolean isQuota(int slot) {
        return slot >= quotaFirst && slot < ceilingFirst;
    }

    public boolean isCeiling(int slot) {
        return slot >= ceilingFirst && slot < zoneFirst;
    }

    public boolean isZone(int slot) {
        return slot >= zoneFirst && slot < coreFirst;
    }

    public boolean isCore(int slot) {
        return slot >= coreFirst;
    }

    public int ceilingOf(int slot) {
        return slot - ceilingFirst;
    }

    public int zoneOf(int slot) {
        return slot - zoneFirst;
    }

    /** First thread of the core. */
    public int cpuOfCore(int slot) {
        return slot - coreFirst;
    }

    public int groupOfQuota(int slot) {
        return (slot - quotaFirst) / 2 + 1;
    }

    public int cpuOfOpEnd(int slot) {
        return slot - opEndFirst;
    }

    public int cpuOfIpi(int slot) {
        return slot - ipiFirst;
    }

    public int cpuOfTick(int slot) {
        return slot - tickFirst;
    }

    public int cpuOfSlice(int slot) {
        return slot - sliceFirst;
    }

    public int cpuOfReserve(int slot) {
        return slot - reserveFirst;
    }

    public int taskOfTimer(int slot) {
        return slot - timerFirst;
    }
}
