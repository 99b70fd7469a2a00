package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.hw.CapacityFit;
import io.vlag.offheap.HotPath;

/**
 * Finds the busiest CPU for one that could take work, and how much to move: find_busiest_group and
 * calculate_imbalance for one domain whose groups are single CPUs. See docs/model/balance.md.
 */
@HotPath
final class Imbalance {
    /** The amount counts tasks. */
    static final int KIND_TASK = 0;

    /** The amount is load. */
    static final int KIND_LOAD = 1;

    /** The amount is utilisation. */
    static final int KIND_UTIL = 2;

    /** One task, which is too big for the CPU it runs on. */
    static final int KIND_MISFIT = 3;

    private final WakeRules rules;
    private final Topology topology;
    private final CpuTable cpus;
    private final CpuLoad loads;
    private final boolean countsDelayed;
    private final EnergyRules energyRules;
    private final Fitness fitness;
    private GroupStats candidate = new GroupStats();
    private GroupStats busiest = new GroupStats();
    private final GroupStats local = new GroupStats();
    private long totalLoad;
    private long totalCapacity;
    private int kind;
    private long amount;

    Imbalance(
            WakeRules rules,
            Topology topology,
            CpuTable cpus,
            CpuLoad loads,
            EnergyRules energyRules,
            Fitness fitness) {
        this.energyRules = energyRules;
        this.fitness = fitness;
        this.rules = rules;
        this.topology = topology;
        this.cpus = cpus;
        this.loads = loads;
        this.countsDelayed = rules.balanceCountsDelayed();
    }

    /** Kind of the amount that the last search found. */
    int kind() {
        return kind;
    }

    /** Amount that the last search found. */
    long amount() {
        return amount;
    }

    /**
     * Looks at all CPUs for {@code cpu}.
     *
     * @param idle whether the CPU has nothing to run
     * @param newidle whether it is about to idle: then the hint for idle scans is not renewed
     * @return the CPU to take from, or NONE when the machine is balanced
     */
    int findBusiest(int cpu, boolean idle, boolean newidle) {
        final boolean found = readAll(cpu);
        if (!newidle) {
            renewScanHint(cpu);
        }
        if (!found || !isImbalanced(idle)) {
            return Index.NONE;
        }
        calculate(idle);
        return amount > 0 && isBusiestQueue() ? busiest.cpu : Index.NONE;
    }

    private boolean readAll(int cpu) {
        boolean found = false;
        final boolean overloads =
                !energyRules.overloadNeedsOverutilised() || !fitness.isEnergyInCharge();
        local.read(loads, cpu, countsDelayed, fitness.misfitLoad(cpu), overloads);
        totalLoad = local.load;
        totalCapacity = local.capacity;
        for (int other = 0; other < topology.cpuCount(); other++) {
            if (other == cpu) {
                continue;
            }
            candidate.read(loads, other, countsDelayed, fitness.misfitLoad(other), overloads);
            totalLoad += candidate.load;
            totalCapacity += candidate.capacity;
            if (candidate.nrFair > 0
                    && (!fitness.isAsymmetric() || mayGiveTo(candidate))
                    && (!found || isBusier(candidate, busiest))) {
                final GroupStats free = busiest;
                busiest = candidate;
                candidate = free;
                found = true;
            }
        }
        if (fitness.isAsymmetric()) {
            noteOverutilised();
        }
        return found;
    }

    /** Between unequal CPUs: misfits go up only, and little work does not go down. */
    private boolean mayGiveTo(GroupStats group) {
        if (group.type == GroupType.MISFIT) {
            return CapacityFit.capacityGreater(local.capacity, group.capacity)
                    && local.type == GroupType.HAS_SPARE;
        }
        return group.type > GroupType.FULLY_BUSY
                || !CapacityFit.capacityGreater(group.capacity, local.capacity);
    }

    private void noteOverutilised() {
        boolean any = false;
        for (int cpu = 0; cpu < topology.cpuCount() && !any; cpu++) {
            any = fitness.isOverutilised(cpu);
        }
        fitness.overutilised(any);
    }

    private static boolean isBusier(GroupStats group, GroupStats best) {
        if (group.type != best.type) {
            return group.type > best.type;
        }
        return switch (group.type) {
            case GroupType.OVERLOADED -> group.avgLoad > best.avgLoad;
            case GroupType.MISFIT -> group.misfitLoad > best.misfitLoad;
            case GroupType.HAS_SPARE ->
                    group.idle == best.idle ? group.nrRunning > best.nrRunning : best.idle;
            default -> false;
        };
    }

    private boolean isImbalanced(boolean idle) {
        if (fitness.isAsymmetric()) {
            final boolean misfit = busiest.type == GroupType.MISFIT;
            if (misfit && energyRules.misfitFirst()) {
                return true;
            }
            if (fitness.isEnergyInCharge()) {
                return false;
            }
            if (misfit) {
                return true;
            }
        }
        if (local.type > busiest.type) {
            return false;
        }
        if (local.type == GroupType.OVERLOADED) {
            if (local.avgLoad >= busiest.avgLoad
                    || local.avgLoad >= averageLoad()
                    || 100 * busiest.avgLoad <= Topology.IMBALANCE_PCT * local.avgLoad) {
                return false;
            }
        }
        return busiest.type == GroupType.OVERLOADED || (idle && busiest.nrFair != 1);
    }

    private long averageLoad() {
        return totalLoad * 1024 / totalCapacity;
    }

    private void calculate(boolean idle) {
        if (busiest.type == GroupType.MISFIT) {
            kind = KIND_MISFIT;
            amount = 1;
            return;
        }
        if (local.type == GroupType.HAS_SPARE) {
            if (busiest.type > GroupType.FULLY_BUSY
                    && !topology.shareCache(local.cpu, busiest.cpu)) {
                kind = KIND_UTIL;
                amount = Math.max(local.capacity, local.util) - local.util;
                if (amount == 0 && idle) {
                    kind = KIND_TASK;
                    amount = 1;
                }
                return;
            }
            kind = KIND_TASK;
            amount = idle ? Math.max(0, busiest.nrRunning - local.nrRunning) >> 1 : 0;
            return;
        }
        kind = KIND_LOAD;
        final long average = averageLoad();
        if (local.avgLoad >= busiest.avgLoad || local.avgLoad >= average) {
            amount = 0;
            return;
        }
        amount =
                Math.min(
                                (busiest.avgLoad - average) * busiest.capacity,
                                (average - local.avgLoad) * local.capacity)
                        / 1024;
    }

    /**
     * find_busiest_queue inside a group of one CPU: whether its queue has something to give for
     * this kind.
     */
    private boolean isBusiestQueue() {
        final int runnable = loads.nrRunnable(busiest.cpu);
        if (kind == KIND_MISFIT) {
            return true;
        }
        if (fitness.isAsymmetric()
                && runnable == 1
                && !CapacityFit.capacityGreater(local.capacity, busiest.capacity)) {
            return false;
        }
        return switch (kind) {
            case KIND_TASK -> runnable > 0;
            case KIND_UTIL -> runnable > 1;
            default -> runnable > 1 || (runnable == 1 && busiest.load <= amount);
        };
    }

    /** update_idle_cpu_scan(): how many CPUs an idle scan of the cache domain may look at. */
    private void renewScanHint(int cpu) {
        if (!rules.sisUtil() || !topology.hasLlc(cpu)) {
            return;
        }
        final int first = topology.llcFirst(cpu);
        final int weight = topology.llcSize(cpu);
        long utilSum = 0;
        for (int other = 0; other < topology.cpuCount(); other++) {
            if (topology.shareCache(other, cpu)) {
                utilSum += loads.util(other);
            }
        }
        cpus.nrIdleScan(first, idleScanHint(utilSum, weight));
    }

    /**
     * SIS_UTIL's hint: fewer CPUs the busier the domain is.
     *
     * @implNote Models Linux 6.0 and later, kernel/sched/fair.c update_idle_cpu_scan().
     */
    static int idleScanHint(long utilSum, int weight) {
        final long x = utilSum / weight;
        final long pct = Topology.IMBALANCE_PCT;
        final long square = x * x * pct * pct / (10_000L * 1024);
        final long y = 1024 - Math.min(1024, square);
        return (int) (y * weight / 1024);
    }
}
