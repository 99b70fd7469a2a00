package io.vlag.engine.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.MachineSpec;
import io.vlag.hw.CpuPlan;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import io.vlag.hw.PathCosts;
import io.vlag.hw.ThermalZonePlan;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shipped machines as plans. Numbers are those of the published sources in the files. */
class MachinePlannerTest {
    private static final ConfigLibrary LIBRARY = new ConfigLibrary(Path.of("..", "batch-configs"));

    private static MachineSpec spec(String machine, String variant) {
        return LIBRARY.machine(machine).variant(variant).orElseThrow();
    }

    private static MachinePlan plan(String machine, String variant) {
        final MachineSpec spec = spec(machine, variant);
        return new MachinePlanner(spec, spec.cpus().size()).machine();
    }

    private static int[] capacities(MachinePlan machine) {
        return machine.cpus().stream().mapToInt(CpuPlan::capacity).toArray();
    }

    private static int[] llcs(MachinePlan machine) {
        return machine.cpus().stream().mapToInt(CpuPlan::llcId).toArray();
    }

    @Test
    void thePiHasWhatItAlwaysHad() {
        final MachinePlan pi = plan("pi5", "stock_2400");
        assertEquals(
                3_250_000 - Math.round(4 * (520 * 1_500 * 0.82 * 0.82 + 80_000) * 0.12),
                pi.uncoreUw());
        assertTrue(pi.frequencyInvariant());
        assertFalse(pi.hasEnergyModel());
        assertEquals(List.of(), pi.ceilings());
        assertEquals(List.of(), pi.thermalZones());
    }

    @Test
    void thePixelHasBothPublishedSetsOfCapacities() {
        assertArrayEquals(
                new int[] {160, 160, 160, 160, 498, 498, 1024, 1024},
                capacities(plan("pixel6", "caps_160_498")));
        assertArrayEquals(
                new int[] {124, 124, 124, 124, 427, 427, 1024, 1024},
                capacities(plan("pixel6", "caps_124_427")));
    }

    @Test
    void thePixelsClustersShareOneCacheOnlyInTheLaterSet() {
        assertArrayEquals(new int[] {0, 0, 0, 0, 0, 0, 0, 0}, llcs(plan("pixel6", "caps_160_498")));
        assertArrayEquals(new int[] {0, 0, 0, 0, 1, 1, 2, 2}, llcs(plan("pixel6", "caps_124_427")));
    }

    @Test
    void thePixelsOperatingPointsHaveTheDeclaredCapacityAndPower() {
        final MachinePlan pixel = plan("pixel6", "caps_160_498");
        assertEquals(
                new Opp(1_803_000, 931_250, 160, 109_400, 5_000, 109_400),
                pixel.domains().get(0).opps().getLast());
        assertEquals(
                new Opp(400_000, 518_750, 88, 33_500, 4_000, 33_500),
                pixel.domains().get(1).opps().getFirst());
        assertEquals(
                new Opp(2_802_000, 1_100_000, 1024, 2_159_000, 83_000, 2_159_000),
                pixel.domains().get(2).opps().getLast());
        assertTrue(pixel.hasEnergyModel());
        assertEquals(
                75, plan("pixel6", "caps_124_427").domains().get(1).opps().getFirst().capacity());
    }

    @Test
    void aFastBigClusterHoldsThePixelsLittleOneUp() {
        final MachinePlan pixel = plan("pixel6", "caps_160_498");
        final var floor =
                pixel.clockFloors().stream().filter(f -> f.from() == 2).findFirst().orElseThrow();
        assertEquals(0, floor.to());
        final int forTop = floor.floorOpps().getLast();
        assertEquals(1_401_000, pixel.domains().get(0).opps().get(forTop).khz());
        assertEquals(0, floor.floorOpps().getFirst());
    }

    @Test
    void coreTypesDifferInWhatThePathsCost() {
        final MachineSpec spec = spec("pixel6", "caps_160_498");
        final MachinePlanner planner = new MachinePlanner(spec, 8);
        final PathCosts costs = planner.costs(planner.machine(), LIBRARY.kernel("6.6").version());
        final int refill = CostPath.MIGRATION_REFILL.ordinal();
        assertEquals(3_375_000, costs.durationPs(refill, 0, 0)); // 1500 ns, 2.25 times
        assertEquals(1_500_000, costs.durationPs(refill, 4, 0));
        assertEquals(1_125_000, costs.durationPs(refill, 7, 0));
        final int tail = CostPath.WAKE_TAIL.ordinal();
        assertTrue(costs.durationPs(tail, 0, 10) > 2 * costs.durationPs(tail, 7, 16));
    }

    @Test
    void deepStatesHaveDeclaredAndRealLatencies() {
        final var c2 = plan("pixel6", "caps_160_498").coreTypeOf(0).idleStates().get(1);
        assertEquals("c2", c2.name());
        assertEquals(70_000, c2.entryNs());
        assertEquals(160_000, c2.exitNs());
        assertEquals(2_000_000, c2.residencyNs());
        assertEquals(96_000, c2.wakeNs());
        assertEquals(1_000, c2.powerUw());
        assertEquals(4_000, c2.transitionNj());
    }

    @Test
    void thePixelThrottlesBySkinAndChip() {
        final List<ThermalZonePlan> zones = plan("pixel6", "caps_160_498").thermalZones();
        assertEquals(List.of(1, 2), zones.get(0).trips().getFirst().domains());
        assertEquals(ThermalZonePlan.Actor.HARDWARE, zones.get(1).trips().get(1).actor());
        assertEquals(103_000, zones.get(1).trips().get(1).milliC());
    }

    @Test
    void power9HasNoFrequencyInvarianceAndClocksByQuad() {
        final MachinePlan power = plan("power9", "smt4");
        assertFalse(power.frequencyInvariant());
        assertEquals(128, power.cpuCount());
        assertEquals(32, power.domainCount());
        assertArrayEquals(new int[] {4, 5, 6, 7}, power.threadsOf(5));
        assertArrayEquals(new int[] {4, 5, 6, 7}, power.cpusOfDomain(1));
        assertEquals(32 * 3, power.clockFloors().size());
        assertTrue(
                power.clockFloors().stream().allMatch(f -> f.from() / 4 == f.to() / 4),
                "a quad holds up only itself");
        assertEquals(2_300_000, power.domains().getFirst().opps().getFirst().khz());
        assertEquals(3_900_000, power.domains().getFirst().opps().getLast().khz());
        assertEquals(1_050_000, power.domains().getFirst().opps().getLast().microvolt());
        assertEquals(97, power.domains().getFirst().opps().size());
        assertEquals(0, power.cpus().get(63).nodeId());
        assertEquals(1, power.cpus().get(64).nodeId());
        assertEquals(power.cpus().get(0).llcId(), power.cpus().get(7).llcId());
        assertNotEquals(power.cpus().get(7).llcId(), power.cpus().get(8).llcId());
    }

    @Test
    void x86ServersPairThreadsAcrossTheMachine() {
        assertArrayEquals(new int[] {0, 1}, plan("x86-2", "icelake_like").threadsOf(1));
        assertArrayEquals(new int[] {3, 7}, plan("x86-8", "icelake_like").threadsOf(3));
        final MachinePlan big = plan("x86-64", "icelake_like");
        assertArrayEquals(new int[] {20, 52}, big.threadsOf(52));
        assertArrayEquals(new int[] {20, 52}, big.cpusOfDomain(20));
        assertEquals(32, big.domainCount());
        assertEquals(2, big.cpus().stream().map(CpuPlan::llcId).distinct().count());
        assertEquals(big.cpus().get(0).llcId(), big.cpus().get(47).llcId());
        assertNotEquals(big.cpus().get(0).llcId(), big.cpus().get(16).llcId());
        assertEquals(3_000_000, big.ceilings().getFirst().steps().getLast().khz());
    }

    /** The worked example of docs/howto/add-a-machine.md. */
    @Test
    void aMachineFromItsDeviceTreeHasTheKernelsEnergyModel() {
        final MachinePlan rk3588 = plan("rk3588", "stock");
        assertArrayEquals(
                new int[] {397, 397, 397, 397, 1024, 1024, 1024, 1024}, capacities(rk3588));
        assertArrayEquals(new int[] {0, 0, 0, 0, 0, 0, 0, 0}, llcs(rk3588));
        assertTrue(rk3588.hasEnergyModel());
        // 228 uW/(MHz V^2) x 1800 MHz x 0.95^2 V^2
        assertEquals(370_386, rk3588.domains().get(0).opps().getLast().kernelUw());
        assertEquals(998_400, rk3588.domains().get(1).opps().getLast().kernelUw());
        assertEquals(2, rk3588.coreTypeOf(0).idleStates().size());
        assertEquals(rk3588.domains().get(1).opps(), rk3588.domains().get(2).opps());
    }

    @Test
    void fewerCpusKeepWhatBelongsToThem() {
        final MachineSpec power = spec("power9", "smt4").limitedTo(6);
        final MachinePlan plan = new MachinePlanner(power, 6).machine();
        assertEquals(2, plan.domainCount());
        assertArrayEquals(new int[] {4, 5}, plan.threadsOf(4));
        assertEquals(1, plan.ceilings().size());
        assertEquals(List.of(0, 1, 2, 3, 4, 5), plan.ceilings().getFirst().cpus());
    }
}
