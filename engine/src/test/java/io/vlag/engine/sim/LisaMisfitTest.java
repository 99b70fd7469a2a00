package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.plan.SimPlan;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LISA's StaggeredFinishes: no CPU above the smallest idles longer than a balance interval while
 * there is a task on a little CPU that could be pulled, and tasks hardly preempt each other.
 */
class LisaMisfitTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final int LITTLE_END = 4;

    /** One millisecond for each CPU, in whole ticks. */
    private static final long INTERVAL_NS = 8 * MS;

    private static final double PREEMPTED_MAX = 0.01;

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0"})
    void bigCoresDoNotIdleWhileMisfitsRunOnLittleOnes(String kernel) {
        final SimPlan plan = Lisa.plan("staggered-finishes", kernel);
        final PlacementTrace trace = PlacementTrace.of(plan, 12 * S);
        final List<PlacementTrace.Stint> stints = trace.byStart();
        long lastNs = 0;
        for (final PlacementTrace.Stint stint : stints) {
            lastNs = Math.max(lastNs, stint.toNs());
        }
        assertTrue(lastNs < 11 * S, "all tasks end: " + lastNs);
        long idleNs = 0;
        for (final PlacementTrace.Stint stint : stints) {
            if (stint.cpu() < LITTLE_END && stint.toNs() > S + MS) {
                for (int cpu = LITTLE_END; cpu < plan.machine().cpuCount(); cpu++) {
                    final long gapNs =
                            longestIdleNs(
                                    stints, cpu, Math.max(stint.fromNs(), S + MS), stint.toNs());
                    idleNs = Math.max(idleNs, gapNs);
                }
            }
        }
        assertTrue(idleNs <= INTERVAL_NS, "idle for " + idleNs + " ns");
        for (int task = 0; task < plan.machine().cpuCount(); task++) {
            final double share = (double) preemptedNs(stints, task) / (lastNs - S);
            assertTrue(share <= PREEMPTED_MAX, "task " + task + " preempted " + share);
        }
    }

    /** Time that a task waited from its first stint after one second on; it never sleeps. */
    private static long preemptedNs(List<PlacementTrace.Stint> stints, int task) {
        long waitedNs = 0;
        long lastNs = Long.MAX_VALUE;
        for (final PlacementTrace.Stint stint : stints) {
            if (stint.task() == task && stint.fromNs() > S) {
                waitedNs += Math.max(0, stint.fromNs() - lastNs);
                lastNs = stint.toNs();
            }
        }
        return waitedNs;
    }

    private static long longestIdleNs(
            List<PlacementTrace.Stint> stints, int cpu, long fromNs, long toNs) {
        long longest = 0;
        long atNs = fromNs;
        for (final PlacementTrace.Stint stint : stints) {
            if (stint.cpu() == cpu && stint.toNs() > fromNs && stint.fromNs() < toNs) {
                longest = Math.max(longest, stint.fromNs() - atNs);
                atNs = Math.max(atNs, stint.toNs());
            }
        }
        return Math.max(longest, toNs - atNs);
    }
}
