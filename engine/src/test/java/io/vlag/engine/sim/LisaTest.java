package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.Index;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More of LISA's acceptance tests, on scenarios of batch-configs/scenarios/lisa: convergence of
 * utilisation, the clock after a step of the load, clamps.
 */
class LisaTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;

    private static SimPlan plan(String scenario, String kernel) {
        return Lisa.plan(scenario, kernel);
    }

    /** Mean error 2 %, peak 5 %, whatever the core. */
    @ParameterizedTest
    @CsvSource({"6.6, 1, 800", "6.12, 4, 2400", "7.0, 6, 3200"})
    void aDutyIsTheSameUtilisationOnEveryCore(String kernel, int cpu, long runUs) {
        try (Simulation simulation = new Simulation(plan("load-tracking", kernel), Journal::none)) {
            double sum = 0;
            double peak = 0;
            int count = 0;
            for (long atNs = 2 * S; atNs < 4 * S; atNs += MS / 2) {
                simulation.runUntil(atNs);
                final double util = utilOf(simulation, cpu);
                sum += util;
                peak = Math.max(peak, util);
                count++;
            }
            assertEquals(1024.0 * runUs / 16_000, sum / count, 0.02 * 1024, "mean");
            final double highest = 1024 * (1 - Pelt.decay(runUs / 1_000.0)) / (1 - Pelt.decay(16));
            assertEquals(highest, peak, 0.05 * 1024, "peak");
        }
    }

    /** Utilisation of the only task that runs on a CPU, aged from its last update to now. */
    private static double utilOf(Simulation simulation, int cpu) {
        final KernelParts.Tables tables = simulation.tables().kernel();
        final long at = tables.queues().avgAt(cpu);
        final double ms = (simulation.nowNs() - tables.cpus().schedClockNs(cpu)) / 1e6;
        final double util = PeltLayout.utilAvg(at);
        if (tables.cpus().curr(cpu) == Index.NONE) {
            return util * Pelt.decay(ms);
        }
        final double scaled = ms * tables.runQueues().cpuCapacity(cpu) / 1024;
        return util * Pelt.decay(scaled) + 1024 * (1 - Pelt.decay(scaled));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0"})
    void utilisationConvergesAsTheGeometricSeries(String kernel) {
        try (Simulation simulation =
                new Simulation(plan("util-convergence", kernel), Journal::none)) {
            simulation.runUntil(502 * MS);
            final double start = utilOf(simulation, 6);
            for (long ms = 20; ms <= 400; ms += 20) {
                simulation.runUntil((502 + ms) * MS);
                final double passedMs = (double) ms;
                final double expected =
                        start * Pelt.decay(passedMs) + 1024 * (1 - Pelt.decay(passedMs));
                assertEquals(expected, utilOf(simulation, 6), 0.05 * 1024, ms + " ms");
            }
        }
    }

    @Test
    void theClockFollowsAStepOfTheLoad() {
        final MemoryTarget target = new MemoryTarget(64L << 20);
        try (Simulation simulation =
                new Simulation(
                        plan("ramp-boost", "7.0"),
                        at -> Journal.open(at, RunHeader.of(1, "l", "", "", 1, 1, 0), target))) {
            simulation.runUntil(4 * S);
        }
        long highestBefore = 0;
        long reachedNs = Long.MAX_VALUE;
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                if (record.type() == RecordType.FREQ_REQUEST.code()
                        && record.cpu() == 6
                        && record.timeNs() > S) {
                    if (record.timeNs() < 2 * S) {
                        highestBefore = Math.max(highestBefore, record.khz());
                    } else if (record.khz() > 2_500_000) {
                        reachedNs = Math.min(reachedNs, record.timeNs());
                    }
                }
            }
        }
        assertTrue(highestBefore <= 1_000_000, "clock asked for at 5 %: " + highestBefore);
        assertTrue(reachedNs < 2_300 * MS, "clock for 75 % at " + reachedNs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0"})
    void clampsDecidePlacement(String kernel) {
        final Reading end = PlacementTrace.of(plan("uclamp", kernel), 5 * S).end();
        assertTrue(bigShare(end, "boosted") > 0.9, "boosted " + bigShare(end, "boosted"));
        assertEquals(0, bigShare(end, "plain"), 0.01, "plain");
        assertEquals(0, bigShare(end, "capped"), 0.01, "capped");
    }

    private static double bigShare(Reading reading, String name) {
        final Reading.TaskReading task =
                reading.tasks().stream()
                        .filter(found -> found.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return (double) task.bigNs() / task.cpuNs();
    }
}
