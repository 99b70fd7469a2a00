package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.util.stream.IntStream;

/**
 * Clocks that hardware grants by the number of active cores. A core is active while any of its
 * threads is not idle. The owner is told when a count passes a step, lets the hardware's response
 * time pass, and calls {@link #react}. Single-threaded.
 *
 * <p>Layout: per ceiling active cores and the step in force; then per CPU the busy threads of its
 * core, kept at the core's first CPU.
 */
public final class TurboCeilings {
    /** No ceiling. */
    public static final int NONE = -1;

    private static final long BYTES = 16;
    private static final long STEP = 8;
    private static final long CORE_BYTES = 8;

    private final long base;
    private final long coresBase;
    private final int[] ceilingOf; // by CPU, or NONE
    private final int[] coreFirst; // by CPU: first thread of its core
    private final int[][] domainsOf; // by ceiling
    private final int[][] stepCores; // by ceiling
    private final int[][][] stepOpp; // [ceiling][step][place of the domain]
    private final long[] responseNs;
    private final int[] ceilingOfDomain; // or NONE
    private final int[] placeOfDomain;
    private final int[] topOfDomain;

    public TurboCeilings(long at, MachinePlan machine) {
        final int count = machine.ceilings().size();
        base = at;
        coresBase = at + count * BYTES;
        ceilingOf = new int[machine.cpuCount()];
        coreFirst = new int[machine.cpuCount()];
        domainsOf = new int[count][];
        stepCores = new int[count][];
        stepOpp = new int[count][][];
        responseNs = machine.ceilings().stream().mapToLong(CeilingPlan::responseNs).toArray();
        final OppTable opps = new OppTable(machine);
        ceilingOfDomain = new int[machine.domainCount()];
        placeOfDomain = new int[machine.domainCount()];
        topOfDomain = new int[machine.domainCount()];
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            ceilingOfDomain[domain] = NONE;
            topOfDomain[domain] = opps.top(domain);
        }
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            ceilingOf[cpu] = NONE;
            coreFirst[cpu] = machine.threadsOf(cpu)[0];
        }
        for (int ceiling = 0; ceiling < count; ceiling++) {
            final CeilingPlan plan = machine.ceilings().get(ceiling);
            for (final int cpu : plan.cpus()) {
                ceilingOf[cpu] = ceiling;
            }
            domainsOf[ceiling] =
                    plan.cpus().stream()
                            .mapToInt(cpu -> machine.cpus().get(cpu).domainIndex())
                            .distinct()
                            .sorted()
                            .toArray();
            stepCores[ceiling] = plan.steps().stream().mapToInt(CeilingPlan.Step::cores).toArray();
            final int[] domains = domainsOf[ceiling];
            for (int place = 0; place < domains.length; place++) {
                ceilingOfDomain[domains[place]] = ceiling;
                placeOfDomain[domains[place]] = place;
            }
            stepOpp[ceiling] =
                    plan.steps().stream()
                            .map(
                                    step ->
                                            IntStream.of(domains)
                                                    .map(
                                                            domain ->
                                                                    opps.atOrBelow(
                                                                            domain,
                                                                            step.khz(),
                                                                            0,
                                                                            opps.top(domain)))
                                                    .toArray())
                            .toArray(int[][]::new);
        }
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.turboCeilings",
                machine.ceilings().size() * BYTES + machine.cpuCount() * CORE_BYTES,
                1);
    }

    /** No core active, first steps in force. */
    public void reset() {
        for (int ceiling = 0; ceiling < domainsOf.length; ceiling++) {
            Memory.putLong(at(ceiling), 0);
            Memory.putLong(at(ceiling) + STEP, 0);
        }
        for (int cpu = 0; cpu < coreFirst.length; cpu++) {
            Memory.putLong(coresBase + cpu * CORE_BYTES, 0);
        }
    }

    /** A CPU stopped being idle; returns the ceiling whose step is out of date, or NONE. */
    @HotPath
    public int cpuBusy(int cpu) {
        final int ceiling = ceilingOf[cpu];
        return ceiling == NONE ? NONE : changed(cpu, ceiling, 1, 0);
    }

    /** A CPU went idle; returns the ceiling whose step is out of date, or NONE. */
    @HotPath
    public int cpuIdle(int cpu) {
        final int ceiling = ceilingOf[cpu];
        return ceiling == NONE ? NONE : changed(cpu, ceiling, -1, 1);
    }

    /** {@code edge}: busy threads before at which the core becomes active or stops being it. */
    @HotPath
    private int changed(int cpu, int ceiling, int change, int edge) {
        final long coreAt = coresBase + coreFirst[cpu] * CORE_BYTES;
        final long busy = Memory.getLong(coreAt);
        Memory.putLong(coreAt, busy + change);
        if (busy != edge) {
            return NONE;
        }
        final long at = at(ceiling);
        Memory.putLong(at, Memory.getLong(at) + change);
        return wantedStep(ceiling) == Memory.getLong(at + STEP) ? NONE : ceiling;
    }

    @HotPath
    private int wantedStep(int ceiling) {
        final long cores = Memory.getLong(at(ceiling));
        int step = 0;
        while (step < stepCores[ceiling].length - 1 && cores > stepCores[ceiling][step]) {
            step++;
        }
        return step;
    }

    /** From a change of the number of active cores until hardware has reacted. */
    @HotPath
    public long responseNs(int ceiling) {
        return responseNs[ceiling];
    }

    /** The hardware reacts: the step that the active cores want is in force. */
    @HotPath
    public void react(int ceiling) {
        Memory.putLong(at(ceiling) + STEP, wantedStep(ceiling));
    }

    public int count() {
        return domainsOf.length;
    }

    /** Domains that a ceiling limits, rising. */
    @HotPath
    public int[] domains(int ceiling) {
        return domainsOf[ceiling];
    }

    /** Highest operating point in force for a domain. */
    @HotPath
    public int opp(int domain) {
        final int ceiling = ceilingOfDomain[domain];
        return ceiling == NONE
                ? topOfDomain[domain]
                : stepOpp[ceiling][(int) Memory.getLong(at(ceiling) + STEP)][placeOfDomain[domain]];
    }

    /** Active cores. */
    public long activeCores(int ceiling) {
        return Memory.getLong(at(ceiling));
    }

    @HotPath
    private long at(int ceiling) {
        return base + ceiling * BYTES;
    }
}
