package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PathCostsTest {
    private static final long SEED = Long.getLong("test.seed", 41);

    /** 1300 / 1.6 = 812.5 cycles, 5 misses * 14 = 70 cycles: 882.5 cycles, and 12 ns of stall. */
    @Test
    void aPathCostsItsCyclesAtTheClockAndItsStall() {
        final PathCosts costs = Machines.paths(Machines.pi5Stock());
        assertEquals(367_708 + 12_000, costs.durationPs(0, 3, 9)); // 882.5 / 2.4 GHz = 367.7083 ns
        assertEquals(588_333 + 12_000, costs.durationPs(0, 3, 0)); // 882.5 / 1.5 GHz = 588.3333 ns
        // own ipc 1.1: 333 / 1.1 + 0.25 * 14 = 306.2272.. cycles
        assertEquals(127_595, costs.durationPs(1, 0, 9));
    }

    @Test
    void aHalfPicosecondIsRoundedUp() {
        // 1 instruction at ipc 1 and 16 MHz: 62.5 ns; at 16 GHz: 62.5 ps
        final CoreTypePlan type = new CoreTypePlan("x", 1000, 0, 0, 0, List.of(Machines.WFI));
        assertEquals(63, new PathCost("p", 1, 0, 0, 0, 0).durationPs(type, 16_000_000));
        assertEquals(62_500, new PathCost("p", 1, 0, 0, 0, 0).durationPs(type, 16_000));
    }

    @Test
    void everyEntryIsWithinHalfAPicosecondOfTheExactTime() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 5_000; i++) {
            final CoreTypePlan type =
                    new CoreTypePlan(
                            "x",
                            random.nextInt(200, 4000),
                            random.nextInt(30),
                            0,
                            0,
                            List.of(Machines.WFI));
            final PathCost cost =
                    new PathCost(
                            "p",
                            random.nextLong(1_000_000),
                            0,
                            random.nextLong(1_000_000),
                            random.nextLong(1_000_000),
                            0);
            final int khz = random.nextInt(100_000, 6_000_000);
            final BigDecimal cycles =
                    BigDecimal.valueOf(cost.instructions() * 1000)
                            .divide(BigDecimal.valueOf(type.ipcMilli()), MathContext.DECIMAL128)
                            .add(
                                    BigDecimal.valueOf(
                                            cost.branchMissesMilli() * type.mispredictCycles(), 3));
            final BigDecimal exactPs =
                    cycles.multiply(BigDecimal.valueOf(1_000_000_000))
                            .divide(BigDecimal.valueOf(khz), MathContext.DECIMAL128)
                            .add(BigDecimal.valueOf(cost.stallPs()));
            final BigDecimal error =
                    exactPs.subtract(BigDecimal.valueOf(cost.durationPs(type, khz))).abs();
            assertTrue(
                    error.compareTo(new BigDecimal("0.5000001")) <= 0,
                    () -> "seed=" + SEED + " " + cost + " " + khz);
        }
    }

    @Test
    void aHeterogeneousMachineHasARowPerCoreTypeAndDomain() {
        final MachinePlan machine = Machines.bigLittle();
        final PathCosts costs = Machines.paths(machine);
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            for (int opp = 0; opp < machine.domainOf(cpu).opps().size(); opp++) {
                for (int path = 0; path < costs.pathCount(); path++) {
                    assertEquals(
                            costs.cost(path, cpu)
                                    .durationPs(
                                            machine.coreTypeOf(cpu),
                                            machine.domainOf(cpu).opps().get(opp).khz()),
                            costs.durationPs(path, cpu, opp));
                }
            }
        }
    }

    @Test
    void pathsOfCoreTypesMustAgree() {
        final MachinePlan machine = Machines.bigLittle();
        final List<PathCost> one = List.of(new PathCost("a", 1, 0, 0, 0, 0));
        final List<PathCost> other = List.of(new PathCost("b", 1, 0, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new PathCosts(machine, List.of(one)));
        assertEquals(
                "core type big has the paths [b], not [a]",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new PathCosts(machine, List.of(one, other)))
                        .getMessage());
        assertEquals(
                "path a.stallPs: -1 is outside 0..1000000000000",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new PathCost("a", 1, 0, -1, 0, 0))
                        .getMessage());
    }

    @Test
    void chargesLoseLessThanANanosecondInAll() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final CpuClock clock = rig.model().clock();
            final SplittableRandom random = new SplittableRandom(SEED);
            long exactPs = 0;
            long ns = 0;
            for (int i = 0; i < 100_000; i++) {
                final long ps = random.nextLong(3_000);
                exactPs += ps;
                ns += clock.chargePs(2, ps);
                assertEquals(exactPs, ns * 1000 + clock.carryPs(2));
            }
            assertEquals(0, clock.carryPs(1));
        }
    }
}
