package io.vlag.engine.sim;

import java.util.List;

/**
 * All counters of a simulation at one instant; two of them make a measurement.
 *
 * @param timeNs simulated time
 * @param eventCount events handled since the start
 * @param digest of the journal
 * @param cpus by CPU
 * @param tasks by task record, then by template for ended tasks
 * @param cyclesOfDomain clock cycles of each frequency domain since the start
 * @param totalEnergyUj energy of the whole machine since the start, uJ
 */
public record Reading(
        long timeNs,
        long eventCount,
        long digest,
        List<CpuReading> cpus,
        List<TaskReading> tasks,
        List<Long> cyclesOfDomain,
        long totalEnergyUj) {
    public Reading {
        cpus = List.copyOf(cpus);
        tasks = List.copyOf(tasks);
        cyclesOfDomain = List.copyOf(cyclesOfDomain);
    }

    /** Counters of one CPU since the start. */
    public record CpuReading(
            long switches,
            long voluntarySwitches,
            long involuntarySwitches,
            long ticks,
            long ipis,
            long newidlePulls,
            long balancePulls,
            long userNs,
            long systemNs,
            long irqNs,
            long idleNs,
            long cycles,
            long instructionsMilli,
            long branchMissesMilli,
            long cacheMissesMilli,
            long energyUj) {}

    /**
     * Counters of one task since its start.
     *
     * @param taskId its record, used again after it ended; that of the template's sum when {@code
     *     ended}
     * @param template index of its template
     * @param name its template's name
     * @param ended true for the sum over ended tasks of a template
     */
    public record TaskReading(
            int taskId,
            int template,
            String name,
            boolean ended,
            long bogoOps,
            long cpuNs,
            long switchesIn,
            long voluntarySwitches,
            long involuntarySwitches,
            long migrations,
            long wakeups,
            long activations,
            long delayedSleeps,
            long waitNsSum,
            long waitNsMax) {}
}
