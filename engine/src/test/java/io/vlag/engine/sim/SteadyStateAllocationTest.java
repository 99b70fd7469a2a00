package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.vlag.engine.journal.Journal;
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
    })
    void aWarmRunAllocatesNothing(String scenario, String kernel) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Simulation simulation =
                new Simulation(Scenarios.plan(scenario, kernel, 1), Journal::none)) {
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
