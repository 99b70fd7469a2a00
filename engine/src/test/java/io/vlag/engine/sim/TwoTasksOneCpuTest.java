package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What the fair class does with few tasks, where the answer can be worked out. */
class TwoTasksOneCpuTest {
    private static final long DURATION_NS = 2_000_000_000;

    private static Scenarios.Window hogs(String kernel) {
        return Scenarios.run(Scenarios.plan("hog", kernel, 1), 500_000_000, DURATION_NS);
    }

    /** Weights 1024, 1024 and 335 (nice 5) on one CPU. */
    @Test
    void sharesFollowTheWeights() {
        for (String kernel :
                new String[] {
                    "5.18",
                    "6.1",
                    "6.1+HRTICK",
                    "6.6",
                    "6.12",
                    "6.18",
                    "7.0",
                    "7.2",
                    "7.2+HRTICK",
                    "7.3"
                }) {
            final Scenarios.Window window = hogs(kernel);
            final double polite =
                    (double) (cpuNs(window.to(), "polite") - cpuNs(window.from(), "polite"))
                            / window.ofTasks(Reading.TaskReading::cpuNs);
            assertEquals(335.0 / 2383, polite, 0.005, kernel);
        }
    }

    /** Without HRTICK a slice ends at a tick (4 ms), with it after 0.7 ms. */
    @Test
    void slicesEndAtTheTickOrByTheirTimer() {
        assertEquals(DURATION_NS / 4_000_000, hogs("7.2").ofCpus(Reading.CpuReading::switches), 10);
        final long switches = hogs("7.2+HRTICK").ofCpus(Reading.CpuReading::switches);
        assertTrue(switches > 0.85 * DURATION_NS / 700_000, "switches " + switches);
    }

    /** Whoever is picked again after its slice then runs to the next tick. */
    @Test
    void aTimerThatOnlyASwitchArmsEndsFewerSlices() {
        final long everyPick = hogs("7.2+HRTICK").ofCpus(Reading.CpuReading::switches);
        final long switches =
                hogs("7.2+HRTICK+hrtick_armed=switch").ofCpus(Reading.CpuReading::switches);
        assertTrue(switches < everyPick, switches + " of " + everyPick);
        assertTrue(switches >= DURATION_NS / 4_000_000, "switches " + switches);
    }

    private static long cpuNs(Reading reading, String name) {
        return reading.tasks().stream()
                .filter(task -> task.name().equals(name))
                .mapToLong(Reading.TaskReading::cpuNs)
                .sum();
    }
}
