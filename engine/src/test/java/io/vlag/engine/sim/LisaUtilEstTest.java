package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.Index;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LISA's UtilConvergence: at every activation the estimate of a task's utilisation is not below its
 * average, with 1 % of slack, and over every phase the estimate covers at least as much as the
 * average.
 */
class LisaUtilEstTest {
    private static final long MS = 1_000_000;
    private static final int[] ACTIVATIONS = {25, 5, 5, 5, 5, 5, 5, 5, 5};
    private static final long PERIOD_NS = 200 * MS;
    private static final long TIMER_SLACK_NS = MS / 10;

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void theEstimateCoversTheAverage(String kernel) {
        try (Simulation simulation =
                new Simulation(Lisa.plan("util-est-convergence", kernel), Journal::none)) {
            long activation = 1;
            for (int phase = 0; phase < ACTIVATIONS.length; phase++) {
                double estimateArea = 0;
                double averageArea = 0;
                for (int index = 0; index < ACTIVATIONS[phase]; index++, activation++) {
                    final long startNs = activation * PERIOD_NS + TIMER_SLACK_NS;
                    simulation.runUntil(startNs);
                    final String where = "phase " + phase + " activation " + index;
                    assertTrue(activation == 1 || isRunning(simulation), where);
                    if (activation > 1) {
                        checkActivation(simulation, where);
                    }
                    for (long atNs = startNs; atNs < startNs + PERIOD_NS - MS; atNs += MS) {
                        simulation.runUntil(atNs);
                        estimateArea += Math.max(enqueued(simulation), ewma(simulation));
                        averageArea += average(simulation);
                    }
                }
                if (phase > 0) {
                    assertTrue(
                            estimateArea >= averageArea,
                            "phase " + phase + ": " + estimateArea + " < " + averageArea);
                }
            }
            assertEquals(66, activation);
        }
    }

    private static void checkActivation(Simulation simulation, String where) {
        final long estimate = Math.max(enqueued(simulation), ewma(simulation));
        final long average = PeltLayout.utilAvg(taskAt(simulation));
        assertTrue(1.01 * estimate >= average, where + ": " + estimate + ", " + average);
        assertTrue(
                ewma(simulation) == 0 || ewma(simulation) >= enqueued(simulation),
                where + ": " + ewma(simulation) + ", " + enqueued(simulation));
    }

    private static boolean isRunning(Simulation simulation) {
        return simulation.tables().kernel().cpus().curr(6) != Index.NONE;
    }

    /** The run queue's average, which only this task makes, aged to now. */
    private static double average(Simulation simulation) {
        final KernelParts.Tables tables = simulation.tables().kernel();
        final double ms = (simulation.nowNs() - tables.cpus().schedClockNs(6)) / 1e6;
        final double util = PeltLayout.utilAvg(tables.queues().avgAt(6));
        return isRunning(simulation) ? Pelt.grow(util, ms) : util * Pelt.decay(ms);
    }

    /** The last sample, of kernels that keep one beside the average; else the estimate. */
    private static long enqueued(Simulation simulation) {
        return PeltLayout.utilEst(taskAt(simulation)) & ~UtilEst.UNCHANGED;
    }

    private static long ewma(Simulation simulation) {
        return PeltLayout.utilEwma(taskAt(simulation));
    }

    private static long taskAt(Simulation simulation) {
        return simulation.tables().kernel().entities().avgAt(0);
    }
}
