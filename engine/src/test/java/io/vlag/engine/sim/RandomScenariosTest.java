package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.vlag.engine.check.InvariantViolation;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Random machines, kernels and programs keep every invariant, and a checked run is the same run. A
 * failure names its seed; {@code -Dtest.seed=N} begins with it, {@code -P soak} goes on for ten
 * minutes.
 */
class RandomScenariosTest {
    private static final long SEED = Long.getLong("test.seed", 20_261_201);
    private static final int SCENARIO_COUNT = 60;
    private static final long HORIZON_NS = 200_000_000;
    private static final long SOAK_HORIZON_NS = 1_000_000_000;

    @Test
    void randomScenariosKeepTheInvariants() {
        final long events =
                LongStream.range(SEED, SEED + SCENARIO_COUNT)
                        .map(seed -> run(seed, HORIZON_NS))
                        .sum();
        assertTrue(events > 20_000, () -> "only " + events + " events: too little happens");
    }

    @Test
    @EnabledIfSystemProperty(named = "test.soakSeconds", matches = "\\d+")
    void manyRandomScenariosKeepTheInvariants() {
        final long untilNs =
                System.nanoTime()
                        + Duration.ofSeconds(Long.getLong("test.soakSeconds", 0)).toNanos();
        for (long seed = SEED; System.nanoTime() < untilNs; seed++) {
            run(seed, SOAK_HORIZON_NS);
        }
    }

    @Test
    void checkingChangesNothing() {
        for (long seed = SEED; seed < SEED + 5; seed++) {
            final SimPlan plan = RandomScenario.plan(seed);
            assertEquals(
                    digest(plan, Simulation.NO_CHECKS),
                    digest(plan, 1),
                    "digest of the scenario of seed " + seed);
        }
    }

    private static long digest(SimPlan plan, long checkEvery) {
        try (Simulation simulation = new Simulation(plan, Journal::none, checkEvery)) {
            for (long atNs = 7_000_000; atNs <= 77_000_000; atNs += 7_000_000) {
                simulation.runUntil(atNs);
            }
            return simulation.digest() ^ simulation.eventCount();
        }
    }

    private static long run(long seed, long horizonNs) {
        final SimPlan plan = RandomScenario.plan(seed);
        try (Simulation simulation = new Simulation(plan, Journal::none, 1)) {
            try {
                simulation.runUntil(horizonNs);
            } catch (InvariantViolation violation) {
                fail(where(seed, plan) + ": " + violation.getMessage(), violation);
            } catch (WorkloadFault tooManyForks) {
                // The workload's fault, which the message already says; what ran, ran by the rules.
            } catch (RuntimeException | AssertionError broken) {
                fail(where(seed, plan) + ": " + broken, broken);
            }
            return simulation.eventCount();
        }
    }

    private static String where(long seed, SimPlan plan) {
        return "-Dtest.seed="
                + seed
                + ", kernel "
                + RandomScenario.kernelOf(seed)
                + ", preemption "
                + plan.preemption()
                + ", "
                + plan.cpuCount()
                + " CPUs";
    }
}
