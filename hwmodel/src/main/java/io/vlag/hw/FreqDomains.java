package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Clocks of all frequency domains. A request takes the domain's transition time; the owner is told
 * when and calls {@link #complete} then. A request while one is in flight replaces the target and
 * keeps the time.
 *
 * <p>Two clocks are told apart: the one the driver set last ({@link #currentOpp}), which the kernel
 * believes and which {@link #freqScale} shows, and the one that runs ({@link #opp}), which a boost
 * or firmware ceiling may hold lower, and another domain higher ({@link ClockFloorPlan}), without
 * the kernel knowing; a ceiling beats a floor. Residency and cycles follow the running clock,
 * integrated exactly at each change, and grow from {@link #reset} on. Owned by the simulation;
 * single-threaded.
 */
public final class FreqDomains {
    /** "No transition in flight", the event queue's value for an unarmed slot. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long RESIDENCY_BYTES = 8;

    private final long base;
    private final long residencyBase;
    private final int domainCount;
    private final int[] domainOfCpu;
    private final long[] transitionNs;
    private final OppTable opps;
    private final int[] freqScale; // [domain][opp], 0..1024
    private final int[][] affectedBy; // by domain: itself, then those that it holds up
    private final int[][] floorFrom; // by domain: domains that hold it up
    private final int[][][] floorOpp; // [domain][place in floorFrom][opp of that domain]

    public FreqDomains(long at, MachinePlan machine) {
        base = at;
        domainCount = machine.domainCount();
        residencyBase = at + domainCount * FreqDomainLayout.BYTES;
        domainOfCpu = machine.cpus().stream().mapToInt(CpuPlan::domainIndex).toArray();
        transitionNs = machine.domains().stream().mapToLong(DomainPlan::transitionNs).toArray();
        opps = new OppTable(machine);
        affectedBy = new int[domainCount][];
        floorFrom = new int[domainCount][];
        floorOpp = new int[domainCount][][];
        for (int domain = 0; domain < domainCount; domain++) {
            floors(domain, machine);
        }
        freqScale = new int[machine.oppCount()];
        for (int domain = 0; domain < domainCount; domain++) {
            for (int opp = 0; opp <= opps.top(domain); opp++) {
                freqScale[opps.index(domain, opp)] =
                        machine.frequencyInvariant()
                                ? (int)
                                        ((long) MachinePlan.SCALE
                                                * opps.khz(domain, opp)
                                                / opps.khz(domain, opps.top(domain)))
                                : MachinePlan.SCALE;
            }
        }
    }

    private void floors(int domain, MachinePlan machine) {
        affectedBy[domain] =
                IntStream.concat(
                                IntStream.of(domain),
                                machine.clockFloors().stream()
                                        .filter(floor -> floor.from() == domain)
                                        .mapToInt(ClockFloorPlan::to))
                        .distinct()
                        .toArray();
        final List<ClockFloorPlan> on =
                machine.clockFloors().stream().filter(floor -> floor.to() == domain).toList();
        floorFrom[domain] = on.stream().mapToInt(ClockFloorPlan::from).toArray();
        floorOpp[domain] =
                on.stream()
                        .map(
                                floor ->
                                        floor.floorOpps().stream()
                                                .mapToInt(Integer::intValue)
                                                .toArray())
                        .toArray(int[][]::new);
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.freqDomains",
                FreqDomainLayout.BYTES * machine.domainCount()
                        + RESIDENCY_BYTES * machine.oppCount(),
                1);
    }

    /** All domains at their lowest operating point, full limits, no ceiling, empty integrals. */
    public void reset(long nowNs) {
        for (int domain = 0; domain < domainCount; domain++) {
            final long at = at(domain);
            Memory.putInt(at + FreqDomainLayout.MIN_OPP, 0);
            Memory.putInt(at + FreqDomainLayout.MAX_OPP, opps.top(domain));
            Memory.putInt(at + FreqDomainLayout.HARDWARE_CEILING_OPP, opps.top(domain));
            Memory.putLong(at + FreqDomainLayout.TRANSITION_COUNT, 0);
            Memory.putLong(at + FreqDomainLayout.SINCE_NS, nowNs);
            Memory.putLong(at + FreqDomainLayout.CYCLES, 0);
            Memory.putLong(at + FreqDomainLayout.CYCLE_MILLIONTHS, 0);
            for (int opp = 0; opp <= opps.top(domain); opp++) {
                Memory.putLong(residencyAt(domain, opp), 0);
            }
            startAt(domain, 0);
        }
    }

    /**
     * Sets the clock a domain has when the simulation starts; between {@link #reset} and the first
     * event.
     */
    public void startAt(int domain, int opp) {
        final long at = at(domain);
        Memory.putInt(at + FreqDomainLayout.CURRENT_OPP, opp);
        Memory.putInt(at + FreqDomainLayout.WANTED_OPP, opp);
        Memory.putLong(at + FreqDomainLayout.DUE_NS, NEVER);
        for (int other = 0; other < domainCount; other++) {
            Memory.putInt(at(other) + FreqDomainLayout.RUNNING_OPP, granted(other));
        }
    }

    /**
     * Asks for an operating point; policy limits apply.
     *
     * @return when {@link #complete} is to be called; {@link #NEVER} when the domain is already
     *     there
     */
    @HotPath
    public long request(int domain, int opp, long nowNs) {
        Memory.putInt(at(domain) + FreqDomainLayout.WANTED_OPP, opp);
        return arm(domain, nowNs);
    }

    /**
     * Sets the policy limits; returns as {@link #request}, which it repeats with the last wanted
     * operating point.
     */
    @HotPath
    public long limits(int domain, int minOpp, int maxOpp, long nowNs) {
        assert 0 <= minOpp && minOpp <= maxOpp && maxOpp <= opps.top(domain);
        Memory.putInt(at(domain) + FreqDomainLayout.MIN_OPP, minOpp);
        Memory.putInt(at(domain) + FreqDomainLayout.MAX_OPP, maxOpp);
        return arm(domain, nowNs);
    }

    /**
     * Ends the transition in flight. Returns whether the running clock changed, of this domain or
     * of one that it holds up.
     */
    @HotPath
    public boolean complete(int domain, long nowNs) {
        final long at = at(domain);
        assert Memory.getLong(at + FreqDomainLayout.DUE_NS) <= nowNs;
        final int target = target(at);
        Memory.putLong(at + FreqDomainLayout.DUE_NS, NEVER);
        if (target == Memory.getInt(at + FreqDomainLayout.CURRENT_OPP)) {
            return false; // the target was replaced by where we are
        }
        Memory.putInt(at + FreqDomainLayout.CURRENT_OPP, target);
        Memory.putLong(
                at + FreqDomainLayout.TRANSITION_COUNT,
                Memory.getLong(at + FreqDomainLayout.TRANSITION_COUNT) + 1);
        boolean changed = false;
        for (int affected : affectedBy[domain]) {
            changed |= run(affected, nowNs);
        }
        return changed;
    }

    /** Domains whose running clock may change with this one's: itself first. */
    @HotPath
    public int[] affectedBy(int domain) {
        return affectedBy[domain];
    }

    /**
     * Sets the highest operating point the hardware grants, at once and unseen by the kernel.
     * Returns whether the running clock changed.
     */
    @HotPath
    public boolean hardwareCeiling(int domain, int opp, long nowNs) {
        Memory.putInt(at(domain) + FreqDomainLayout.HARDWARE_CEILING_OPP, opp);
        return run(domain, nowNs);
    }

    /** Operating point that runs on a CPU. */
    @HotPath
    public int opp(int cpu) {
        return runningOpp(domainOfCpu[cpu]);
    }

    /** Clock that runs on a CPU, kHz. */
    @HotPath
    public int khz(int cpu) {
        final int domain = domainOfCpu[cpu];
        return opps.khz(domain, runningOpp(domain));
    }

    /**
     * Frequency scale the kernel sees, {@code 1024 * cur / max} truncated; 1024 without frequency
     * invariance.
     */
    @HotPath
    public int freqScale(int cpu) {
        final int domain = domainOfCpu[cpu];
        return freqScale[opps.index(domain, currentOpp(domain))];
    }

    @HotPath
    public int domain(int cpu) {
        return domainOfCpu[cpu];
    }

    /** Operating point that runs. */
    @HotPath
    public int runningOpp(int domain) {
        return Memory.getInt(at(domain) + FreqDomainLayout.RUNNING_OPP);
    }

    /** Operating point the driver set last. */
    @HotPath
    public int currentOpp(int domain) {
        return Memory.getInt(at(domain) + FreqDomainLayout.CURRENT_OPP);
    }

    /** Operating point the transition in flight leads to, or the current one. */
    @HotPath
    public int targetOpp(int domain) {
        return target(at(domain));
    }

    @HotPath
    public int minOpp(int domain) {
        return Memory.getInt(at(domain) + FreqDomainLayout.MIN_OPP);
    }

    @HotPath
    public int maxOpp(int domain) {
        return Memory.getInt(at(domain) + FreqDomainLayout.MAX_OPP);
    }

    /** End of the transition in flight, or {@link #NEVER}. */
    @HotPath
    public long dueNs(int domain) {
        return Memory.getLong(at(domain) + FreqDomainLayout.DUE_NS);
    }

    public long transitionCount(int domain) {
        return Memory.getLong(at(domain) + FreqDomainLayout.TRANSITION_COUNT);
    }

    /** The operating points behind the indices. */
    public OppTable opps() {
        return opps;
    }

    /** Cycles of the running clock since {@link #reset}, whether or not a CPU was busy. */
    public long cycles(int domain, long nowNs) {
        final long at = at(domain);
        return RateIntegral.wholeAfter(
                at + FreqDomainLayout.CYCLES,
                opps.khz(domain, runningOpp(domain)),
                nowNs - Memory.getLong(at + FreqDomainLayout.SINCE_NS));
    }

    /**
     * Time-weighted mean clock of a window from two readings of {@link #cycles}, kHz, truncated; 0
     * for no time.
     */
    public static long meanKhz(long cyclesFrom, long cyclesTo, long windowNs) {
        if (windowNs <= 0) {
            return 0;
        }
        return Rounding.product(cyclesTo - cyclesFrom, 1_000_000)
                .divide(Rounding.product(windowNs))
                .longValueExact();
    }

    /** Time an operating point has been running since {@link #reset}. */
    public long residencyNs(int domain, int opp, long nowNs) {
        final long running =
                opp == runningOpp(domain)
                        ? nowNs - Memory.getLong(at(domain) + FreqDomainLayout.SINCE_NS)
                        : 0;
        return Memory.getLong(residencyAt(domain, opp)) + running;
    }

    @HotPath
    private long arm(int domain, long nowNs) {
        final long at = at(domain);
        final long inFlight = Memory.getLong(at + FreqDomainLayout.DUE_NS);
        if (inFlight != NEVER) {
            return inFlight;
        }
        if (target(at) == Memory.getInt(at + FreqDomainLayout.CURRENT_OPP)) {
            return NEVER;
        }
        final long dueNs = nowNs + transitionNs[domain];
        Memory.putLong(at + FreqDomainLayout.DUE_NS, dueNs);
        return dueNs;
    }

    /** Puts the running clock where the driver and the hardware ceiling want it. */
    @HotPath
    private boolean run(int domain, long nowNs) {
        final long at = at(domain);
        final int before = Memory.getInt(at + FreqDomainLayout.RUNNING_OPP);
        final int running = granted(domain);
        if (running == before) {
            return false;
        }
        final long ranNs = nowNs - Memory.getLong(at + FreqDomainLayout.SINCE_NS);
        RateIntegral.add(at + FreqDomainLayout.CYCLES, opps.khz(domain, before), ranNs);
        final long residencyAt = residencyAt(domain, before);
        Memory.putLong(residencyAt, Memory.getLong(residencyAt) + ranNs);
        Memory.putLong(at + FreqDomainLayout.SINCE_NS, nowNs);
        Memory.putInt(at + FreqDomainLayout.RUNNING_OPP, running);
        return true;
    }

    /** What the silicon runs at, given the driver's clock, other domains and the ceiling. */
    @HotPath
    private int granted(int domain) {
        final long at = at(domain);
        int opp = Memory.getInt(at + FreqDomainLayout.CURRENT_OPP);
        for (int place = 0; place < floorFrom[domain].length; place++) {
            opp = Math.max(opp, floorOpp[domain][place][currentOpp(floorFrom[domain][place])]);
        }
        return Math.min(opp, Memory.getInt(at + FreqDomainLayout.HARDWARE_CEILING_OPP));
    }

    @HotPath
    private static int target(long at) {
        return Math.min(
                Math.max(
                        Memory.getInt(at + FreqDomainLayout.WANTED_OPP),
                        Memory.getInt(at + FreqDomainLayout.MIN_OPP)),
                Memory.getInt(at + FreqDomainLayout.MAX_OPP));
    }

    @HotPath
    private long at(int domain) {
        return base + domain * FreqDomainLayout.BYTES;
    }

    @HotPath
    private long residencyAt(int domain, int opp) {
        return residencyBase + opps.index(domain, opp) * RESIDENCY_BYTES;
    }
}
