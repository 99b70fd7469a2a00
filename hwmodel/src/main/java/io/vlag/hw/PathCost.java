package io.vlag.hw;

/**
 * What one pass through a kernel path costs on one core type. Cold.
 *
 * @param name for reports, such as {@code switch} or {@code wake_local}
 * @param instructions instructions retired
 * @param ipcMilli instructions per 1000 cycles of this path without mispredictions and stalls; 0 =
 *     the core type's
 * @param stallPs time that does not depend on the clock (memory, bus, device), picoseconds
 * @param branchMissesMilli mispredicted branches, thousandths; each costs the core type's {@code
 *     mispredictCycles}
 * @param cacheMissesMilli cache misses, thousandths; only counted, their time is part of {@code
 *     stallPs}
 */
public record PathCost(
        String name,
        long instructions,
        int ipcMilli,
        long stallPs,
        long branchMissesMilli,
        long cacheMissesMilli) {
    private static final long COUNT_MAX = 1_000_000_000L;
    private static final long STALL_PS_MAX = 1_000_000_000_000L;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the field, the value and the allowed range
     */
    public PathCost {
        check(name, "instructions", instructions, COUNT_MAX);
        check(name, "ipcMilli", ipcMilli, 16_000);
        check(name, "stallPs", stallPs, STALL_PS_MAX);
        check(name, "branchMissesMilli", branchMissesMilli, COUNT_MAX);
        check(name, "cacheMissesMilli", cacheMissesMilli, COUNT_MAX);
    }

    /**
     * Time of one pass at {@code khz}: {@code instructions * 1000 / ipcMilli} cycles plus {@code
     * branchMissesMilli * mispredictCycles / 1000} cycles, plus the stall; one rounding to the
     * nearest picosecond, half up.
     */
    public long durationPs(CoreTypePlan type, int khz) {
        final long ipc = ipcMilli == 0 ? type.ipcMilli() : ipcMilli;
        // cycles * ipc * 1000 over ipc * 1000, and one cycle is 10^9 / khz ps
        return Rounding.nearest(
                        Rounding.product(instructions, 1_000_000)
                                .add(
                                        Rounding.product(
                                                branchMissesMilli, type.mispredictCycles(), ipc))
                                .multiply(Rounding.product(1_000_000)),
                        Rounding.product(ipc, khz))
                + stallPs;
    }

    private static void check(String name, String field, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(
                    "path " + name + "." + field + ": " + value + " is outside 0.." + max);
        }
    }
}
