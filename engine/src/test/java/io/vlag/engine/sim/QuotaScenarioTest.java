package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.vlag.engine.config.Step;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole simulations of groups with a quota, in both forms of throttling. */
class QuotaScenarioTest {
    private static final long WARMUP_NS = 300_000_000;
    private static final long DURATION_NS = 4_000_000_000L;
    private static final String QUOTA = "groups=[{path: /limited, quota: 20ms, period: 100ms}]";

    /** A queue overruns by up to a tick, pays that back, and keeps less than a chunk of 5 ms. */
    @ParameterizedTest
    @CsvSource({
        "6.6, 1, 1",
        "6.6, 1, 3",
        "6.12, 1, 2",
        "6.18, 1, 2",
        "7.0, 1, 1",
        "7.0, 1, 3",
        "7.2, 1, 2",
        "6.6, 2, 2",
        "6.12, 2, 4",
        "6.18, 2, 2",
        "7.0, 2, 2",
        "7.0, 2, 5",
        "7.2, 2, 3",
        "7.0+throttle_form=queue, 2, 2",
        "6.12+throttle_form=task, 2, 2"
    })
    void hogsGetTheirQuotaAndNoMore(String kernel, int cpuCount, int hogs) {
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(
                                GroupScenarioTest.hogs("limited", hogs, "/limited"),
                                GroupScenarioTest.hogs("free", 2 * cpuCount, "")),
                        kernel,
                        "cpus=" + cpuCount,
                        QUOTA);
        final Scenarios.Window window = Scenarios.run(plan, WARMUP_NS, DURATION_NS);
        final double used = GroupScenarioTest.share(window, "limited", 1);
        assertEquals(0.20, used, 0.20 * 0.02 + cpuCount * 5e6 / DURATION_NS, "of one CPU");
        final double all = used + GroupScenarioTest.share(window, "free", 1);
        assertEquals(cpuCount, all, 0.02 * cpuCount, "nobody idles");
    }

    /** A task that does nothing but system calls is limited between them. */
    @ParameterizedTest
    @ValueSource(strings = {"6.12", "6.18", "7.0", "7.2"})
    void systemCallsAreLimitedToo(String kernel) {
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(
                                GroupScenarioTest.template(
                                        "caller", 2, "/limited", new Step.Yield()),
                                GroupScenarioTest.hogs("free", 1, "")),
                        kernel,
                        QUOTA);
        final Scenarios.Window window = Scenarios.run(plan, WARMUP_NS, 2_000_000_000L);
        assertEquals(0.20, GroupScenarioTest.share(window, "caller", 1), 0.01);
    }

    /** Alone on the machine, the CPU is idle while the group waits. */
    @ParameterizedTest
    @CsvSource({"6.6, 1", "6.12, 2", "7.0, 1", "7.0, 2", "7.2, 2"})
    void aLoneGroupIsLimitedToo(String kernel, int cpuCount) {
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(GroupScenarioTest.hogs("limited", cpuCount, "/limited")),
                        kernel,
                        "cpus=" + cpuCount,
                        QUOTA);
        final Scenarios.Window window = Scenarios.run(plan, WARMUP_NS, DURATION_NS);
        assertEquals(
                0.20,
                GroupScenarioTest.share(window, "limited", 1),
                0.20 * 0.02 + cpuCount * 5e6 / DURATION_NS);
        final double idle =
                window.ofCpus(Reading.CpuReading::idleNs) / (double) DURATION_NS / cpuCount;
        assertEquals(1 - 0.20 / cpuCount, idle, 0.01);
    }

    /** Who needs less than the quota does not notice it. */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void aLargeQuotaDoesNotLimit(String kernel) {
        final List<io.vlag.engine.config.TaskTemplate> tasks =
                List.of(GroupScenarioTest.sleepers("light", 2, "/limited", 1_000_000, 9_000_000));
        final Scenarios.Window with =
                Scenarios.run(
                        Scenarios.planOf(tasks, kernel, "groups=[{path: /limited, quota: 40ms}]"),
                        WARMUP_NS,
                        DURATION_NS);
        final Scenarios.Window without =
                Scenarios.run(Scenarios.planOf(tasks, kernel), WARMUP_NS, DURATION_NS);
        assertEquals(
                without.ofTasks(Reading.TaskReading::activations),
                with.ofTasks(Reading.TaskReading::activations),
                2);
    }

    /** The quota of an outer group holds for all groups in it together. */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void anOuterQuotaHoldsForInnerGroups(String kernel) {
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(
                                GroupScenarioTest.hogs("one", 1, "/limited/a"),
                                GroupScenarioTest.hogs("two", 2, "/limited/b"),
                                GroupScenarioTest.hogs("free", 1, "")),
                        kernel,
                        "groups=[{path: /limited, quota: 20ms},"
                                + " {path: /limited/a, quota: 50ms, shares: 3072}]");
        final Scenarios.Window window = Scenarios.run(plan, WARMUP_NS, DURATION_NS);
        final double one = GroupScenarioTest.share(window, "one", 1);
        final double two = GroupScenarioTest.share(window, "two", 1);
        assertEquals(0.20, one + two, 0.20 * 0.02 + 5e6 / DURATION_NS);
        // Stints of 4 ms: of the five in a period the heavier gets 3 or 4.
        assertEquals(3.0, one / two, 1.1);
    }

    /**
     * Writers that hold the CPU in long system calls: throttled as a queue they stop inside one,
     * throttled task by task they come to its end first.
     */
    @ParameterizedTest
    @ValueSource(strings = {"6.12", "7.0"})
    void theTwoFormsDiffer(String kernel) {
        final List<io.vlag.engine.config.TaskTemplate> tasks =
                List.of(
                        GroupScenarioTest.template(
                                "locker",
                                2,
                                "/limited",
                                new Step.Lock("m"),
                                new Step.Run(300_000),
                                new Step.Unlock("m")),
                        GroupScenarioTest.hogs("free", 1, ""));
        final long queue =
                Scenarios.run(
                                Scenarios.planOf(tasks, kernel + "+throttle_form=queue", QUOTA),
                                0,
                                DURATION_NS)
                        .digest();
        final long task =
                Scenarios.run(
                                Scenarios.planOf(tasks, kernel + "+throttle_form=task", QUOTA),
                                0,
                                DURATION_NS)
                        .digest();
        assertNotEquals(queue, task);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void quotasAllocateNothing(String kernel) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(
                                GroupScenarioTest.hogs("limited", 3, "/limited"),
                                GroupScenarioTest.sleepers(
                                        "sleeper", 4, "/limited/b", 200_000, 500_000),
                                GroupScenarioTest.hogs("free", 1, "")),
                        kernel,
                        "cpus=2",
                        QUOTA);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            long least = Long.MAX_VALUE;
            for (int window = 1; window <= 12; window++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                simulation.runUntil(window * 200_000_000L);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least, "bytes in the best window");
            assertTrue(simulation.eventCount() > 1_000);
        }
    }
}
