package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What schedutil asks for in whole simulations; the Pi 5 has clocks from 1.5 to 2.4 GHz. */
class SchedutilTest {
    private static final long MS = 1_000_000;
    private static final long TOP_KHZ = 2_400_000;
    private static final long LOWEST_KHZ = 1_500_000;

    private record Request(long timeNs, int domain, long khz, long util) {}

    private static TaskTemplate hog() {
        return Scenarios.endless("hog", new Step.Run(10 * MS));
    }

    private static TaskTemplate periodic(long runNs, long periodNs) {
        return Scenarios.endless(
                "periodic", new Step.Run(runNs), new Step.Timer("t", periodNs, false, true));
    }

    private static SimPlan plan(String kernel, TaskTemplate task, String... overrides) {
        final List<String> all = new ArrayList<>(List.of(overrides));
        all.add("governor=schedutil");
        return Scenarios.planOf(List.of(task), kernel, all.toArray(new String[0]));
    }

    private static List<Request> requests(SimPlan plan, long toNs) {
        final MemoryTarget target = new MemoryTarget(64L << 20);
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at ->
                                Journal.open(
                                        at,
                                        RunHeader.of(1, "schedutil", "", "", 1, 1, 0),
                                        target))) {
            simulation.runUntil(toNs);
        }
        final List<Request> requests = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                if (record.type() == RecordType.FREQ_REQUEST.code()) {
                    requests.add(
                            new Request(
                                    record.timeNs(),
                                    record.domainIndex(),
                                    record.khz(),
                                    record.util()));
                }
            }
        }
        return requests;
    }

    /** Lowest clock of the Pi 5 at or above what the utilisation stands for. */
    private static long clockFor(long utilWithHeadroom) {
        final long rawKhz = TOP_KHZ * utilWithHeadroom / 1024;
        final long stepKhz = 100_000;
        final long rounded = (rawKhz + stepKhz - 1) / stepKhz * stepKhz;
        return Math.clamp(rounded, LOWEST_KHZ, TOP_KHZ);
    }

    @ParameterizedTest
    @CsvSource({"6.1, true", "6.6, true", "6.12, false", "7.0, false", "7.2, false"})
    void aRequestIsTheUtilisationAndAQuarter(String kernel, boolean quarterComesAfter) {
        final List<Request> requests = requests(plan(kernel, periodic(14 * MS, 40 * MS)), 900 * MS);
        assertTrue(requests.size() > 5, "requests " + requests.size());
        for (final Request request : requests) {
            final long util = quarterComesAfter ? request.util + request.util / 4 : request.util;
            assertEquals(clockFor(Math.min(util, 1280)), request.khz, request.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"6.6, 10000000", "6.10, 2000000", "6.12, 1500000", "7.0, 1500000"})
    void requestsKeepTheKernelsDistance(String kernel, long limitNs) {
        final String changes =
                kernel.equals("6.10") ? "6.6+rate_limit_default=thousandfold_2ms" : kernel;
        final List<Request> requests =
                requests(plan(changes, periodic(14 * MS, 40 * MS)), 900 * MS);
        long leastNs = Long.MAX_VALUE;
        for (int i = 1; i < requests.size(); i++) {
            leastNs = Math.min(leastNs, requests.get(i).timeNs - requests.get(i - 1).timeNs);
        }
        assertTrue(leastNs >= limitNs, "distance " + leastNs);
        assertTrue(leastNs < limitNs + 40 * MS, "distance " + leastNs);
    }

    /** With an unknown latency these kernels take 6.44 s for one. */
    @Test
    void aDriverThatDoesNotKnowItsLatencyFreezesTheClockOfEarly612() {
        final List<Request> frozen =
                requests(plan("6.12+unknown_latency=sentinel", hog()), 6_000 * MS);
        final List<Request> free = requests(plan("6.12", hog()), 6_000 * MS);
        assertTrue(frozen.size() <= 1, "requests " + frozen.size());
        assertEquals(TOP_KHZ, free.getLast().khz);
    }

    @Test
    void aScenarioSetsTheRateLimit() {
        final List<Request> requests =
                requests(plan("7.0", periodic(14 * MS, 40 * MS), "rateLimit=100ms"), 2_000 * MS);
        assertTrue(requests.size() >= 2);
        for (int i = 1; i < requests.size(); i++) {
            final long distanceNs = requests.get(i).timeNs - requests.get(i - 1).timeNs;
            assertTrue(distanceNs >= 100 * MS, "distance " + distanceNs);
        }
    }

    /**
     * A core is busy for half a second and then idle; CPUs of another core, one that works and the
     * lowest one that sleeps, age its averages.
     */
    @ParameterizedTest
    @CsvSource({"off, false", "on, true"})
    void whereTheDriverSaysSoOtherCpusDoNotLowerAClock(
            String anyCpu, boolean lowered, @TempDir Path directory) throws IOException {
        final Path machines = Path.of("..", "batch-configs", "machines");
        final Path machine = directory.resolve("power9.yaml");
        Files.writeString(
                machine,
                Files.readString(machines.resolve("power9.yaml"))
                        .replace("anyCpu: off", "anyCpu: " + anyCpu));
        final TaskTemplate once =
                new TaskTemplate(
                        "once",
                        1,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        0,
                        new CpuSet(List.of(4)),
                        "",
                        0,
                        List.of(new Step.RunFor(500 * MS), new Step.Suspend("for ever")),
                        SourcePosition.of("test"));
        final TaskTemplate beside =
                new TaskTemplate(
                        "beside",
                        1,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        0,
                        new CpuSet(List.of(0)),
                        "",
                        0,
                        List.of(new Step.Loop(Step.FOREVER, List.of(new Step.Run(MS)))),
                        SourcePosition.of("test"));
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(once, beside),
                        "6.10-rc1",
                        "machine=" + machine.toAbsolutePath(),
                        "variants=smt4",
                        "cpus=12",
                        "governor=schedutil",
                        "hz=100");
        final List<Request> ofCore1 =
                requests(plan, 4_000 * MS).stream().filter(request -> request.domain == 1).toList();
        assertTrue(
                ofCore1.stream().anyMatch(request -> request.khz == 3_900_000), ofCore1.toString());
        final long lastKhz = ofCore1.getLast().khz;
        assertEquals(lowered, lastKhz < 3_900_000, ofCore1.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0"})
    void aHogsClockClimbsToTheTopAndStays(String kernel) {
        final List<Request> requests = requests(plan(kernel, hog()), 1_000 * MS);
        for (int i = 1; i < requests.size(); i++) {
            assertTrue(requests.get(i).khz > requests.get(i - 1).khz, requests.toString());
        }
        assertEquals(TOP_KHZ, requests.getLast().khz);
    }

    /** 6.5 and later look at the time that tasks wait, which grows faster than what they use. */
    @Test
    void runnableBoostRaisesTheClockOfACrowdedCpuSooner() {
        final TaskTemplate[] tasks = new TaskTemplate[4];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Scenarios.endless("t" + i, new Step.Run(3 * MS), new Step.Sleep(60 * MS));
        }
        final long with = topRequestKhz("7.0", tasks);
        final long without = topRequestKhz("7.0+runnable_boost=off", tasks);
        assertTrue(with > without, with + " against " + without);
    }

    private static long topRequestKhz(String kernel, TaskTemplate... tasks) {
        final SimPlan plan = Scenarios.planOf(List.of(tasks), kernel, "governor=schedutil");
        return requests(plan, 2_000 * MS).stream()
                .filter(request -> request.timeNs > 1_000 * MS) // new tasks count as half a CPU
                .mapToLong(Request::khz)
                .max()
                .orElse(LOWEST_KHZ);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0"})
    void aRealTimeTaskAsksForEverything(String kernel) {
        final TaskTemplate task =
                Scenarios.task(
                        "fifo", SchedPolicy.FIFO, 10, new Step.Sleep(50 * MS), new Step.Run(MS));
        final List<Request> requests = requests(plan(kernel, task), 60 * MS);
        final long firstNs =
                requests.stream()
                        .filter(request -> request.khz == TOP_KHZ)
                        .mapToLong(Request::timeNs)
                        .findFirst()
                        .orElseThrow();
        assertTrue(firstNs < MS, requests.toString()); // the task starts at once
    }

    @Test
    void thePowersaveGovernorStaysAtTheLowestClock() {
        final SimPlan plan = Scenarios.planOf(List.of(hog()), "7.0", "governor=powersave");
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(500 * MS);
            final long meanKhz = simulation.read().cyclesOfDomain().getFirst() / 500;
            assertEquals(LOWEST_KHZ, meanKhz);
        }
    }
}
