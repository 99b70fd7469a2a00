package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.plan.SimPlan;
import io.vlag.hw.FreqDomains;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Governors besides schedutil in whole simulations; the Pi 5 has clocks from 1.5 to 2.4 GHz. */
class GovernorsTest {
    private static final long MS = 1_000_000;
    private static final long SECOND_NS = 1_000 * MS;

    private static TaskTemplate hog() {
        return Scenarios.endless("hog", new Step.Run(10 * MS));
    }

    private static double meanMhz(SimPlan plan, long warmupNs, long durationNs) {
        final Scenarios.Window window = Scenarios.run(plan, warmupNs, durationNs);
        return FreqDomains.meanKhz(
                        window.from().cyclesOfDomain().getFirst(),
                        window.to().cyclesOfDomain().getFirst(),
                        durationNs)
                / 1e3;
    }

    @ParameterizedTest
    @CsvSource({"1.5GHz, 1500", "1.75GHz, 1800", "1.8GHz, 1800", "2.4GHz, 2400", "9GHz, 2400"})
    void userspaceKeepsTheLowestClockAtOrAboveWhatWasSet(String speed, double mhz) {
        final SimPlan plan =
                Scenarios.planOf(List.of(hog()), "7.0", "governor=userspace", "setSpeed=" + speed);
        assertEquals(mhz, meanMhz(plan, 0, SECOND_NS), 0.01);
    }

    @Test
    void powersaveAndPerformanceKeepTheirs() {
        assertEquals(
                1_500,
                meanMhz(
                        Scenarios.planOf(List.of(hog()), "7.0", "governor=powersave"),
                        0,
                        SECOND_NS),
                0.01);
        assertEquals(
                2_400,
                meanMhz(
                        Scenarios.planOf(List.of(hog()), "7.0", "governor=performance"),
                        0,
                        SECOND_NS),
                0.01);
    }

    /**
     * 6.6 at HZ 250: a driver that does not know its latency gives 10 ms, 120 MHz a look: 1600,
     * 1700, 1800, 1900, 2100, 2200, 2300 and, after the eighth, 2400 MHz.
     */
    @Test
    void conservativeClimbsAStepALook() {
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(hog()), "6.6", "governor=conservative", "hz=250", "cpus=1");
        try (Simulation simulation = new Simulation(plan, io.vlag.engine.journal.Journal::none)) {
            final FreqDomains freqs = simulation.tables().hw().freqs();
            long reachedNs = -1;
            int last = freqs.khz(0);
            final java.util.ArrayList<Integer> clocks = new java.util.ArrayList<>();
            for (long nowNs = MS; nowNs <= 400 * MS; nowNs += MS) {
                simulation.runUntil(nowNs);
                if (freqs.khz(0) != last) {
                    last = freqs.khz(0);
                    clocks.add(last / 1_000);
                    reachedNs = nowNs;
                }
            }
            assertEquals(List.of(1_600, 1_700, 1_800, 1_900, 2_100, 2_200, 2_300, 2_400), clocks);
            // looks come at ticks, every third of which is at least 10 ms after the last: 8 x 12 ms
            assertEquals(96.0, reachedNs / (double) MS, 8);
        }
    }

    /** Between 20 and 80 % it stays where it is, here at the start: the lowest clock. */
    @Test
    void conservativeStaysWhileTheLoadIsBetweenItsThresholds() {
        final TaskTemplate half =
                Scenarios.endless("half", new Step.RunFor(5 * MS), new Step.Sleep(5 * MS));
        final SimPlan plan =
                Scenarios.planOf(List.of(half), "6.6", "governor=conservative", "cpus=1");
        assertEquals(1_500, meanMhz(plan, 0, 2 * SECOND_NS), 0.01);
    }

    /** A task that sleeps for input most of the time: busy 20 % or, with the wait, 100 %. */
    @ParameterizedTest
    @CsvSource({"on, true, true", "on, false, false", "off, true, false"})
    void waitingForInputIsBusyOnlyWhereOndemandIsToldSo(
            String ioIsBusy,
            boolean ioWait,
            boolean top,
            @org.junit.jupiter.api.io.TempDir java.nio.file.Path directory)
            throws java.io.IOException {
        final java.nio.file.Path machine = directory.resolve("pi5.yaml");
        java.nio.file.Files.writeString(
                machine,
                java.nio.file.Files.readString(
                                java.nio.file.Path.of(
                                        "..", "batch-configs", "machines", "pi5.yaml"))
                        .replace("ioIsBusy: off", "ioIsBusy: " + ioIsBusy));
        final TaskTemplate reader =
                Scenarios.endless(
                        "reader", new Step.RunFor(2 * MS), new Step.Sleep(8 * MS, ioWait));
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(reader),
                        "7.0",
                        "machine=" + machine.toAbsolutePath(),
                        "variants=stock_2400",
                        "governor=ondemand",
                        "cpus=1");
        final double mhz = meanMhz(plan, SECOND_NS, 2 * SECOND_NS);
        assertTrue(top ? mhz > 2_399 : mhz < 1_800, "MHz " + mhz);
    }
}
