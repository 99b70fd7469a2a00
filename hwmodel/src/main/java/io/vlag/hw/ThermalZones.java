package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Temperatures of bodies that CPUs heat, and what trip points make of them. Between two looks a
 * body moves towards {@code ambient + resistance * mean power} by {@code 1 - e^(-poll/tau)}: exact
 * for power that is constant in between. Temperatures are integers, millionths of a degree.
 * Single-threaded.
 *
 * <p>Layout: per zone temperature and energy at the last look; then per zone and trip whether it
 * acts (hardware) or by how many operating points (policy).
 */
public final class ThermalZones {
    /** Bit of {@link #look}: the hardware lets clocks go, or holds them. */
    public static final int HARDWARE_CHANGED = 1;

    /** Bit of {@link #look}: the kernel's limits change. */
    public static final int POLICY_CHANGED = 2;

    private static final long BYTES = 16;
    private static final long ENERGY_NJ = 8;
    private static final long TRIP_BYTES = 8;
    private static final int Q = 30;
    private static final long MICRO_PER_MILLI = 1_000;

    private final long base;
    private final long tripsBase;
    private final int tripCountMax;
    private final int count;
    private final int[][] cpusOf;
    private final long[] otherUw;
    private final long[] resistance; // mK/W
    private final long[] ambientMicroC;
    private final long[] pollNs;
    private final long[] keepQ30; // e^(-poll/tau)
    private final int[] tripCount;
    private final boolean[] hardware; // [zone][trip]
    private final long[] onMicroC; // [zone][trip]
    private final long[] offMicroC; // [zone][trip]
    private final int[][] floorOpp; // [zone and trip][domain]; NONE: not limited
    private final EnergyMeter energy;
    private final OppTable opps;

    private static final int NONE = -1;

    public ThermalZones(long at, MachinePlan machine, EnergyMeter energy) {
        this.energy = energy;
        this.opps = new OppTable(machine);
        count = machine.thermalZones().size();
        base = at;
        tripsBase = at + count * BYTES;
        tripCountMax = tripCountMax(machine);
        cpusOf = new int[count][];
        otherUw = new long[count];
        resistance = new long[count];
        ambientMicroC = new long[count];
        pollNs = new long[count];
        keepQ30 = new long[count];
        tripCount = new int[count];
        hardware = new boolean[count * tripCountMax];
        onMicroC = new long[hardware.length];
        offMicroC = new long[hardware.length];
        floorOpp = new int[hardware.length][];
        for (int zone = 0; zone < count; zone++) {
            final ThermalZonePlan plan = machine.thermalZones().get(zone);
            cpusOf[zone] = plan.cpus().stream().mapToInt(Integer::intValue).toArray();
            otherUw[zone] = plan.otherUw();
            resistance[zone] = plan.resistanceMkPerW();
            ambientMicroC[zone] = plan.ambientMilliC() * MICRO_PER_MILLI;
            pollNs[zone] = plan.pollNs();
            keepQ30[zone] = keepQ30(plan.pollNs(), plan.timeConstantNs());
            tripCount[zone] = plan.trips().size();
            for (int trip = 0; trip < tripCount[zone]; trip++) {
                trip(zone * tripCountMax + trip, plan.trips().get(trip), machine);
            }
        }
    }

    private void trip(int index, ThermalZonePlan.Trip plan, MachinePlan machine) {
        hardware[index] = plan.actor() == ThermalZonePlan.Actor.HARDWARE;
        onMicroC[index] = plan.milliC() * MICRO_PER_MILLI;
        offMicroC[index] = (plan.milliC() - plan.hysteresisMilliC()) * MICRO_PER_MILLI;
        floorOpp[index] = new int[machine.domainCount()];
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            floorOpp[index][domain] =
                    plan.domains().contains(domain)
                            ? opps.atOrBelow(domain, plan.floorKhz(), 0, opps.top(domain))
                            : NONE;
        }
    }

    /** {@code e^(-poll/tau) * 2^30}, to nearest, by its series in decimals: the same everywhere. */
    static long keepQ30(long pollNs, long timeConstantNs) {
        final MathContext digits = new MathContext(60, RoundingMode.HALF_EVEN);
        final BigDecimal x =
                BigDecimal.valueOf(pollNs).divide(BigDecimal.valueOf(timeConstantNs), digits);
        BigDecimal sum = BigDecimal.ONE; // e^x, all terms positive
        BigDecimal term = BigDecimal.ONE;
        for (int i = 1; term.compareTo(sum.movePointLeft(40)) > 0; i++) {
            term = term.multiply(x, digits).divide(BigDecimal.valueOf(i), digits);
            sum = sum.add(term, digits);
        }
        return new BigDecimal(BigInteger.ONE.shiftLeft(Q))
                .divide(sum, digits)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    private static int tripCountMax(MachinePlan machine) {
        return machine.thermalZones().stream()
                .mapToInt(zone -> zone.trips().size())
                .max()
                .orElse(0);
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.thermalZones",
                BYTES + tripCountMax(machine) * TRIP_BYTES,
                Math.max(1, machine.thermalZones().size()));
    }

    /** All zones at the temperature of their surroundings, no trip acting. */
    public void reset(long nowNs) {
        for (int zone = 0; zone < count; zone++) {
            Memory.putLong(at(zone), ambientMicroC[zone]);
            Memory.putLong(at(zone) + ENERGY_NJ, energyNj(zone, nowNs));
            for (int trip = 0; trip < tripCount[zone]; trip++) {
                Memory.putLong(tripAt(zone * tripCountMax + trip), 0);
            }
        }
    }

    public int count() {
        return count;
    }

    /** Time between two looks. */
    @HotPath
    public long pollNs(int zone) {
        return pollNs[zone];
    }

    /** Temperature at the last look, thousandths of a degree, rounded down. */
    @HotPath
    public long milliC(int zone) {
        return Math.floorDiv(Memory.getLong(at(zone)), MICRO_PER_MILLI);
    }

    /**
     * One poll time after the last look: the temperature now, and what its trips change.
     *
     * @return bits {@link #HARDWARE_CHANGED} and {@link #POLICY_CHANGED}
     */
    @HotPath
    public int look(int zone, long nowNs) {
        warm(zone, nowNs);
        int changes = 0;
        for (int trip = 0; trip < tripCount[zone]; trip++) {
            changes |= act(zone * tripCountMax + trip, Memory.getLong(at(zone)));
        }
        return changes;
    }

    @HotPath
    private void warm(int zone, long nowNs) {
        final long at = at(zone);
        final long nowNj = energyNj(zone, nowNs);
        final long usedNj = nowNj - Memory.getLong(at + ENERGY_NJ);
        Memory.putLong(at + ENERGY_NJ, nowNj);
        // nJ a us are mW; mW * mK/W are uK
        final long meanMw = usedNj / Math.max(1, pollNs[zone] / 1_000);
        final long finalMicroC =
                ambientMicroC[zone] + (meanMw + otherUw[zone] / 1_000) * resistance[zone];
        final long apart = Memory.getLong(at) - finalMicroC;
        Memory.putLong(at, finalMicroC + ((apart * keepQ30[zone]) >> Q));
    }

    @HotPath
    private int act(int index, long microC) {
        final long at = tripAt(index);
        final long steps = Memory.getLong(at);
        if (hardware[index]) {
            final long acting =
                    microC >= onMicroC[index] ? 1 : microC < offMicroC[index] ? 0 : steps;
            Memory.putLong(at, acting);
            return acting == steps ? 0 : HARDWARE_CHANGED;
        }
        final long wanted =
                microC >= onMicroC[index]
                        ? Math.min(steps + 1, mostSteps(index))
                        : microC < offMicroC[index] ? Math.max(0, steps - 1) : steps;
        Memory.putLong(at, wanted);
        return wanted == steps ? 0 : POLICY_CHANGED;
    }

    /** Steps that take every domain of a trip down to its floor. */
    @HotPath
    private int mostSteps(int index) {
        int most = 0;
        for (int domain = 0; domain < floorOpp[index].length; domain++) {
            if (floorOpp[index][domain] != NONE) {
                most = Math.max(most, opps.top(domain) - floorOpp[index][domain]);
            }
        }
        return most;
    }

    /** Highest operating point that hot hardware grants a domain. */
    @HotPath
    public int hardwareOpp(int domain) {
        return opp(domain, true);
    }

    /** Highest operating point that the kernel's cooling leaves a domain. */
    @HotPath
    public int policyOpp(int domain) {
        return opp(domain, false);
    }

    @HotPath
    private int opp(int domain, boolean ofHardware) {
        int opp = opps.top(domain);
        for (int index = 0; index < hardware.length; index++) {
            if (hardware[index] == ofHardware
                    && index % tripCountMax < tripCount[index / tripCountMax]
                    && floorOpp[index][domain] != NONE) {
                opp = Math.min(opp, tripOpp(index, domain));
            }
        }
        return opp;
    }

    @HotPath
    private int tripOpp(int index, int domain) {
        final int steps = (int) Memory.getLong(tripAt(index));
        if (hardware[index]) {
            return steps == 0 ? opps.top(domain) : floorOpp[index][domain];
        }
        return Math.max(floorOpp[index][domain], opps.top(domain) - steps);
    }

    @HotPath
    private long energyNj(int zone, long nowNs) {
        long sum = 0;
        for (int cpu : cpusOf[zone]) {
            sum += energy.energyNj(cpu, nowNs);
        }
        return sum;
    }

    @HotPath
    private long at(int zone) {
        return base + zone * BYTES;
    }

    @HotPath
    private long tripAt(int index) {
        return tripsBase + index * TRIP_BYTES;
    }
}
