package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.EntityTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A task whose group has used up its quota is told to use another CPU while it waits for more: from
 * then on it waits there, and runs there when there is quota again.
 */
class AffinityWithoutQuotaTest {
    private static final long MS = 1_000_000;
    private static final long CHANGE_NS = 350 * MS;
    private static final long PERIOD_NS = 100 * MS;
    private static final int PERIODS = 20;
    private static final Step HOG = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));

    private static final int LIMITED = 0;
    private static final int FREE_ON_0 = 1;
    private static final int FREE_ON_1 = 2;

    @ParameterizedTest
    @ValueSource(strings = {"6.18", "7.0", "7.2"})
    void aTaskThatIsKeptOffItsQueueMoves(String kernel) {
        moves(kernel, EntityTable.THROTTLE_OFF);
    }

    /** Throttled as a queue, the task stays queued, on a queue that does not run. */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12"})
    void aTaskOnAThrottledQueueMoves(String kernel) {
        moves(kernel, EntityTable.THROTTLE_NONE);
    }

    private static void moves(String kernel, int throttle) {
        try (Simulation simulation = new Simulation(plan(kernel), Journal::none, 1)) {
            final SimTables tables = simulation.tables();
            simulation.runUntil(CHANGE_NS);
            assertEquals(throttle, tables.kernel().entities().throttle(LIMITED), "waits for quota");
            assertEquals(0, tables.kernel().tasks().cpu(LIMITED));
            final Reading before = simulation.read();

            simulation.runUntil(CHANGE_NS + MS);

            assertEquals(1, tables.kernel().tasks().cpu(LIMITED));
            assertEquals(1, task(simulation, LIMITED).migrations());
            assertEquals(cpuNs(before, LIMITED), task(simulation, LIMITED).cpuNs(), "no quota");
            simulation.runUntil(CHANGE_NS + PERIODS * PERIOD_NS);
            final Reading after = simulation.read();
            assertEquals(1, task(simulation, LIMITED).migrations());
            assertShare(0.05, before, after, LIMITED);
            assertShare(1.00, before, after, FREE_ON_0);
            assertShare(0.95, before, after, FREE_ON_1);
        }
    }

    private static SimPlan plan(String kernel) {
        return Scenarios.planOf(
                List.of(
                        on("limited", SchedPolicy.OTHER, 0, "/limited", HOG),
                        on("free0", SchedPolicy.OTHER, 0, "", HOG),
                        on("free1", SchedPolicy.OTHER, 1, "", HOG),
                        on(
                                "control",
                                SchedPolicy.FIFO,
                                1,
                                "",
                                new Step.Sleep(CHANGE_NS),
                                new Step.SetAffinity(new CpuSet(List.of(1)), "limited"))),
                kernel,
                "cpus=2",
                "groups=[{path: /limited, quota: 5ms, period: 100ms}]");
    }

    private static TaskTemplate on(
            String name, SchedPolicy policy, int cpu, String group, Step... steps) {
        return new TaskTemplate(
                name,
                1,
                policy,
                0,
                policy.isFair() ? 0 : 50,
                0,
                new CpuSet(List.of(cpu)),
                group,
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }

    private static Reading.TaskReading task(Simulation simulation, int task) {
        return simulation.read().tasks().get(task);
    }

    private static long cpuNs(Reading reading, int task) {
        return reading.tasks().get(task).cpuNs();
    }

    private static void assertShare(double share, Reading from, Reading to, int task) {
        final double used = cpuNs(to, task) - cpuNs(from, task);
        assertEquals(share, used / (PERIODS * PERIOD_NS), 0.01, "of a CPU");
    }
}
