package io.vlag.engine.kernel;

import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.hw.CapacityFit;
import io.vlag.hw.EffectiveUtil;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/**
 * On machines whose CPUs differ: which tasks fit which CPUs, which CPUs are overutilised, which run
 * a misfit. On all others every question has a fixed answer and nothing is stored.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c task_fits_cpu(), asym_fits_cpu(),
 *     cpu_overutilized(), update_misfit_status(). Golden vectors: capacity/*.csv through {@link
 *     CapacityFit}.
 */
@HotPath
final class Fitness {
    private static final int ROOT = 0; // the CPU whose record holds what all CPUs share
    private static final int CLAMP_SCALE = 1_024;

    private final EnergyRules rules;
    private final EnergyDomains domains;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final CpuLoad load;
    private final @Nullable Clamps clamps;
    private final boolean asymmetric;
    private final int biggest;

    Fitness(
            EnergyRules rules,
            EnergyDomains domains,
            CpuTable cpus,
            AffinityTable affinity,
            CpuLoad load,
            @Nullable Clamps clamps) {
        this.rules = rules;
        this.domains = domains;
        this.cpus = cpus;
        this.affinity = affinity;
        this.load = load;
        this.clamps = clamps;
        this.asymmetric = domains.isAsymmetric();
        int largest = 0;
        for (int cpu = 0; cpu < domains.cpuCount(); cpu++) {
            largest = Math.max(largest, domains.capacity(cpu));
        }
        this.biggest = largest;
    }

    /** Whether CPUs differ in capacity. */
    boolean isAsymmetric() {
        return asymmetric;
    }

    /** Whether capacities differ and none is larger than this CPU's. */
    boolean isBiggest(int cpu) {
        return asymmetric && domains.capacity(cpu) == biggest;
    }

    /** Full capacity of a CPU. */
    int capacity(int cpu) {
        return domains.capacity(cpu);
    }

    /** Whether energy decides placement now: it may, and no CPU is overutilised. */
    boolean isEnergyInCharge() {
        return domains.isEnergyAware() && !isOverutilised();
    }

    /** Whether energy may decide placement at all. */
    boolean isEnergyAware() {
        return domains.isEnergyAware();
    }

    /** Whether some CPU was found to have too little capacity. */
    boolean isOverutilised() {
        return cpus.overutilised(ROOT) != 0;
    }

    /** The result of a balance pass over all CPUs. */
    void overutilised(boolean found) {
        cpus.overutilised(ROOT, found ? 1 : 0);
    }

    /**
     * A fair task, not a new one, was queued, or the tick came: the CPU may be overutilised now.
     */
    void check(int cpu) {
        if (asymmetric && !isOverutilised() && isOverutilised(cpu)) {
            overutilised(true);
        }
    }

    /** Whether a CPU has too little capacity for what it runs; a missed minimum does not count. */
    boolean isOverutilised(int cpu) {
        if (clamps == null || !rules.fitClasses()) {
            return !CapacityFit.fitsCapacity(load.util(cpu), load.capacity(cpu));
        }
        return fit(load.util(cpu), clamps.minOf(cpu), clamps.maxOf(cpu), cpu)
                == CapacityFit.TOO_BIG;
    }

    /**
     * Whether a utilisation with clamps fits a CPU: a class of {@link CapacityFit}.
     *
     * @param min minimum clamp, task's and queue's together
     * @param max maximum clamp, likewise
     */
    int fit(long util, int min, int max, int cpu) {
        if (!rules.fitClasses()) {
            final long clamped = clamps == null ? util : EffectiveUtil.clamped(util, min, max);
            return CapacityFit.fitsCapacity(clamped, load.capacity(cpu))
                    ? CapacityFit.FITS
                    : CapacityFit.TOO_BIG;
        }
        return CapacityFit.utilFitsCpu(
                util, min, max, load.capacity(cpu), domains.capacity(cpu), 0, clamps != null);
    }

    /** The class of a task on a CPU, by its own clamps alone. */
    int fitOfTask(int task, int cpu) {
        final int min = clamps == null ? 0 : clamps.min(task);
        final int max = clamps == null ? CLAMP_SCALE : clamps.max(task);
        return fit(load.taskUtil(task), min, max, cpu);
    }

    /** Whether a task fits a CPU; on a machine of equals it always does. */
    boolean fits(int task, int cpu) {
        return !asymmetric || fitOfTask(task, cpu) == CapacityFit.FITS;
    }

    /** What the CPU runs, or has just been ticked with, may be a misfit. NONE: not a fair task. */
    void noteMisfit(int cpu, int task) {
        if (!asymmetric) {
            return;
        }
        if (task == Index.NONE || fits(task, cpu) || !hasBigger(task, cpu)) {
            cpus.misfitLoad(cpu, 0);
        } else {
            cpus.misfitLoad(cpu, Math.max(1, load.ofTask(task)));
        }
    }

    /** Load of the misfit that runs on a CPU, 0 without one. */
    long misfitLoad(int cpu) {
        return asymmetric ? cpus.misfitLoad(cpu) : 0;
    }

    private boolean hasBigger(int task, int cpu) {
        for (int other = 0; other < domains.cpuCount(); other++) {
            if (domains.capacity(other) > domains.capacity(cpu) && affinity.allows(task, other)) {
                return true;
            }
        }
        return false;
    }
}
