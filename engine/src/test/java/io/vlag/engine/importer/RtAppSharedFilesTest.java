package io.vlag.engine.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Imports the workload files people really have. They lie in a folder {@code shared} beside the
 * repository, or where the system property {@code vlag.shared.dir} says; without it these tests are
 * skipped.
 */
class RtAppSharedFilesTest {
    private static Path shared(String folder) {
        final String given = System.getProperty("vlag.shared.dir", "");
        final Optional<Path> shared =
                given.isEmpty() ? besideTheRepository() : Optional.of(Path.of(given));
        final Optional<Path> found =
                shared.map(path -> path.resolve(folder)).filter(Files::isDirectory);
        assumeTrue(
                found.isPresent(),
                "no folder shared/" + folder + " beside the repository; set -Dvlag.shared.dir");
        return found.orElseThrow();
    }

    private static Optional<Path> besideTheRepository() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve("batch-configs"))) {
            directory = directory.getParent();
        }
        return Optional.ofNullable(directory).map(root -> root.resolveSibling("shared"));
    }

    private static List<Path> jsonFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(path -> path.toString().endsWith(".json")).sorted().toList();
        }
    }

    @Test
    void everyWorkloadOfOtherProjectsImportsAndEveryFragmentSaysWhy() throws IOException {
        final Path inputs = shared("reference/inputs");
        final List<Path> files = new ArrayList<>();
        for (String project :
                List.of("rt-app", "workload-automation", "sched-test", "rt-app-rs", "scxsim")) {
            files.addAll(jsonFiles(inputs.resolve(project)));
        }
        final Map<String, String> refused = new TreeMap<>();
        int importedCount = 0;
        for (Path file : files) {
            try {
                final Workload workload = RtAppImporter.read(file);
                assertFalse(workload.tasks().isEmpty(), file.toString());
                importedCount++;
            } catch (ConfigException problem) {
                final String name = inputs.relativize(file).toString();
                refused.put(name, problem.getMessage().replace(file.toString(), name));
            }
        }
        assertEquals(
                Map.of(
                        "rt-app/merge_global.json",
                        "rt-app/merge_global.json:1:1: no \"tasks\" here, so nothing would run; if"
                                + " this is one part of a workload that is merged, join the parts"
                                + " into one file and import that",
                        "rt-app/merge_thread0.json",
                        "rt-app/merge_thread0.json:4:10 tasks.thread0.exec: \"exec\" belongs to the"
                                + " old rt-app dialect (exec, period, deadline, lock_order,"
                                + " resources), which is not read; write the thread as events, such"
                                + " as \"run\": 5000, \"timer\": {\"ref\": \"unique\", \"period\":"
                                + " 10000}"),
                refused);
        assertEquals(files.size() - 2, importedCount);
    }

    @Test
    void everyBenchmarkWorkloadImports() throws IOException {
        final Path bench = shared("reference/bench");
        final List<Path> files = jsonFiles(bench);
        assertFalse(files.isEmpty());
        for (Path file : files) {
            assertFalse(RtAppImporter.read(file).tasks().isEmpty(), file.toString());
        }
        assertEquals(32, RtAppImporter.read(bench.resolve("busy32.json")).tasks().size());
    }

    @Test
    void everyTracedWorkloadImports() throws IOException {
        final List<Path> files =
                jsonFiles(shared("reference/kernel-traces")).stream()
                        .filter(path -> !path.endsWith("meta.json"))
                        .toList();
        assertFalse(files.isEmpty());
        for (Path file : files) {
            final Workload workload = RtAppImporter.read(file);
            assertFalse(workload.tasks().isEmpty(), file.toString());
            assertEquals(1, workload.notes().size(), file + " " + workload.notes());
        }
    }

    @Test
    void aBrowserKeepsItsRepeatedEvents() {
        final Workload workload =
                RtAppImporter.read(shared("reference/inputs/rt-app").resolve("browser-short.json"));
        assertEquals(6_000_000_000L, workload.durationNs());
        assertEquals(9, workload.tasks().size());
        final TaskTemplate display = workload.tasks().get(3);
        assertEquals("BrowserDisplay", display.name());
        assertEquals(-6, display.nice());
        assertEquals(
                List.of(
                        new Step.Suspend("Browser"),
                        new Step.Run(300_000),
                        new Step.Resume("BrowserNext"),
                        new Step.Run(12_000_000),
                        new Step.Lock("mutex11"),
                        new Step.SignalAndWait("queue11", "mutex11"),
                        new Step.Unlock("mutex11"),
                        new Step.Run(300_000),
                        new Step.Resume("Binder-display"),
                        new Step.Run(400_000)),
                ((Step.Loop) display.steps().getFirst()).body());
    }

    @Test
    void aCustomSliceAndADeadlineThreadAreTaken() {
        final Workload workload =
                RtAppImporter.read(shared("reference/inputs/rt-app").resolve("custom-slice.json"));
        final TaskTemplate sliced = workload.tasks().getFirst();
        assertEquals(100_000_000, sliced.sliceNs());
        assertEquals(-19, sliced.nice());
        final TaskTemplate deadline = workload.tasks().get(1);
        assertEquals(SchedPolicy.FIFO, deadline.policy());
        assertEquals(99, deadline.rtPriority());
    }

    @Test
    void aPhaseNameThatRepeatsIsAnotherPhase() {
        final Workload workload =
                RtAppImporter.read(
                        shared("reference/inputs/rt-app").resolve("spreading-tasks.json"));
        final Step.Loop turns = (Step.Loop) workload.tasks().get(1).steps().getFirst();
        assertEquals(4, turns.body().size());
        assertEquals(turns.body().get(1), turns.body().get(3));
    }

    @Test
    void aFragmentNamesItsFile() {
        final Path file = shared("reference/inputs/rt-app").resolve("merge_global.json");
        final ConfigException refused =
                assertThrows(ConfigException.class, () -> RtAppImporter.read(file));
        assertEquals(1, refused.problems().size());
        assertEquals(file.toString(), refused.problems().getFirst().position().file());
    }
}
