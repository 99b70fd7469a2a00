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
 * @param domains by frequency domain
 * @param clusters by cluster
 * @param zoneMilliC temperature of each thermal zone at its last look, thousandths of a degree
 * @param frames by stream of frames
 * @param totalEnergyUj energy of the whole machine since the start, uJ
 */
public record Reading(
        long timeNs,
        long eventCount,
        long digest,
        List<CpuReading> cpus,
        List<TaskReading> tasks,
        List<Long> cyclesOfDomain,
        List<DomainReading> domains,
        List<ClusterReading> clusters,
        List<Long> zoneMilliC,
        List<FrameReading> frames,
        long totalEnergyUj) {
    public Reading {
        cpus = List.copyOf(cpus);
        tasks = List.copyOf(tasks);
        cyclesOfDomain = List.copyOf(cyclesOfDomain);
        domains = List.copyOf(domains);
        clusters = List.copyOf(clusters);
        zoneMilliC = List.copyOf(zoneMilliC);
        frames = List.copyOf(frames);
    }

    /**
     * Counters of one stream of frames since the start.
     *
     * @param ended complete frames
     * @param janky those that took longer than a period
     * @param missed those that took longer than two periods
     * @param durationsNs of the complete frames, in their order; only so many are kept
     */
    public record FrameReading(
            String name,
            long periodNs,
            long ended,
            long janky,
            long missed,
            List<Long> durationsNs) {
        public FrameReading {
            durationsNs = List.copyOf(durationsNs);
        }
    }

    /**
     * Counters of one frequency domain since the start.
     *
     * @param energyNj of its CPUs
     * @param oppNs time by operating point
     * @param utils what schedutil made clocks of
     */
    public record DomainReading(
            long energyNj, long transitions, List<Long> oppNs, UtilReading utils) {
        public DomainReading {
            oppNs = List.copyOf(oppNs);
        }
    }

    /**
     * Utilisations that a governor looked at since the start.
     *
     * @param sum of all of them
     * @param counts by utilisation, in steps of {@code UtilSeen.STEP}; the last is the whole
     *     capacity of 1024
     */
    public record UtilReading(long sum, List<Long> counts) {
        public UtilReading {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Counters of one cluster since the start.
     *
     * @param energyNj of what its CPUs share
     * @param states by idle state
     */
    public record ClusterReading(long energyNj, List<StateReading> states) {
        public ClusterReading {
            states = List.copyOf(states);
        }
    }

    /**
     * Counters of one idle state since the start.
     *
     * @param ns time in it
     * @param stays completed ones
     * @param tooDeep stays that were too short to pay for it
     * @param tooShallow stays that would have paid for the next deeper one
     */
    public record StateReading(long ns, long stays, long tooDeep, long tooShallow) {}

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
            long energyUj,
            List<StateReading> idleStates) {
        public CpuReading {
            idleStates = List.copyOf(idleStates);
        }
    }

    /**
     * Counters of one task since its start.
     *
     * @param taskId its record, used again after it ended; that of the template's sum when {@code
     *     ended}
     * @param template index of its template
     * @param name its template's name
     * @param ended true for the sum over ended tasks of a template
     * @param bigNs CPU time on CPUs of the highest capacity, where capacities differ
     * @param energyNj energy of its CPU while it ran, the way out of idle to it included
     */
    public record TaskReading(
            int taskId,
            int template,
            String name,
            boolean ended,
            long bogoOps,
            long cpuNs,
            long bigNs,
            long energyNj,
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
