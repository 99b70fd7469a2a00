package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** sched_yield() and yield_to() of running tasks, in both classes, with every event checked. */
class YieldStepsTest {
    private static final long MS = 1_000_000;
    private static final Step HOG = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));

    private static Step forEver(Step... steps) {
        return new Step.Loop(Step.FOREVER, List.of(steps));
    }

    private static TaskTemplate on(int cpu, String name, SchedPolicy policy, Step... steps) {
        return new TaskTemplate(
                name,
                1,
                policy,
                0,
                policy.isFair() ? 0 : 10,
                0,
                new CpuSet(List.of(cpu)),
                "",
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }

    private static Simulation start(String kernel, int cpuCount, TaskTemplate... tasks) {
        return new Simulation(
                Scenarios.planOf(List.of(tasks), kernel, "cpus=" + cpuCount), Journal::none, 1);
    }

    private static long switchesIn(Simulation simulation, int task) {
        return simulation.read().tasks().get(task).switchesIn();
    }

    private static long cpuNs(Simulation simulation, int task) {
        return simulation.read().tasks().get(task).cpuNs();
    }

    /** The first of them would run alone for ever. */
    @Test
    void aFifoTaskThatYieldsGoesBehindTheOthersOfItsPriority() {
        final Step yields = forEver(new Step.Run(MS / 2), new Step.Yield());
        try (Simulation simulation =
                start(
                        "7.0",
                        1,
                        on(0, "one", SchedPolicy.FIFO, yields),
                        on(0, "two", SchedPolicy.FIFO, yields))) {
            simulation.runUntil(200 * MS);
            assertEquals(cpuNs(simulation, 0), cpuNs(simulation, 1), MS);
            assertTrue(cpuNs(simulation, 0) > 90 * MS);
        }
    }

    /**
     * 0.1 ms of work costs the yielder a request of 0.7 ms, if it was eligible. In 6.6 it gives up
     * its turn but no service.
     */
    @ParameterizedTest
    @CsvSource({"6.6, 0.49, 0.51", "6.12, 0.01, 0.25", "7.0, 0.01, 0.25", "7.2, 0.01, 0.25"})
    void whatAFairTaskThatYieldsGets(String kernel, double least, double most) {
        try (Simulation simulation =
                start(
                        kernel,
                        1,
                        on(0, "hog", SchedPolicy.OTHER, HOG),
                        on(
                                0,
                                "yields",
                                SchedPolicy.OTHER,
                                forEver(new Step.Run(MS / 10), new Step.Yield())))) {
            simulation.runUntil(2_000 * MS);
            final double share = (double) cpuNs(simulation, 1) / (2_000 * MS);
            assertTrue(share > least && share < most, "share " + share);
        }
    }

    /**
     * Both start level, with half a request. What the yielder ran up to its yield has made it
     * ineligible, so it keeps its request.
     */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aYieldKnowsWhatTheTaskRanUntilNow(boolean to) {
        final Step yield = to ? new Step.YieldTo("other") : new Step.Yield();
        try (Simulation simulation =
                start(
                        "7.0",
                        1,
                        on(0, "yields", SchedPolicy.OTHER, new Step.Run(MS / 5), yield, HOG),
                        on(0, "other", SchedPolicy.OTHER, HOG))) {
            final var entities = simulation.tables().kernel().entities();
            simulation.runUntil(MS / 10);
            final long deadline = entities.deadline(0);
            simulation.runUntil(MS / 4);
            assertTrue(entities.sumExecNs(0) >= MS / 5, "accounted");
            assertEquals(deadline, entities.deadline(0));
        }
    }

    /** It is the next buddy each time, and the caller leaves the CPU to it. */
    @ParameterizedTest
    @ValueSource(strings = {"6.12", "7.0", "7.2"})
    void whoIsYieldedToRunsNext(String kernel) {
        final Step prefers = forEver(new Step.Run(MS / 10), new Step.YieldTo("preferred"));
        try (Simulation simulation =
                start(
                        kernel,
                        1,
                        on(0, "one", SchedPolicy.OTHER, prefers),
                        on(0, "two", SchedPolicy.OTHER, prefers),
                        on(0, "preferred", SchedPolicy.OTHER, HOG))) {
            simulation.runUntil(1_000 * MS);
            final long preferred = cpuNs(simulation, 2);
            assertTrue(preferred > 3 * cpuNs(simulation, 0), "preferred " + preferred);
            final long stintNs = cpuNs(simulation, 0) / switchesIn(simulation, 0);
            assertTrue(stintNs < MS / 5, "the caller leaves at once, not after " + stintNs);
        }
    }

    /** It does not even schedule: all is as after a call for which nobody waits. */
    @Test
    void yieldingToARealTimeTaskIsTheCallAlone() {
        assertEquals(cpuOfCaller("runs"), cpuOfCaller("waits"));
    }

    private static Reading.CpuReading cpuOfCaller(String target) {
        final Step calls =
                new Step.Loop(1_000, List.of(new Step.Run(MS / 10), new Step.YieldTo(target)));
        try (Simulation simulation =
                start(
                        "7.0",
                        2,
                        on(0, "caller", SchedPolicy.OTHER, calls),
                        on(1, "runs", SchedPolicy.FIFO, HOG),
                        on(1, "waits", SchedPolicy.FIFO, HOG))) {
            simulation.runUntil(400 * MS);
            return simulation.read().cpus().getFirst();
        }
    }

    /** Nobody becomes a buddy, and the caller goes on. */
    @ParameterizedTest
    @CsvSource({"FIFO, FIFO", "FIFO, OTHER", "OTHER, FIFO"})
    void nothingIsYieldedToOrByARealTimeTask(SchedPolicy caller, SchedPolicy target) {
        final Step yields = forEver(new Step.Run(MS / 10), new Step.YieldTo("waits"));
        try (Simulation simulation =
                start(
                        "7.0",
                        2,
                        on(0, "beside", SchedPolicy.OTHER, HOG),
                        on(0, "caller", caller, yields),
                        on(1, "runs", SchedPolicy.FIFO, HOG),
                        on(1, "waits", target, HOG))) {
            final var queues = simulation.tables().kernel().queues();
            for (int ms = 1; ms <= 200; ms++) {
                simulation.runUntil(ms * MS);
                assertEquals(-1, queues.next(1));
            }
            final double share = (double) cpuNs(simulation, 1) / (200 * MS);
            final double expected = caller == SchedPolicy.FIFO ? 1 : 0.5;
            assertEquals(expected, share, 0.05);
        }
    }
}
