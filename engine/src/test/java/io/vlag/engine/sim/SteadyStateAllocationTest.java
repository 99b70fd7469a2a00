package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole event loop allocates nothing once it is warm: the least of several windows counts,
 * because the JIT compiler replacing code can show up as a few bytes in one of them.
 */
class SteadyStateAllocationTest {
    private static final long WINDOW_NS = 40_000_000;
    private static final int WINDOWS = 12;

    @ParameterizedTest
    @CsvSource({
        "pi5-pipe, 5.18",
        "pi5-pipe, 6.6",
        "pi5-pipe, 6.12",
        "pi5-pipe, 7.0",
        "pi5-pipe, 7.0+ttwu+always-update",
        "busy32, 6.1+NEXT_BUDDY",
        "busy32, 7.0",
        "busy32, 7.2+HRTICK+NEXT_BUDDY",
        "tasks8, 6.12",
        "pixel6-frames, 6.6-android+eevdf-complete",
        "pixel6-frames, 6.12+consolidate",
    })
    void aWarmRunAllocatesNothing(String scenario, String kernel) {
        allocatesNothing(Scenarios.plan(scenario, kernel, 1));
    }

    /** Idle states, threads, turbo and heat work all the time there. */
    @ParameterizedTest
    @CsvSource({
        "pixel6, caps_160_498, 8, 6.6, schedutil",
        "x86-8, icelake_like, 8, 7.0, schedutil",
        "power9, smt4, 16, 6.12, ondemand",
    })
    void aWarmRunOfARicherMachineAllocatesNothing(
            String machine, String variant, int cpus, String kernel, String governor) {
        allocatesNothing(
                Scenarios.plan(
                        "tasks8",
                        kernel,
                        1,
                        "machine=" + machine,
                        "variants=" + variant,
                        "cpus=" + cpus,
                        "governor=" + governor));
    }

    private static void allocatesNothing(SimPlan plan) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            long least = Long.MAX_VALUE;
            long events = 0;
            for (int window = 1; window <= WINDOWS; window++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                events += simulation.runUntil(window * WINDOW_NS);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least, "bytes in the best window");
            assertTrue(events > 1_000, "too little happened: " + events);
        }
    }
}
