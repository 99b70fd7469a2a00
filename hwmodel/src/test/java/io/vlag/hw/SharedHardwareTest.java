package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What CPUs share: cores, clusters, clocks that depend on others, turbo, heat. */
class SharedHardwareTest {
    private static final long MS = 1_000_000;
    private static final long NEVER = FreqDomains.NEVER;
    private static final int BUSY = IdleStates.BUSY;

    /** Two domains of two CPUs; 1, 1.5 and 2 GHz at 1 V; 1 W/GHz; WFI 10 %, off 10 mW. */
    private static MachinePlan machine(
            SmtPlan smt,
            List<ClusterPlan> clusters,
            List<ClockFloorPlan> floors,
            List<CeilingPlan> ceilings,
            List<ThermalZonePlan> zones) {
        final CoreTypePlan type =
                new CoreTypePlan(
                        "core",
                        1000,
                        1000,
                        0,
                        1_000,
                        0,
                        List.of(
                                new IdleStatePlan("WFI", 0, 1_000, 1_000, 100),
                                new IdleStatePlan(
                                        "off", 50_000, 100_000, 500_000, 0, 10_000, 60_000, 2_000)),
                        smt);
        final List<Opp> opps =
                List.of(
                        new Opp(1_000_000, 1_000_000, 512),
                        new Opp(1_500_000, 1_000_000, 768),
                        new Opp(2_000_000, 1_000_000, 1024));
        final boolean threads = !smt.equals(SmtPlan.NONE);
        return new MachinePlan(
                "shared",
                true,
                IntStream.range(0, 4)
                        .mapToObj(
                                cpu ->
                                        new CpuPlan(
                                                1024,
                                                0,
                                                cpu / 2,
                                                threads ? cpu / 2 : cpu,
                                                clusters.size() == 1 ? 0 : cpu / 2,
                                                0,
                                                0))
                        .toList(),
                List.of(type),
                List.of(new DomainPlan("a", opps, 0), new DomainPlan("b", opps, 0)),
                0,
                clusters,
                floors,
                ceilings,
                zones);
    }

    private static List<ClusterPlan> plain() {
        return List.of(new ClusterPlan("a", 0, List.of()), new ClusterPlan("b", 0, List.of()));
    }

    private static MachinePlan withSmt() {
        return machine(
                new SmtPlan(List.of(1000, 1300), List.of(1000, 1100)),
                plain(),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void busyThreadsShareThePowerOfTheirCore() {
        try (Machines.Rig rig = Machines.rig(withSmt(), 0)) {
            final EnergyMeter energy = rig.model().energy();
            assertEquals(5_000, energy.powerUw(0), "half of what the core draws off");
            rig.model().goBusy(0, 0);
            assertEquals(1_000_000, energy.powerUw(0));
            assertEquals(0, energy.powerUw(1), "idle beside a busy thread");
            assertEquals(5_000, energy.powerUw(2), "another core");
            rig.model().goBusy(1, MS);
            assertEquals(550_000, energy.powerUw(0));
            assertEquals(550_000, energy.powerUw(1));
            rig.model().goIdle(0, 0, NEVER, 2 * MS);
            assertEquals(0, energy.powerUw(0));
            assertEquals(1_000_000, energy.powerUw(1));
            rig.model().goIdle(1, 0, NEVER, 3 * MS);
            assertEquals(50_000, energy.powerUw(1));
            // 1 ms alone, 1 ms beside, 1 ms nothing, 1 ms half of WFI; 2 uJ for leaving off
            assertEquals(1_000_000 + 550_000 + 0 + 50_000 + 2_000, energy.energyNj(0, 4 * MS));
        }
    }

    @Test
    void busyThreadsSlowEachOtherDownOnceApplied() {
        try (Machines.Rig rig = Machines.rig(withSmt(), 0)) {
            final HwModel model = rig.model();
            model.startAt(0, 2, 0);
            assertTrue(model.smt().matters());
            assertFalse(model.smt().cpuBusy(0), "one alone has full speed as none has");
            model.smt().apply(0);
            assertTrue(model.smt().cpuBusy(1));
            assertEquals(1 << 20, model.speedQ20(0, 0), "not before it is applied");
            model.smt().apply(1);
            assertEquals((1 << 20) * 650L / 1000, model.speedQ20(0, 0));
            assertEquals((1 << 20) * 650L / 1000, model.speedQ20(1, 0));
            assertEquals(512 * 1024, model.speedQ20(2, 0), "another core at half its clock");
            assertTrue(model.smt().cpuIdle(0));
        }
    }

    @Test
    void kernelPathsTakeLongerBesideABusyThread() {
        try (Machines.Rig rig = Machines.rig(withSmt(), 0)) {
            final long alone = rig.model().passPath(0, 1);
            rig.model().smt().cpuBusy(0);
            rig.model().smt().cpuBusy(1);
            rig.model().smt().apply(0);
            final long beside = rig.model().passPath(0, 1);
            assertEquals(alone * 1000.0 / 650, (double) beside, 2.0); // whole ns
        }
    }

    /** 20 ms residency, 100 us in, 200 us out; 8 mW on, 1 mW off. */
    private static MachinePlan withClusterState() {
        return machine(
                SmtPlan.NONE,
                List.of(
                        new ClusterPlan(
                                "all",
                                8_000,
                                List.of(
                                        new ClusterPlan.State(
                                                "off", 100_000, 200_000, 20 * MS, 1_000)))),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void aClusterSleepsWithItsLastCpuWhenNoTimerIsNear() {
        try (Machines.Rig rig = Machines.rig(withClusterState(), 0)) {
            final HwModel model = rig.model();
            for (int cpu = 0; cpu < 4; cpu++) {
                model.goBusy(cpu, 0);
            }
            for (int cpu = 0; cpu < 3; cpu++) {
                model.goIdle(cpu, 1, 100 * MS, MS);
            }
            model.goIdle(3, 0, 100 * MS, MS);
            assertEquals(ClusterIdle.ON, model.clusters().state(0), "one CPU is in WFI only");
            model.goBusy(3, 2 * MS);
            model.goIdle(3, 1, 21 * MS, 2 * MS);
            assertEquals(ClusterIdle.ON, model.clusters().state(0), "a timer in 19 ms");
            model.goBusy(3, 3 * MS);
            model.goIdle(3, 1, 23 * MS, 3 * MS);
            assertEquals(0, model.clusters().state(0));
            assertEquals(8_000 * 3 + 1_000 * 7, model.energy().clusterNj(0, 10 * MS));
            assertEquals(60_000 + 200_000, model.goBusy(2, 10 * MS), "core, then cluster");
            assertEquals(ClusterIdle.ON, model.clusters().state(0));
            assertEquals(7 * MS, model.clusters().stateNs(0, 0, 11 * MS));
            assertEquals(60_000, model.goBusy(1, 11 * MS), "on already");
        }
    }

    @Test
    void aWakeUpWhileAClusterGoesDownWaitsForTheEnd() {
        try (Machines.Rig rig = Machines.rig(withClusterState(), 0)) {
            final HwModel model = rig.model();
            model.goBusy(0, 0);
            model.goIdle(0, 1, NEVER, MS);
            assertEquals(0, model.clusters().state(0), "the others have slept from the start");
            // 30 us later: 20 us of the core's entry, 60 us exit, 70 us of the cluster's, 200 us
            assertEquals(20_000 + 60_000 + 70_000 + 200_000, model.goBusy(0, MS + 30_000));
        }
    }

    @Test
    void aDomainHoldsAnotherUpButNotAboveItsCeiling() {
        final MachinePlan machine =
                machine(
                        SmtPlan.NONE,
                        plain(),
                        List.of(new ClockFloorPlan(0, 1, List.of(0, 1, 2))),
                        List.of(),
                        List.of());
        try (Machines.Rig rig = Machines.rig(machine, 0)) {
            final HwModel model = rig.model();
            final FreqDomains freqs = model.freqs();
            freqs.request(0, 1, 0);
            assertTrue(model.completeTransition(0, MS));
            assertEquals(1_500_000, freqs.khz(2));
            assertEquals(512, freqs.freqScale(2), "the kernel does not know");
            freqs.request(1, 2, MS);
            model.completeTransition(1, 2 * MS);
            assertEquals(2_000_000, freqs.khz(2));
            assertEquals(1_500_000, freqs.khz(0), "not the other way round");
            freqs.hardwareCeiling(1, 0, 3 * MS);
            assertEquals(1_000_000, freqs.khz(2));
            assertEquals(1 * MS, freqs.residencyNs(1, 1, 4 * MS));
        }
    }

    @Test
    void turboFallsWithTheNumberOfActiveCores() {
        final MachinePlan machine =
                machine(
                        SmtPlan.NONE,
                        plain(),
                        List.of(),
                        List.of(
                                new CeilingPlan(
                                        "all",
                                        List.of(0, 1, 2, 3),
                                        500,
                                        List.of(
                                                new CeilingPlan.Step(1, 2_000_000),
                                                new CeilingPlan.Step(3, 1_700_000)))),
                        List.of());
        try (Machines.Rig rig = Machines.rig(machine, 0)) {
            final HwModel model = rig.model();
            model.startAt(0, 2, 0);
            final TurboCeilings turbo = model.turbo();
            assertEquals(TurboCeilings.NONE, turbo.cpuBusy(0));
            assertEquals(0, turbo.cpuBusy(1));
            assertEquals(500, turbo.responseNs(0));
            assertFalse(model.hardwareCeilings(0, MS), "the hardware has not reacted");
            turbo.react(0);
            assertTrue(model.hardwareCeilings(0, MS));
            assertEquals(1_500_000, model.freqs().khz(0), "1.7 GHz granted");
            assertEquals(TurboCeilings.NONE, turbo.cpuBusy(2));
            assertEquals(TurboCeilings.NONE, turbo.cpuBusy(3), "above the last step: the last");
            turbo.cpuIdle(3);
            turbo.cpuIdle(2);
            assertEquals(0, turbo.cpuIdle(1));
            turbo.react(0);
            assertTrue(model.hardwareCeilings(0, 2 * MS));
            assertEquals(2_000_000, model.freqs().khz(0));
        }
    }

    @Test
    void aCoreIsActiveWhileAnyThreadIs() {
        final MachinePlan machine =
                machine(
                        new SmtPlan(List.of(1000, 1300), List.of(1000, 1100)),
                        plain(),
                        List.of(),
                        List.of(
                                new CeilingPlan(
                                        "all",
                                        List.of(0, 1, 2, 3),
                                        0,
                                        List.of(
                                                new CeilingPlan.Step(1, 2_000_000),
                                                new CeilingPlan.Step(2, 1_000_000)))),
                        List.of());
        try (Machines.Rig rig = Machines.rig(machine, 0)) {
            final TurboCeilings turbo = rig.model().turbo();
            turbo.cpuBusy(0);
            turbo.cpuBusy(1);
            assertEquals(1, turbo.activeCores(0));
            assertEquals(0, turbo.cpuBusy(2));
            turbo.cpuIdle(0);
            assertEquals(2, turbo.activeCores(0));
            turbo.cpuIdle(1);
            assertEquals(1, turbo.activeCores(0));
        }
    }

    /** 20 K/W, 1 s; 4 CPUs of 2 W at the top: 25 + 160 C in the long run. */
    private static MachinePlan hot() {
        return machine(
                SmtPlan.NONE,
                plain(),
                List.of(),
                List.of(),
                List.of(
                        new ThermalZonePlan(
                                "die",
                                List.of(0, 1, 2, 3),
                                0,
                                20_000,
                                1_000 * MS,
                                25_000,
                                100 * MS,
                                List.of(
                                        new ThermalZonePlan.Trip(
                                                ThermalZonePlan.Actor.POLICY,
                                                60_000,
                                                5_000,
                                                List.of(0, 1),
                                                1_500_000),
                                        new ThermalZonePlan.Trip(
                                                ThermalZonePlan.Actor.HARDWARE,
                                                80_000,
                                                10_000,
                                                List.of(0),
                                                1_000_000)))));
    }

    @Test
    void aBodyWarmsLikeItsFormula() {
        try (Machines.Rig rig = Machines.rig(hot(), 0)) {
            final HwModel model = rig.model();
            model.startAt(0, 2, 0);
            model.startAt(1, 2, 0);
            for (int cpu = 0; cpu < 4; cpu++) {
                model.goBusy(cpu, 0);
            }
            for (int look = 1; look <= 30; look++) {
                model.zones().look(0, look * 100 * MS);
                final double expected = 25_000 + 160_000 * (1 - Math.exp(-look * 0.1));
                assertEquals(expected, (double) model.zones().milliC(0), 25.0, "look " + look);
            }
        }
    }

    @Test
    void tripsLimitClocksAndLetThemGo() {
        try (Machines.Rig rig = Machines.rig(hot(), 0)) {
            final HwModel model = rig.model();
            final ThermalZones zones = model.zones();
            model.startAt(0, 2, 0);
            model.startAt(1, 2, 0);
            for (int cpu = 0; cpu < 4; cpu++) {
                model.goBusy(cpu, 0);
            }
            assertEquals(0, zones.look(0, 100 * MS), "40 C");
            assertEquals(0, zones.look(0, 200 * MS), "54 C");
            assertEquals(ThermalZones.POLICY_CHANGED, zones.look(0, 300 * MS), "66 C");
            assertEquals(1, zones.policyOpp(0));
            assertEquals(1, zones.policyOpp(1));
            assertEquals(2, zones.hardwareOpp(0));
            assertEquals(0, zones.look(0, 400 * MS), "77 C: as low as the policy goes");
            assertEquals(ThermalZones.HARDWARE_CHANGED, zones.look(0, 500 * MS));
            assertEquals(0, zones.hardwareOpp(0));
            assertEquals(2, zones.hardwareOpp(1), "not in that trip");
            assertTrue(model.hardwareCeilings(0, 500 * MS));
            for (int cpu = 0; cpu < 4; cpu++) {
                model.goIdle(cpu, 1, NEVER, 500 * MS);
            }
            int changes = 0;
            long now = 500 * MS;
            while (zones.milliC(0) >= 55_000) {
                now += 100 * MS;
                changes |= zones.look(0, now);
            }
            assertEquals(ThermalZones.HARDWARE_CHANGED | ThermalZones.POLICY_CHANGED, changes);
            assertEquals(2, zones.policyOpp(0));
            assertEquals(2, zones.hardwareOpp(0));
        }
    }

    @Test
    void theDecayIsExact() {
        assertEquals(Math.round(Math.exp(-0.1) * (1 << 30)), ThermalZones.keepQ30(100, 1_000));
        assertEquals(Math.round(Math.exp(-7.0 / 200) * (1 << 30)), ThermalZones.keepQ30(7, 200));
        assertEquals(0, ThermalZones.keepQ30(1_000, 1), "nothing is left");
    }

    @Test
    void workThatWaitsForMemoryFeelsTheClockLess() {
        try (Machines.Rig rig = Machines.rig(withSmt(), 0)) {
            final HwModel model = rig.model();
            assertEquals(1 << 19, model.speedQ20(0, 0), "1 of 2 GHz");
            assertEquals(1 << 20, model.speedQ20(0, 1000), "nothing scales");
            // half of the time doubles: 1 / 1.5
            assertEquals((1 << 20) * 2 / 3, model.speedQ20(0, 500));
            model.startAt(0, 2, 0);
            assertEquals(1 << 20, model.speedQ20(0, 500), "all is as fast at the top clock");
        }
    }

    @Test
    void powerThatIsDeclaredBeatsTheFormula() {
        final MachinePlan plain = Machines.pi5Stock();
        final Opp declared = new Opp(1_500_000, 820_000, 1024, 333, 44, MachinePlan.NONE);
        final MachinePlan machine =
                new MachinePlan(
                        "declared",
                        true,
                        plain.cpus(),
                        plain.coreTypes(),
                        List.of(new DomainPlan("arm", List.of(declared), 0)),
                        0);
        final PowerTable powers = new PowerTable(machine);
        assertEquals(333, powers.powerUw(0, 0, BUSY));
        assertEquals(44, powers.powerUw(0, 0, 0));
        assertFalse(machine.hasEnergyModel());
    }

    @Test
    void partsThatFitNothingAreNamed() {
        final IllegalArgumentException thrown =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                machine(
                                        SmtPlan.NONE,
                                        plain(),
                                        List.of(new ClockFloorPlan(0, 1, List.of(0, 3))),
                                        List.of(new CeilingPlan("x", List.of(7), 0, List.of())),
                                        List.of()));
        assertEquals(
                """
                machine shared:
                  clockFloors[0].floorOpps: has 2 numbers for 3 operating points
                  clockFloors[0].floorOpps[1]: 3 is outside 0..2
                  ceilings[0].cpus[0]: 7 is outside 0..3
                  ceilings[0].steps: empty; give at least one""",
                thrown.getMessage());
    }
}
