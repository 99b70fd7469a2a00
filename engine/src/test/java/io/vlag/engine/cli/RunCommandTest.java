package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RunCommandTest {
    @TempDir private Path directory;

    private static CommandRun pipe(String... more) {
        final List<String> args =
                Stream.concat(Stream.of("run", "pi5-pipe", "--duration", "20ms"), Stream.of(more))
                        .toList();
        return CommandRun.of(args.toArray(String[]::new));
    }

    private Path scenario(String workload) throws IOException {
        final Path file = directory.resolve("scenario.yaml");
        Files.writeString(
                file,
                """
                name: scenario
                machine: pi5
                kernels: ["7.0"]
                duration: 20ms
                governor: performance
                workload:
                """
                        + workload.indent(2));
        return file;
    }

    @Test
    void theTableHasARowForEveryKernelAndVariant() {
        final CommandRun run = pipe("--seed", "1");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("", run.err());
        final List<String> rows =
                run.out()
                        .lines()
                        .filter(line -> line.matches("(6\\.6|7\\.0).*(on|off) .*"))
                        .toList();
        assertEquals(12, rows.size(), run.out());
        assertTrue(rows.get(0).matches("6\\.6 +stock_2400 +off .* 2,129,330 .* % +calibration .*"));
        assertTrue(rows.get(1).matches("7\\.0 +stock_2400 +on .* 1,694,011 .* % +prediction .*"));
        assertTrue(
                rows.get(5)
                        .matches("7\\.0\\+ttwu\\+vincent +stock_2400 +on .* - +- +prediction .*"));
        assertTrue(run.out().contains("kernel 6.6: release 6.6, shared-cache (MC) domain off"));
        assertTrue(run.out().contains("branchMissesPerOp"));
    }

    @Test
    void everyCaseOfAWorkloadIsARow() throws IOException {
        final Path file =
                scenario(
                        """
                        cases:
                          - {name: "10 %", stressNgCpu: {load: 10, instances: 1}}
                          - {name: half, stressNgCpu: {load: 50, instances: 1, slice: 1ms}}
                        """);
        final CommandRun both = CommandRun.of("run", file.toString());
        assertEquals(0, both.exitCode(), both.err());
        assertTrue(
                both.out().lines().anyMatch(row -> row.matches("7\\.0 +stock_2400 +on +10 % .*")));
        assertTrue(
                both.out().lines().anyMatch(row -> row.matches("7\\.0 +stock_2400 +on +half .*")));
        final JsonNode runs =
                CommandRun.of("run", file.toString(), "--case", "half", "--json")
                        .json()
                        .get("runs");
        assertEquals(1, runs.size());
        assertEquals("half", runs.get(0).get("case").asString());
        final CommandRun wrong = CommandRun.of("run", file.toString(), "--case", "nine");
        assertEquals(2, wrong.exitCode());
        assertTrue(wrong.err().contains("--case nine: is no case of the scenario"), wrong.err());
        assertTrue(wrong.err().contains("10 %, half"), wrong.err());
        final CommandRun attribute =
                CommandRun.of(
                        "attribute",
                        file.toString(),
                        "--from",
                        "6.6",
                        "--to",
                        "7.0",
                        "--metric",
                        "energyUj");
        assertEquals(2, attribute.exitCode());
        assertTrue(attribute.err().contains("has 2 cases"), attribute.err());
    }

    @Test
    void severalSeedsAreAveragedInTheTableAndListedInTheJson() {
        final CommandRun table = pipe("--kernel", "7.0", "--variant", "stock_2400");
        assertTrue(table.out().contains("seeds 1, 2, 3"), table.out());
        assertTrue(table.out().contains("means over the seeds"), table.out());
        final JsonNode json = pipe("--kernel", "7.0", "--variant", "stock_2400", "--json").json();
        assertEquals(3, json.get("runs").size());
        final TreeSet<String> digests = new TreeSet<>();
        json.get("runs").forEach(run -> digests.add(run.get("digest").asString()));
        assertEquals(3, digests.size());
    }

    @Test
    void theJsonHasTheKeysThatAreDocumented() {
        final CommandRun run =
                pipe("--kernel", "7.0", "--variant", "oc_2800", "--seed", "1", "--json");
        assertEquals("", run.err());
        assertEquals(1, run.out().lines().count());
        final JsonNode json = run.json();
        assertEquals("pi5-pipe", json.get("scenario").asString());
        assertEquals("pi5", json.get("machine").asString());
        final JsonNode first = json.get("runs").get(0);
        assertEquals(
                List.of(
                        "kernel",
                        "variant",
                        "seed",
                        "schedMc",
                        "confidence",
                        "simulatedNs",
                        "wallNs",
                        "events",
                        "eventsPerSecond",
                        "digest",
                        "journal",
                        "metrics",
                        "tasks",
                        "frames",
                        "cpus",
                        "domains",
                        "clusters",
                        "thermalZones",
                        "published"),
                List.copyOf(first.propertyNames()));
        assertEquals(20_000_000, first.get("simulatedNs").asLong());
        assertEquals(10_000_000, json.get("warmupNs").asLong(), "half of the duration");
        assertTrue(first.get("digest").asString().matches("[0-9a-f]{16}"));
        assertTrue(first.get("events").asLong() > 1_000);
        final JsonNode metrics = first.get("metrics");
        assertEquals(
                Stream.of(Metric.values()).map(Metric::key).toList(),
                List.copyOf(metrics.propertyNames()));
        assertTrue(metrics.get("bogoOpsPerSecond").asDouble() > 100_000);
        assertTrue(metrics.get("contextSwitches").isIntegralNumber());
        assertEquals(8, first.get("tasks").size());
        assertEquals(4, first.get("cpus").size());
        assertEquals(
                List.of("metric", "value", "simulated", "relativeError", "role", "source"),
                List.copyOf(first.get("published").get(0).propertyNames()));
        assertEquals("prediction", first.get("published").get(0).get("role").asString());
    }

    @Test
    void sumsOfCpusAndTasksAgreeWithTheMetrics() {
        final JsonNode run =
                pipe("--kernel", "6.6", "--variant", "stock_2400", "--seed", "1", "--json")
                        .json()
                        .get("runs")
                        .get(0);
        final JsonNode metrics = run.get("metrics");
        long switches = 0;
        long ops = 0;
        long cpuNs = 0;
        for (final JsonNode cpu : run.get("cpus")) {
            switches += cpu.get("contextSwitches").asLong();
        }
        for (final JsonNode task : run.get("tasks")) {
            ops += task.get("bogoOps").asLong();
            cpuNs += task.get("cpuNs").asLong();
        }
        assertEquals(metrics.get("contextSwitches").asLong(), switches);
        assertEquals(metrics.get("bogoOpsPerSecond").asDouble(), ops / 0.02, 1e-6);
        assertEquals(metrics.get("switchesPerOp").asDouble(), (double) switches / ops, 1e-9);
        assertTrue(cpuNs <= 4 * 20_100_000L && cpuNs > 20_000_000L, "CPU time " + cpuNs);
    }

    @Test
    void clocksAndIdleStatesTakeTheWholeWindow() throws IOException {
        final Path file = directory.resolve("pixel.yaml");
        Files.writeString(
                file,
                """
                name: pixel
                title: Frames on a Pixel 6
                machine: pixel6
                variants: [caps_160_498]
                kernels: ["6.6"]
                seeds: 1
                duration: 200ms
                warmup: 50ms
                workload:
                  tasks: [{name: p, instances: 3, periodic: {run: 1ms, period: 16ms}}]
                """);
        final CommandRun command = CommandRun.of("run", file.toString(), "--json");
        assertEquals("", command.err());
        final JsonNode run = command.json().get("runs").get(0);
        final List<String> names = new ArrayList<>();
        long cpusUj = 0;
        for (final JsonNode domain : run.get("domains")) {
            names.add(domain.get("name").asString());
            assertEquals(200_000_000, sum(domain.get("opps"), "ns"));
            cpusUj += domain.get("energyUj").asLong();
        }
        assertEquals(List.of("little", "mid", "big"), names);
        assertEquals(17, run.get("domains").get(2).get("opps").size());
        long byCpuUj = 0;
        for (final JsonNode cpu : run.get("cpus")) {
            assertEquals(cpu.get("idleNs").asLong(), sum(cpu.get("idleStates"), "ns"));
            assertEquals("c2", cpu.get("idleStates").get(1).get("name").asString());
            byCpuUj += cpu.get("energyUj").asLong();
        }
        assertEquals((double) cpusUj, (double) byCpuUj, 16.0, "each figure is truncated");
        final long tasksUj = sum(run.get("tasks"), "energyUj");
        assertTrue(tasksUj > 0 && tasksUj < cpusUj, tasksUj + " of " + cpusUj);
        assertEquals(3, run.get("clusters").size());
        assertEquals("skin", run.get("thermalZones").get(0).get("name").asString());
    }

    private static long sum(JsonNode list, String key) {
        long sum = 0;
        for (final JsonNode item : list) {
            sum += item.get(key).asLong();
        }
        return sum;
    }

    @Test
    void aPublishedChangeIsComparedWithTheFirstKernelOfTheSameSeed() {
        final JsonNode runs =
                pipe("--variant", "stock_2400", "--seed", "1", "--json").json().get("runs");
        final double base = runs.get(0).get("metrics").get("bogoOpsPerSecond").asDouble();
        final JsonNode second = runs.get(1);
        final double ops = second.get("metrics").get("bogoOpsPerSecond").asDouble();
        final JsonNode change = second.get("published").get(1);
        assertEquals("opsChangePercent", change.get("metric").asString());
        assertEquals(100 * (ops / base - 1), change.get("simulated").asDouble(), 1e-9);
    }

    @Test
    void tasksWithoutOperationsGetATableOfTheirOwnAndNullInTheJson() throws IOException {
        final Path file =
                scenario(
                        "tasks: [{name: hog, instances: 2, hog: on}, {name: p, periodic: {run: 1ms, period: 4ms}}]");
        final CommandRun table = CommandRun.of("run", file.toString());
        assertEquals(0, table.exitCode(), table.err());
        assertTrue(table.out().contains("tasks of 7.0 on stock_2400"), table.out());
        assertTrue(table.out().lines().anyMatch(line -> line.startsWith("hog-1 ")), table.out());
        assertFalse(table.out().contains("ops/s"), table.out());
        final JsonNode metrics =
                CommandRun.of("run", file.toString(), "--json")
                        .json()
                        .get("runs")
                        .get(0)
                        .get("metrics");
        assertTrue(metrics.get("bogoOpsPerSecond").isNull());
        assertTrue(metrics.get("switchesPerOp").isNull());
    }

    @Test
    void tasksThatEndAreSummedByTemplate() throws IOException {
        final Path file =
                scenario(
                        """
                        tasks:
                          - {name: parent, loop: [{fork: child}, {sleep: 1ms}]}
                          - {name: child, instances: 0, steps: [{run: 100us}]}
                        """);
        final CommandRun run = CommandRun.of("run", file.toString(), "--json");
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode tasks = run.json().get("runs").get(0).get("tasks");
        assertEquals(2, tasks.size(), tasks.toString());
        assertEquals("child", tasks.get(1).get("name").asString());
        assertTrue(tasks.get(1).get("taskId").isNull());
        assertTrue(tasks.get(1).get("cpuNs").asLong() > 10 * 100_000L, tasks.toString());
    }

    @Test
    void hostileNamesReachTheTerminalHarmless() throws IOException {
        final Path file = directory.resolve("evil.json");
        Files.writeString(
                file,
                """
                {"tasks": {"t\\u001b[31m\\u202e": {"loop": -1, "run": 1000, "sleep": 1000}}, "global": {"duration": 1}}
                """);
        final CommandRun run = CommandRun.of("run", file.toString(), "--duration", "20ms");
        assertEquals(0, run.exitCode(), run.err());
        assertFalse(run.out().contains("\u001B") || run.out().contains("\u202E"));
        assertTrue(
                CommandRun.of("run", file.toString(), "--duration", "20ms", "--json")
                        .out()
                        .contains("\\u001"),
                "JSON keeps the name, escaped");
    }

    @Test
    void aWorkloadThatForksWithoutEndIsTheUsersToRepair() throws IOException {
        final Path file =
                scenario(
                        """
                        tasks:
                          - {name: parent, loop: [{fork: child}]}
                          - {name: child, instances: 0, steps: [{sleep: 10s}]}
                        """);
        final CommandRun run = CommandRun.of("run", file.toString(), "--set", "duration=1s");
        assertEquals(2, run.exitCode(), run.err());
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("7.0 on stock_2400, seed 1 failed at "), run.err());
        assertTrue(run.err().contains("more than 1024 forked tasks are alive at "), run.err());
        assertTrue(run.err().contains("the last one \"child\""), run.err());
    }

    @Test
    void aProgramThatHangsIsTheUsersToRepair() throws IOException {
        final Path file = scenario("tasks: [{name: stuck, loop: [{unlock: m}]}]\n");
        final CommandRun run = CommandRun.of("run", file.toString(), "--set", "duration=1s");
        assertEquals(2, run.exitCode(), run.err());
        assertTrue(run.err().contains("task \"stuck\" made a million steps at "), run.err());
    }

    @Test
    void resultsGoToANewDirectoryAndNothingIsOverwritten() throws IOException {
        final Path out = directory.resolve("a/b");
        final CommandRun run =
                pipe(
                        "--kernel",
                        "7.0",
                        "--seed",
                        "1",
                        "--journal",
                        "chronicle",
                        "--out",
                        out.toString());
        assertEquals(0, run.exitCode(), run.err());
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(
                    List.of(
                            "pi5-pipe-oc_2800-7.0-s1",
                            "pi5-pipe-stock_2400-7.0-s1",
                            "summary.json",
                            "table.txt"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        assertEquals(run.out(), Files.readString(out.resolve("table.txt")));
        assertTrue(Files.readString(out.resolve("summary.json")).startsWith("{\"scenario\":"));
        final CommandRun again = pipe("--kernel", "7.0", "--out", out.toString());
        assertEquals(2, again.exitCode());
        assertTrue(again.err().contains("is not empty"), again.err());
    }

    @Test
    void anotherMachineRunsItsFirstVariant() {
        final JsonNode json =
                pipe("--machine", "icount-1ns", "--kernel", "7.0", "--seed", "1", "--json").json();
        assertEquals("icount-1ns", json.get("machine").asString());
        assertEquals("cpus_4", json.get("runs").get(0).get("variant").asString());
    }

    @Test
    void aKernelThatTheScenarioDoesNotNameCanBeAskedFor() {
        final JsonNode json =
                pipe(
                                "--kernel",
                                "6.12+NO_DELAY_DEQUEUE",
                                "--variant",
                                "stock_2400",
                                "--seed",
                                "4",
                                "--json")
                        .json();
        assertEquals("6.12+NO_DELAY_DEQUEUE", json.get("runs").get(0).get("kernel").asString());
        assertEquals(0, json.get("runs").get(0).get("metrics").get("delayedSleeps").asLong());
    }
}
