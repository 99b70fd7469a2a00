package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import io.vlag.pelt.PeltLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What random scenarios with checked invariants have found. */
class SimulatorBugsTest {
    private static final long MS = 1_000_000;

    /**
     * A task that starts at simulated time 0 and never sleeps: its averages belong to its queue and
     * rise as any other's. In the kernel, 0 as the time of averages means that they do not.
     */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void averagesOfATaskThatStartsAtTimeZeroMove(String kernel) {
        final SimPlan plan =
                Scenarios.planOf(List.of(Scenarios.endless("hog", new Step.Run(MS))), kernel);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(500 * MS);
            final SimTables tables = simulation.tables();
            final int hog = tables.kernel().cpus().curr(0);
            final long ofTask = PeltLayout.utilAvg(tables.kernel().entities().avgAt(hog));
            final long ofQueue = PeltLayout.utilAvg(tables.kernel().queues().avgAt(0));
            assertTrue(ofTask >= 1_002, () -> "util_avg of a task that always runs is " + ofTask);
            assertEquals(ofQueue, ofTask, 1, "its queue has no other");
        }
    }

    /**
     * set_user_nice() with the present level leaves the task, its lag and its deadline alone. Taken
     * off and queued again each time, a task of 6.6 would never come to the end of its request.
     */
    @Test
    void theSameNiceLevelAgainGivesNoCpuTime() {
        final TaskTemplate setter =
                new TaskTemplate(
                        "setter",
                        1,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        20 * MS,
                        CpuSet.ALL,
                        "",
                        0,
                        List.of(
                                new Step.Loop(
                                        Step.FOREVER,
                                        List.of(new Step.SetNice(0), new Step.Run(MS)))),
                        SourcePosition.of("test"));
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(setter, Scenarios.endless("hog", new Step.Run(MS))), "6.6");
        final Scenarios.Window window = Scenarios.run(plan, 0, 1_000 * MS);
        assertEquals(500 * MS, window.to().tasks().getFirst().cpuNs(), 25 * MS);
    }
}
