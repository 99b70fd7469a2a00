package io.vlag.engine.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One variant of a machine, complete.
 *
 * @param name name of the machine file
 * @param variant name of the variant
 * @param title for reports
 * @param cpus all CPUs, by number from 0
 * @param cacheLineBytes 64 on all known machines
 * @param schedMc kernels whose build puts the CPUs in one shared-cache (MC) domain unless the
 *     scenario decides
 * @param frequencyDomains CPUs that share a clock; every CPU is in one
 * @param idleStates from shallow to deep
 * @param power coefficients of the power model
 * @param governor default governor
 * @param ondemand knobs of the ondemand governor
 * @param hz scheduler ticks a second
 * @param costs cost of every kernel path
 * @param stressNgPipe user code of stress-ng's pipe stressor
 * @param hardware what not every machine has
 * @param position where the file begins
 */
public record MachineSpec(
        String name,
        String variant,
        String title,
        List<CpuSpec> cpus,
        int cacheLineBytes,
        List<KernelRange> schedMc,
        List<FrequencyDomainSpec> frequencyDomains,
        List<IdleStateSpec> idleStates,
        PowerSpec power,
        Governor governor,
        OndemandSpec ondemand,
        Quantity hz,
        CostModel costs,
        StressNgPipeCode stressNgPipe,
        HardwareSpec hardware,
        SourcePosition position) {
    public MachineSpec {
        cpus = List.copyOf(cpus);
        schedMc = List.copyOf(schedMc);
        frequencyDomains = List.copyOf(frequencyDomains);
        idleStates = List.copyOf(idleStates);
    }

    /** Whether that kernel's usual build on this machine has a shared-cache domain. */
    public boolean schedMcByDefault(KernelVersion version) {
        return schedMc.stream().anyMatch(range -> range.contains(version));
    }

    /** The same machine as another variant with other CPUs, OPPs and clusters. */
    MachineSpec withVariant(
            String newVariant,
            List<CpuSpec> newCpus,
            List<FrequencyDomainSpec> domains,
            HardwareSpec newHardware) {
        return with(newVariant, newCpus, domains, costs, stressNgPipe, newHardware);
    }

    /**
     * The same machine with only its lowest {@code cpuCount} CPUs, 1..all; domains left without a
     * CPU are gone.
     */
    public MachineSpec limitedTo(int cpuCount) {
        final List<FrequencyDomainSpec> domains =
                frequencyDomains.stream()
                        .map(domain -> domain.limitedTo(cpuCount))
                        .filter(domain -> !domain.cpus().isAll())
                        .toList();
        return with(variant, cpus.subList(0, cpuCount), domains, costs, stressNgPipe, hardware);
    }

    /** The same machine with other costs, as a calibration chooses them. */
    public MachineSpec withCosts(CostModel newCosts, StressNgPipeCode newStressNgPipe) {
        return with(variant, cpus, frequencyDomains, newCosts, newStressNgPipe, hardware);
    }

    private MachineSpec with(
            String newVariant,
            List<CpuSpec> newCpus,
            List<FrequencyDomainSpec> newDomains,
            CostModel newCosts,
            StressNgPipeCode newStressNgPipe,
            HardwareSpec newHardware) {
        return new MachineSpec(
                name,
                newVariant,
                title,
                newCpus,
                cacheLineBytes,
                schedMc,
                newDomains,
                idleStates,
                power,
                governor,
                ondemand,
                hz,
                newCosts,
                newStressNgPipe,
                newHardware,
                position);
    }

    /**
     * One CPU.
     *
     * @param cluster name of its cluster
     * @param coreType for reports
     * @param capacity 1..1024 at the highest OPP; 1024 is the biggest CPU of the machine
     * @param core CPUs of the same core are its hardware threads
     */
    public record CpuSpec(String cluster, String coreType, int capacity, int core) {}

    /**
     * CPUs that share a clock.
     *
     * @param table name under which variants list its OPPs; domains of one entry share it
     * @param cpus listed one by one, never the empty "every CPU"
     * @param fastSwitch true when the scheduler context can change the clock; false when a kernel
     *     thread has to
     * @param anyCpu true when CPUs of other domains can change the clock too
     * @param transitionLatencyNs from the request to the new clock, ns
     * @param reportedLatencyNs what the driver says of it, ns; empty when it says that it does not
     *     know
     * @param sharedClock number of neighbouring domains of the same table that run at the highest
     *     of their clocks; 1: each runs at its own
     * @param opps rising by frequency, at least one
     */
    public record FrequencyDomainSpec(
            String name,
            String table,
            CpuSet cpus,
            boolean fastSwitch,
            boolean anyCpu,
            Quantity transitionLatencyNs,
            OptionalLong reportedLatencyNs,
            int sharedClock,
            List<OppSpec> opps) {
        public FrequencyDomainSpec {
            opps = List.copyOf(opps);
        }

        FrequencyDomainSpec withOpps(List<OppSpec> newOpps) {
            return with(cpus, newOpps);
        }

        private FrequencyDomainSpec with(CpuSet newCpus, List<OppSpec> newOpps) {
            return new FrequencyDomainSpec(
                    name,
                    table,
                    newCpus,
                    fastSwitch,
                    anyCpu,
                    transitionLatencyNs,
                    reportedLatencyNs,
                    sharedClock,
                    newOpps);
        }

        private FrequencyDomainSpec limitedTo(int cpuCount) {
            final CpuSet kept =
                    new CpuSet(cpus.cpus().stream().filter(cpu -> cpu < cpuCount).toList());
            return with(kept, opps);
        }
    }

    /**
     * One operating point.
     *
     * @param freqKhz clock, kHz
     * @param voltageUv core voltage, uV
     * @param powerUw one busy CPU, uW; empty: the power model's formula
     * @param idlePowerUw one CPU in the shallowest idle state, uW; empty: as the state says
     * @param kernelPowerUw one busy CPU in the kernel's energy model, uW; empty: the core type's
     *     coefficient, if it has one
     */
    public record OppSpec(
            long freqKhz,
            long voltageUv,
            OptionalLong powerUw,
            OptionalLong idlePowerUw,
            OptionalLong kernelPowerUw) {}

    /**
     * One idle state.
     *
     * @param entryLatencyNs from the idle instruction to the state, ns
     * @param exitLatencyNs from the interrupt to the first instruction, ns
     * @param minResidencyNs shortest stay that saves energy, ns
     * @param powerPermille power against a busy CPU at the same OPP, 0..1000; not looked at when
     *     {@code powerUw} is there
     * @param powerUw power whatever the OPP, uW
     * @param wakeLatencyNs what leaving really takes, ns; empty: the exit latency
     * @param transitionNj energy of one way in and out, nJ; empty: none beyond the time
     */
    public record IdleStateSpec(
            String name,
            Quantity entryLatencyNs,
            Quantity exitLatencyNs,
            Quantity minResidencyNs,
            Quantity powerPermille,
            Optional<Quantity> powerUw,
            Optional<Quantity> wakeLatencyNs,
            Optional<Quantity> transitionNj) {}

    /**
     * Power of a busy CPU: {@code dynamicUwPerMhzV2 * MHz * V^2 + staticUwPerCpu}.
     *
     * @param dynamicUwPerMhzV2 dynamic coefficient, uW/(MHz V^2)
     * @param staticUwPerCpu leakage, uW
     * @param boardIdleUw whole board with idle CPUs, uW
     */
    public record PowerSpec(
            Quantity dynamicUwPerMhzV2, Quantity staticUwPerCpu, Quantity boardIdleUw) {}

    /**
     * Knobs of the ondemand governor.
     *
     * @param upThresholdPercent load above which the highest OPP is chosen
     * @param samplingRateNs shortest time between two evaluations, ns
     * @param samplingDownFactor factor on the sampling rate once at the highest OPP
     * @param ioIsBusy whether waiting for I/O counts as busy
     */
    public record OndemandSpec(
            Quantity upThresholdPercent,
            Quantity samplingRateNs,
            Quantity samplingDownFactor,
            boolean ioIsBusy) {}

    /**
     * User code of stress-ng's pipe stressor, version 0.15.06.
     *
     * @param writerInstructions fill, loop and call of one write
     * @param readerInstructions compare, loop and call of one read
     */
    public record StressNgPipeCode(Quantity writerInstructions, Quantity readerInstructions) {}
}
