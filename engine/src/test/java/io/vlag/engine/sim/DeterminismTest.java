package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One plan and one seed give one result, however the run is cut into pieces. */
class DeterminismTest {
    private static final long HORIZON_NS = 60_000_000;

    private static long digest(SimPlan plan, long sliceNs) {
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            for (long horizonNs = sliceNs; horizonNs < HORIZON_NS; horizonNs += sliceNs) {
                simulation.runUntil(horizonNs);
            }
            simulation.runUntil(HORIZON_NS);
            return simulation.digest();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.6", "6.12", "7.0", "7.0+ttwu", "7.2"})
    void theSameSeedGivesTheSameDigest(String kernel) {
        final SimPlan plan = Scenarios.plan("pi5-pipe", kernel, 7);
        assertEquals(digest(plan, HORIZON_NS), digest(plan, HORIZON_NS));
    }

    @Test
    void slicingTheRunChangesNothing() {
        final SimPlan plan = Scenarios.plan("busy32", "7.0", 3);
        assertEquals(digest(plan, HORIZON_NS), digest(plan, 777_777));
    }

    @Test
    void theEventLimitChangesNothing() {
        final SimPlan plan = Scenarios.plan("pi5-pipe", "7.0", 3);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            while (simulation.nowNs() < HORIZON_NS) {
                simulation.runUntil(HORIZON_NS, 1_000);
            }
            assertEquals(digest(plan, HORIZON_NS), simulation.digest());
        }
    }

    @Test
    void anotherSeedMovesTheTicks() {
        assertNotEquals(
                digest(Scenarios.plan("busy32", "7.0", 1), HORIZON_NS),
                digest(Scenarios.plan("busy32", "7.0", 2), HORIZON_NS));
    }
}
