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
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios that random ones reach rarely or never, with every invariant checked. */
class CheckedScenariosTest {
    private static final long MS = 1_000_000;
    private static final Step HOG = new Step.Run(1_000_000 * MS);
    private static final String QUOTA = "groups=[{path: /a, quota: 10ms, period: 100ms}]";

    /** The sums of a task that never sleeps reach their largest value after half a second. */
    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.6", "7.0"})
    void aHogKeepsTheBoundsOfItsSumsForTwoSeconds(String kernel) {
        final SimPlan plan = Scenarios.planOf(List.of(hog("hog", "")), kernel, "cpus=1");
        try (Simulation simulation = new Simulation(plan, Journal::none, 1)) {
            simulation.runUntil(2_000 * MS);
            assertEquals(2_000, simulation.read().tasks().get(0).cpuNs() / MS, 60);
        }
    }

    /** The task is made real-time and fair again while its group has no quota left. */
    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.6", "6.12", "6.18", "7.0", "7.2"})
    void aTaskWithoutQuotaMayChangeItsClass(String kernel) {
        final TaskTemplate control =
                template(
                        "control",
                        SchedPolicy.FIFO,
                        60,
                        "",
                        new Step.Loop(
                                8,
                                List.of(
                                        new Step.Sleep(50 * MS),
                                        new Step.SetPolicy(SchedPolicy.FIFO, 5, false, "limited"),
                                        new Step.Sleep(10 * MS),
                                        new Step.SetPolicy(
                                                SchedPolicy.OTHER, 0, false, "limited"))));
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(hog("limited", "/a"), hog("other", ""), control),
                        kernel,
                        "cpus=1",
                        QUOTA);
        try (Simulation simulation = new Simulation(plan, Journal::none, 1)) {
            simulation.runUntil(450 * MS);
            final long limitedNs = simulation.read().tasks().get(0).cpuNs();
            assertTrue(
                    limitedNs > 95 * MS && limitedNs < 150 * MS,
                    "7 real-time turns of 10 ms and 10 to 15 ms of each period: " + limitedNs);
        }
    }

    private static TaskTemplate hog(String name, String group) {
        return template(name, SchedPolicy.OTHER, 0, group, HOG);
    }

    private static TaskTemplate template(
            String name, SchedPolicy policy, int rtPriority, String group, Step... steps) {
        return new TaskTemplate(
                name,
                1,
                policy,
                0,
                rtPriority,
                0,
                CpuSet.ALL,
                group,
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }
}
