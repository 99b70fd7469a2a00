package io.vlag.engine.config;

import java.util.List;
import java.util.Optional;

/**
 * What a machine file says of hardware that not every machine has. Names refer to core types,
 * clusters and frequency domains of the same file.
 *
 * @param frequencyInvariant whether the kernel scales utilisation by the clock
 * @param irqTimeAccounting whether the kernel leaves interrupts out of the time of tasks
 * @param idleGovernor who chooses idle states
 * @param coreTypes what differs from the file's common figures, by core type
 * @param clusters what CPUs share, for clusters that say anything
 * @param clockFloors domains that hold others up
 * @param ceilings turbo clocks by active cores
 * @param thermalZones what the CPUs heat
 * @param recordedSystem what ran on it besides the workload when kernels were recorded, if known
 */
public record HardwareSpec(
        boolean frequencyInvariant,
        boolean irqTimeAccounting,
        IdleGovernor idleGovernor,
        List<CoreTypeSpec> coreTypes,
        List<ClusterSpec> clusters,
        List<ClockFloorSpec> clockFloors,
        List<CeilingSpec> ceilings,
        List<ThermalZoneSpec> thermalZones,
        Optional<RecordedSystemSpec> recordedSystem) {
    public HardwareSpec {
        coreTypes = List.copyOf(coreTypes);
        clusters = List.copyOf(clusters);
        clockFloors = List.copyOf(clockFloors);
        ceilings = List.copyOf(ceilings);
        thermalZones = List.copyOf(thermalZones);
    }

    public Optional<CoreTypeSpec> coreType(String name) {
        return coreTypes.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    public Optional<ClusterSpec> cluster(String name) {
        return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
    }

    HardwareSpec withClusters(List<ClusterSpec> newClusters) {
        return new HardwareSpec(
                frequencyInvariant,
                irqTimeAccounting,
                idleGovernor,
                coreTypes,
                newClusters,
                clockFloors,
                ceilings,
                thermalZones,
                recordedSystem);
    }

    /**
     * What one core type has of its own; what is empty is as in the rest of the file.
     *
     * @param name as in {@link MachineSpec.CpuSpec#coreType}
     * @param stallPermille factor on the stalls and cache lines of every path, thousandths
     * @param kernelDynamicUwPerMhzV2 coefficient of the kernel's energy model; empty: the kernel
     *     has none, unless its operating points say so
     * @param idleStates from shallow to deep; empty: the file's
     */
    public record CoreTypeSpec(
            String name,
            Optional<Quantity> kernelIpcMilli,
            Optional<Quantity> userIpcMilli,
            Optional<Quantity> branchMissCycles,
            Optional<Quantity> stallPermille,
            Optional<Quantity> dynamicUwPerMhzV2,
            Optional<Quantity> staticUwPerCpu,
            Optional<Quantity> kernelDynamicUwPerMhzV2,
            List<MachineSpec.IdleStateSpec> idleStates,
            Optional<SmtSpec> smt) {
        public CoreTypeSpec {
            idleStates = List.copyOf(idleStates);
        }
    }

    /**
     * A core with several busy hardware threads against one with one.
     *
     * @param throughputPermille by number of busy threads, from 1
     * @param powerPermille by number of busy threads, from 1
     */
    public record SmtSpec(List<Quantity> throughputPermille, List<Quantity> powerPermille) {
        public SmtSpec {
            throughputPermille = List.copyOf(throughputPermille);
            powerPermille = List.copyOf(powerPermille);
        }
    }

    /**
     * A cluster.
     *
     * @param llc name of its last-level cache; clusters with the same one share it
     * @param node memory node
     * @param activeUw power of what its CPUs share, uW
     */
    public record ClusterSpec(
            String name,
            String llc,
            int node,
            Optional<Quantity> activeUw,
            List<ClusterStateSpec> idleStates) {
        public ClusterSpec {
            idleStates = List.copyOf(idleStates);
        }
    }

    /** An idle state of what a cluster's CPUs share. */
    public record ClusterStateSpec(
            String name,
            Quantity entryLatencyNs,
            Quantity exitLatencyNs,
            Quantity minResidencyNs,
            Quantity powerUw) {}

    /**
     * One domain that does not let another run slower than it needs.
     *
     * @param steps by rising clock of {@code from}
     */
    public record ClockFloorSpec(String from, String to, List<ClockFloorStep> steps) {
        public ClockFloorSpec {
            steps = List.copyOf(steps);
        }
    }

    /** From {@code fromKhz} on the other domain runs at {@code toKhz} at least. */
    public record ClockFloorStep(long fromKhz, long toKhz) {}

    /**
     * Clocks granted by active cores.
     *
     * @param cpus whose cores count and whose domains are limited
     */
    public record CeilingSpec(
            String name, CpuSet cpus, Quantity responseNs, List<CeilingStep> steps) {
        public CeilingSpec {
            steps = List.copyOf(steps);
        }
    }

    /** Highest clock while up to {@code cores} are active. */
    public record CeilingStep(int cores, Quantity khz) {}

    /**
     * A body that CPUs heat.
     *
     * @param cpus that heat it
     */
    public record ThermalZoneSpec(
            String name,
            CpuSet cpus,
            Optional<Quantity> otherUw,
            Quantity resistanceMkPerW,
            Quantity timeConstantNs,
            Quantity ambientMilliC,
            long pollNs,
            List<TripSpec> trips) {
        public ThermalZoneSpec {
            trips = List.copyOf(trips);
        }
    }

    /** Who acts at a trip point. */
    public enum Actor {
        HARDWARE,
        POLICY
    }

    /**
     * A trip point.
     *
     * @param domains names of the domains it limits
     */
    public record TripSpec(
            Actor actor,
            Quantity temperatureMilliC,
            Quantity hysteresisMilliC,
            List<String> domains,
            Quantity floorKhz) {
        public TripSpec {
            domains = List.copyOf(domains);
        }
    }

    /**
     * The system on which kernels were recorded.
     *
     * @param rtAppLoop instructions of one pass of the loop in which rt-app burns time
     * @param rtAppTurn instructions of the rest of an rt-app turn: its event loop and the system
     *     calls beside the one that sleeps
     * @param rtAppStart instructions of a thread of rt-app before it waits for the others
     * @param kernelThreads what wakes up now and then on CPU 0
     */
    public record RecordedSystemSpec(
            Quantity rtAppLoop,
            Quantity rtAppTurn,
            Quantity rtAppStart,
            List<KernelThreadSpec> kernelThreads) {
        public RecordedSystemSpec {
            kernelThreads = List.copyOf(kernelThreads);
        }
    }

    /**
     * A thread of the kernel that a tick wakes again and again.
     *
     * @param kernels that have it
     * @param periodNs from wake-up to wake-up, ns
     * @param instructions of a turn, without switches
     */
    public record KernelThreadSpec(
            String name, KernelRange kernels, Quantity periodNs, Quantity instructions) {}
}
