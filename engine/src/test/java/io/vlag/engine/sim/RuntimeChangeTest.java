package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.Governor;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import io.vlag.offheap.Slab;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that change while a simulation runs, and simulations that fork there. */
class RuntimeChangeTest {
    private static final long MS = 1_000_000;
    private static final long FORK_NS = 40 * MS;
    private static final long END_NS = 90 * MS;

    private static final List<String> CHANGES =
            List.of(
                    "{at: 40ms}",
                    "{at: 40ms, features: {DELAY_DEQUEUE: off, DELAY_ZERO: off}}",
                    "{at: 40ms, features: {RUN_TO_PARITY: off, NEXT_BUDDY: on}}",
                    "{at: 40ms, features: {PLACE_LAG: off, HRTICK: on, UTIL_EST: off}}",
                    "{at: 40ms, tunables: {base_slice_ns: 200000}}",
                    "{at: 40ms, tunables: {base_slice_ns: 9000000, migration_cost_ns: 0}}",
                    "{at: 40ms, governor: performance}",
                    "{at: 40ms, governor: ondemand}",
                    "{at: 40ms, governor: powersave}",
                    "{at: 40ms, rateLimit: 20ms}");

    private static SimPlan plan(String scenario, String changes) {
        return Scenarios.plan(
                scenario,
                "7.0",
                5,
                "duration=1s",
                "warmup=0ns",
                "governor=schedutil",
                "changes=[" + changes + "]");
    }

    private static String result(Simulation simulation) {
        simulation.runUntil(END_NS);
        simulation.end();
        return Long.toHexString(simulation.digest()) + " " + simulation.read();
    }

    /** The plan of another change that shares everything else with a plan. */
    private static SimPlan forked(SimPlan base, SimPlan other) {
        return base.withChanges(other.changes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi5-pipe", "hog", "busy32", "short-pixel6", "pixel6-frames", "groups"})
    void aForkIsARunOfItsOwn(String scenario) {
        final List<String> results = new ArrayList<>();
        final SimPlan base = plan(scenario, CHANGES.getFirst());
        try (Simulation shared = new Simulation(base, Journal::none);
                Slab snapshot = shared.newSnapshot()) {
            shared.runUntil(FORK_NS);
            shared.saveTo(snapshot);
            for (final String change : CHANGES) {
                final SimPlan changed = plan(scenario, change);
                shared.restoreFrom(snapshot, forked(base, changed));
                try (Simulation alone = new Simulation(changed, Journal::none)) {
                    results.add(result(alone));
                    assertEquals(results.getLast(), result(shared), scenario + " " + change);
                }
            }
        }
        final long different = results.stream().distinct().count();
        assertTrue(different > (scenario.equals("hog") ? 3 : 4), different + " different results");
    }

    @Test
    void aChangeWithoutAnythingIsNoChange() {
        final SimPlan changed = plan("short-pixel6", CHANGES.getFirst());
        try (Simulation with = new Simulation(changed, Journal::none);
                Simulation without =
                        new Simulation(changed.withChanges(List.of()), Journal::none)) {
            assertEquals(result(without), result(with));
        }
    }

    /** What happens before the change does not know of it; slices of events do not matter. */
    @Test
    void theTimeOfAChangeIsExact() {
        final SimPlan changed = plan("short-pixel6", "{at: 40ms, governor: performance}");
        try (Simulation with = new Simulation(changed, Journal::none);
                Simulation sliced = new Simulation(changed, Journal::none);
                Simulation without =
                        new Simulation(changed.withChanges(List.of()), Journal::none)) {
            with.runUntil(FORK_NS);
            without.runUntil(FORK_NS);
            assertEquals(without.digest(), with.digest());
            while (sliced.nowNs() < END_NS) {
                sliced.runUntil(END_NS, 3);
            }
            final String whole = result(with);
            assertEquals(whole, result(sliced));
            assertNotEquals(whole, result(without));
        }
    }

    @Test
    void aGovernorTakesChargeAtItsTime() {
        final SimPlan plan =
                plan(
                        "hog",
                        "{at: 10ms, governor: powersave}, {at: 40ms, governor: performance}, {at:"
                                + " 60ms, governor: schedutil}");
        final int top = plan.machine().domains().getFirst().opps().getLast().khz();
        final int low = plan.machine().domains().getFirst().opps().getFirst().khz();
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            assertEquals(Governor.SCHEDUTIL, simulation.settings().governor());
            simulation.runUntil(39 * MS);
            assertEquals(low, khz(simulation));
            simulation.runUntil(59 * MS);
            assertEquals(Governor.PERFORMANCE, simulation.settings().governor());
            assertEquals(top, khz(simulation));
            simulation.runUntil(END_NS);
            assertEquals(top, khz(simulation), "one hog keeps its CPU busy");
        }
    }

    private static int khz(Simulation simulation) {
        return simulation.tables().hw().freqs().khz(0);
    }

    /** The slice of a request in progress stays; later ones have the new length. */
    @Test
    void aSliceIsNewWithTheNextRequest() {
        final SimPlan plan = plan("busy32", "{at: 40ms, tunables: {base_slice_ns: 6000000}}");
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(FORK_NS);
            final long before = simulation.tables().kernel().runQueues().baseSliceNs(0);
            simulation.runUntil(FORK_NS + 1);
            final long after = simulation.tables().kernel().runQueues().baseSliceNs(0);
            assertEquals(plan.baseSliceNs(), before);
            assertEquals(6_000_000L * (before / plan.baseSliceNormalizedNs()), after);
        }
    }

    @Test
    void whatIsNotTheSamePlanIsRefused() {
        final SimPlan base = plan("hog", CHANGES.getFirst());
        final SimPlan other = plan("hog", CHANGES.get(1));
        try (Simulation simulation = new Simulation(base, Journal::none);
                Slab snapshot = simulation.newSnapshot();
                Simulation checked = new Simulation(base, Journal::none, 1)) {
            simulation.saveTo(snapshot);
            assertThrows(
                    IllegalArgumentException.class, () -> simulation.restoreFrom(snapshot, other));
            assertThrows(IllegalStateException.class, () -> checked.saveTo(snapshot));
        }
    }

    /** Changes at random times, to random settings, of random scenarios keep every invariant. */
    @Test
    void randomChangesKeepTheInvariants() {
        final long first = Long.getLong("test.seed", 20_261_201);
        long changes = 0;
        for (long seed = first; seed < first + 25; seed++) {
            final SimPlan changed = RandomScenario.changingPlan(seed);
            try (Simulation simulation = new Simulation(changed, Journal::none, 1)) {
                simulation.runUntil(100 * MS);
                changes += simulation.tables().clock().changeCount();
            } catch (WorkloadFault tooManyForks) {
                // The workload's fault.
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("-Dtest.seed=" + seed + ": " + broken, broken);
            }
        }
        assertTrue(changes > 40, changes + " changes");
    }
}
