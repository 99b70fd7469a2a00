package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulation that begins again with another seed, held to one that is built for that seed. */
class RestartTest {
    private static final long MS = 1_000_000;
    private static final long HORIZON_NS = 20 * MS;

    private final ConfigLibrary library = new ConfigLibrary(Path.of("../batch-configs"));

    private Planned planned(String name, String... sets) {
        final Scenario scenario =
                library.scenarioTemplate(library.findScenario(name)).bind(List.of(sets));
        final Planner planner = new Planner(scenario);
        final Workload workload = ((Scenario.WorkloadSource.Inline) scenario.workload()).workload();
        return new Planned(
                planner,
                planner.plan(
                        scenario.machines().getFirst(),
                        scenario.kernels().getFirst(),
                        workload,
                        1));
    }

    private record Planned(Planner planner, SimPlan plan) {
        SimPlan seed(long seed) {
            return planner.reseeded(plan, seed);
        }
    }

    private static Simulation fresh(SimPlan plan) {
        return new Simulation(plan, Journal::none);
    }

    private static String result(Simulation simulation) {
        final long events = simulation.runUntil(HORIZON_NS);
        final String reading = simulation.read().toString();
        simulation.end();
        return events + " " + Long.toHexString(simulation.digest()) + " " + reading;
    }

    @ParameterizedTest
    @ValueSource(strings = {"short-pi5", "short-pixel6", "groups", "hog", "pixel6-frames"})
    void aRestartGivesWhatABuiltSimulationGives(String scenario) {
        for (final String governor : List.of("schedutil", "performance", "ondemand")) {
            final Planned planned = planned(scenario, "governor=" + governor);
            try (Simulation again = fresh(planned.seed(1))) {
                result(again);
                for (final long seed : new long[] {7, 1, 123_456_789}) {
                    again.restart(planned.seed(seed));
                    try (Simulation built = fresh(planned.seed(seed))) {
                        assertEquals(result(built), result(again), scenario + " seed " + seed);
                    }
                }
            }
        }
    }

    @Test
    void aRunThatStoppedOnItsWayLeavesNothingBehind() {
        final Planned planned = planned("short-pixel6");
        try (Simulation again = fresh(planned.seed(3));
                Simulation built = fresh(planned.seed(4))) {
            again.runUntil(Long.MAX_VALUE, 137);
            again.restart(planned.seed(4));
            assertEquals(result(built), result(again));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"short-pi5", "short-pixel6", "groups"})
    void totalsAreTheSumsOfAReading(String scenario) {
        try (Simulation simulation = fresh(planned(scenario).plan())) {
            final RunTotals totals = new RunTotals(simulation.plan().machine().domainCount());
            for (long ms = 0; ms <= 90; ms += 30) {
                simulation.runUntil(ms * MS);
                simulation.readTotals(totals);
                final RunTotals sums = RunTotals.of(simulation.read());
                for (final RunTotals.Counter counter : RunTotals.Counter.values()) {
                    assertEquals(sums.get(counter), totals.get(counter), counter.toString());
                }
                for (int domain = 0; domain < totals.domainCount(); domain++) {
                    assertEquals(sums.cyclesOfDomain(domain), totals.cyclesOfDomain(domain));
                }
            }
            assertTrue(totals.get(RunTotals.Counter.EVENTS) > 10);
        }
    }

    /** Runs of a sweep: what each may allocate is its plan with another seed. */
    @Test
    void aThousandRestartsAllocateLittle() {
        final Planned planned = planned("short-pi5");
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final int runs = 1_000;
        try (Simulation simulation = fresh(planned.seed(1))) {
            final RunTotals totals = new RunTotals(simulation.plan().machine().domainCount());
            long sink = allocatedBy(simulation, planned, totals, 20);
            final long before = threads.getCurrentThreadAllocatedBytes();
            sink += allocatedBy(simulation, planned, totals, runs);
            final long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(bytes < runs * 4_096L, bytes + " bytes; sink " + sink);
        }
    }

    private static long allocatedBy(
            Simulation simulation, Planned planned, RunTotals totals, int runs) {
        long sink = 0;
        for (int run = 0; run < runs; run++) {
            simulation.restart(planned.seed(run));
            simulation.runUntil(2 * MS);
            simulation.readTotals(totals);
            sink += totals.get(RunTotals.Counter.SWITCHES);
        }
        return sink;
    }

    @Test
    void anotherPlanIsRefused() {
        final Planned planned = planned("short-pi5");
        final SimPlan other = planned("short-pi5", "kernels=6.6").plan();
        try (Simulation simulation = fresh(planned.plan())) {
            assertThrows(IllegalArgumentException.class, () -> simulation.restart(other));
        }
        try (Simulation checked = new Simulation(planned.plan(), Journal::none, 1)) {
            assertThrows(IllegalArgumentException.class, () -> checked.restart(planned.seed(2)));
        }
    }
}
