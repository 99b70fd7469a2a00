package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverridesTest {
    private static final String YAML =
            """
            name: s
            machine: pi5
            kernels: ["6.6", "7.0"]
            duration: 20s
            workload: {stressNgPipe: {instances: 4}}
            published:
              - {kernel: "6.6", metric: opsPerSecond, value: 1, role: calibration, source: me}
              - {kernel: "7.0", metric: opsPerSecond, value: 2, role: prediction, source: me}
            """;

    @TempDir private Path directory;

    private Scenario read(String... overrides) {
        return ConfigFixture.scenario(directory, YAML, overrides);
    }

    private List<String> problems(String... overrides) {
        return ConfigFixture.scenarioProblems(directory, YAML, overrides);
    }

    @Test
    void replaceAndAddValues() {
        final Scenario scenario =
                read(
                        "duration=1s",
                        "warmup=10ms",
                        "workload.stressNgPipe.instances=2",
                        "seeds=5,6",
                        "published[1].value=3.5");
        assertEquals(1_000_000_000, scenario.durationNs());
        assertEquals(10_000_000, scenario.warmupNs());
        assertEquals(new Scenario.WorkloadSource.StressNgPipe(2, 16), scenario.workload());
        assertEquals(List.of(5L, 6L), scenario.seeds());
        assertEquals(3.5, scenario.published().get(1).value());
    }

    @Test
    void listsAreSplitAtCommas() {
        final Scenario scenario = read("kernels=6.12,7.0+ttwu,7.0+lag_limit=max_2slice_tick");
        assertEquals(
                List.of("6.12", "7.0+ttwu", "7.0+lag_limit=max_2slice_tick"),
                scenario.kernels().stream().map(Scenario.KernelRun::label).toList());
        assertEquals(
                List.of("oc_2800", "stock_2400"),
                read("variants=oc_2800,stock_2400", "published=[]").machines().stream()
                        .map(MachineSpec::variant)
                        .toList());
    }

    @Test
    void aSingleSeedNumberIsStillACount() {
        assertEquals(List.of(1L, 2L), read("seeds=2").seeds());
    }

    @Test
    void bracketsAndBracesAreYaml() {
        assertEquals(
                List.of("a"),
                read("kernels=[{kernel: \"6.6\", label: a, schedMc: on}]").kernels().stream()
                        .map(Scenario.KernelRun::label)
                        .toList());
        assertEquals(
                new Scenario.WorkloadSource.StressNgPipe(1, 2),
                read("workload={stressNgPipe: {instances: 1, slots: 2}}").workload());
    }

    @Test
    void figuresOfKernelsLeftOutAreLeftOutToo() {
        assertEquals(
                List.of("7.0"),
                read("kernels=7.0").published().stream()
                        .map(Scenario.PublishedFigure::kernel)
                        .toList());
    }

    @Test
    void theLastOneWins() {
        assertEquals(2_000_000_000, read("duration=1s", "duration=2s").durationNs());
    }

    @Test
    void mistakesNameTheOption() {
        assertEquals(
                List.of("--set duration=1 duration: 1 has no unit; write 1s, 1ms, 1us or 1ns"),
                problems("duration=1"));
        assertEquals(
                List.of("--set duratoin=1s duratoin: is not known; did you mean duration?"),
                problems("duratoin=1s"));
        assertEquals(
                List.of(
                        "--set workload.stressNgPipe.instanzes=2 workload.stressNgPipe.instanzes:"
                                + " is not known; did you mean instances?"),
                problems("workload.stressNgPipe.instanzes=2"));
        assertEquals(
                List.of(
                        "--set duration.length=1s duration.length: duration is not a mapping in the"
                                + " file, so length has no place in it"),
                problems("duration.length=1s"));
        assertEquals(
                List.of(
                        "--set published[7].value=1 published[7].value: there is no item [7]; the"
                                + " list has 2"),
                problems("published[7].value=1"));
        assertEquals(
                List.of(
                        "--set workload[0]=1 workload[0]: workload is not a list in the file, so"
                                + " [0] has no place in it"),
                problems("workload[0]=1"));
    }

    @Test
    void malformedOptionsAreAllReported() {
        assertEquals(
                List.of(
                        "--set =1: is not key=value; write for instance --set duration=1s",
                        "--set a..b=1: \"a..b\" is not a dotted key; write for instance"
                                + " workload.stressNgPipe.instances",
                        "--set quick: is not key=value; write for instance --set duration=1s"),
                ConfigFixture.problems(
                        directory, () -> Overrides.parse(List.of("quick", "=1", "a..b=1"))));
    }

    @Test
    void brokenYamlInAnOptionNamesTheOption() {
        assertEquals(
                1,
                problems("workload={stressNgPipe: ").stream()
                        .filter(
                                problem ->
                                        problem.startsWith("--set workload={stressNgPipe:")
                                                && problem.contains("is not YAML"))
                        .count());
    }
}
