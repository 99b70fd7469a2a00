package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.plan.SimPlan;
import io.vlag.pelt.PeltLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Averages of CPUs that sleep without a tick: others age them, every 32 ms and a tick or so. */
class BlockedLoadTest {
    private static final long MS = 1_000_000;
    private static final int ASLEEP = 6;
    private static final Step END_OF_WORK = new Step.Sleep(3_600_000 * MS);

    private static TaskTemplate on(int cpu, SchedPolicy policy, Step... steps) {
        return new TaskTemplate(
                "t" + cpu,
                1,
                policy,
                0,
                policy == SchedPolicy.FIFO ? 1 : 0,
                0,
                new CpuSet(List.of(cpu)),
                "",
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }

    private static SimPlan plan(String kernel, TaskTemplate... tasks) {
        return Scenarios.planOf(
                List.of(tasks),
                kernel,
                "machine=pixel6",
                "variants=caps_160_498",
                "cpus=8",
                "governor=performance");
    }

    private static KernelParts.Tables tables(Simulation simulation) {
        return simulation.tables().kernel();
    }

    private static long utilAvg(Simulation simulation) {
        return PeltLayout.utilAvg(tables(simulation).queues().avgAt(ASLEEP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.18", "6.6", "6.12", "7.0", "7.2"})
    void utilisationOfASleepingCpuDecaysWhileAnotherTicks(String kernel) {
        final SimPlan plan =
                plan(
                        kernel,
                        on(0, SchedPolicy.OTHER, new Step.Run(60_000 * MS)),
                        on(ASLEEP, SchedPolicy.OTHER, new Step.Run(200 * MS), END_OF_WORK));
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(210 * MS);
            assertTrue(utilAvg(simulation) > 900, "" + utilAvg(simulation));
            for (long atMs = 300; atMs < 600; atMs += 50) {
                simulation.runUntil(atMs * MS);
                final long oldest = 1024 >> ((atMs - 200 - 40) / 33);
                assertTrue(utilAvg(simulation) <= oldest, atMs + " ms: " + utilAvg(simulation));
            }
            simulation.runUntil(1_200 * MS);
            assertEquals(0, utilAvg(simulation));
        }
    }

    @Test
    void realTimeUtilisationDecaysToo() {
        final SimPlan plan =
                plan(
                        "7.0",
                        on(0, SchedPolicy.OTHER, new Step.Run(60_000 * MS)),
                        on(ASLEEP, SchedPolicy.FIFO, new Step.Run(200 * MS), END_OF_WORK));
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(201 * MS);
            assertTrue(rtUtil(simulation) > 900, "" + rtUtil(simulation));
            simulation.runUntil(1_200 * MS);
            assertEquals(0, rtUtil(simulation));
        }
    }

    private static long rtUtil(Simulation simulation) {
        return PeltLayout.utilAvg(tables(simulation).rtQueues().avgAt(ASLEEP));
    }

    /** Nothing runs, nothing is aged: no interrupt wakes a machine that is asleep. */
    @Test
    void aSleepingMachineIsLeftAlone() {
        final SimPlan plan =
                plan("7.0", on(ASLEEP, SchedPolicy.OTHER, new Step.Run(20 * MS), END_OF_WORK));
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(100 * MS);
            final long util = utilAvg(simulation);
            final Reading before = simulation.read();
            simulation.runUntil(5_000 * MS);
            assertTrue(util > 0, "" + util);
            assertEquals(util, utilAvg(simulation));
            assertEquals(ipis(before), ipis(simulation.read()));
        }
    }

    /** Rounds end when nothing is left to age. */
    @Test
    void agedCpusAreLeftAlone() {
        final SimPlan plan =
                plan(
                        "7.0",
                        on(0, SchedPolicy.OTHER, new Step.Run(60_000 * MS)),
                        on(ASLEEP, SchedPolicy.OTHER, new Step.Run(200 * MS), END_OF_WORK));
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(1_000 * MS);
            final long first = ipis(simulation.read());
            assertTrue(first >= 10, "" + first);
            simulation.runUntil(3_000 * MS);
            final long second = ipis(simulation.read());
            simulation.runUntil(5_000 * MS);
            assertEquals(second, ipis(simulation.read()));
        }
    }

    private static long ipis(Reading reading) {
        return reading.cpus().stream().mapToLong(Reading.CpuReading::ipis).sum();
    }
}
