package io.vlag.engine.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings in test resources, one of them written by hand, and those beside the repository. */
class ConformanceTest {
    private static final Path FILES = Path.of("src/test/resources/recordings/conform");
    private static final Path CONFIGS = Path.of("..", "batch-configs");

    private static List<Figure> figures(Path directory, @Nullable String kernel)
            throws InterruptedException {
        return new Conformance(() -> new ConfigLibrary(CONFIGS), kernel).figures(directory, 1);
    }

    private static Map<String, Verdict> verdicts(List<Figure> figures) {
        return figures.stream().collect(Collectors.toMap(Figure::figure, Figure::verdict));
    }

    @Test
    void twoHogsWrittenByHandAgree() throws InterruptedException {
        final List<Figure> figures = figures(FILES.resolve("tiny"), null);
        assertEquals(
                Set.of(Verdict.AGREE),
                figures.stream().map(Figure::verdict).collect(Collectors.toSet()));
        assertTrue(verdicts(figures).containsKey("hoga share"));
        assertTrue(verdicts(figures).containsKey("(all) switches"));
    }

    /** A slice timer cuts the stints of a tick. */
    @Test
    void aFlippedFlagDisagrees() throws InterruptedException {
        final Map<String, Verdict> verdicts =
                verdicts(figures(FILES.resolve("tiny"), "7.0.13+HRTICK"));
        assertEquals(Verdict.AGREE, verdicts.get("hoga share"));
        assertEquals(Verdict.DISAGREE, verdicts.get("hoga sliceMedian"));
        assertEquals(Verdict.DISAGREE, verdicts.get("(all) switches"));
    }

    /** Own slices lengthen stints on 6.12 and do not on 7.0. */
    @Test
    void theWrongKernelDisagrees() throws InterruptedException {
        final Path recorded = FILES.resolve("6.12.117");
        assertEquals(Verdict.AGREE, verdicts(figures(recorded, null)).get("hogb sliceMedian"));
        final Map<String, Verdict> wrong = verdicts(figures(recorded, "7.0.13"));
        assertEquals(Verdict.DISAGREE, wrong.get("hogb sliceMedian"));
        assertEquals(Verdict.DISAGREE, wrong.get("hogb sliceDistance"));
    }

    /** Two recordings of one workload that differ in their stints: two controls. */
    @Test
    void controlsTellRecordedKernelsApart() throws InterruptedException {
        final List<Control> controls =
                new Conformance(() -> new ConfigLibrary(CONFIGS), null).controls(FILES, 1);
        assertEquals(
                List.of("6.12.117", "7.0.13"),
                controls.stream().map(Control::kernel).sorted().toList());
        for (final Control control : controls) {
            assertEquals("d1-slice-hog2", control.otherScenario());
            assertTrue(control.differing().contains("hogb sliceMedian"), control.toString());
            assertTrue(control.isToldApart(), control.toString());
        }
    }

    @Test
    void recordingsThatDoNotDifferAreNoControl(@TempDir Path directory)
            throws IOException, InterruptedException {
        copyTiny(Files.createDirectory(directory.resolve("one")), "none", "none");
        copyTiny(Files.createDirectory(directory.resolve("two")), "7.0.13-test", "7.2.12-test");
        assertEquals(
                List.of(),
                new Conformance(() -> new ConfigLibrary(CONFIGS), null).controls(directory, 1));
    }

    /** The definitions, held to the figures that came with the recording. */
    @ParameterizedTest
    @ValueSource(strings = {"6.12.117", "7.0.13"})
    void aRecordedTraceGivesItsRecordedFigures(String kernel) {
        final Recording recording = Recording.read(FILES.resolve(kernel).resolve("d1-slice-hog2"));
        final Trace trace = recording.trace(Set.of("hoga", "hogb")).orElseThrow();
        final Trace.Figures figures =
                trace.figures(trace.windowOfThreads(350_000_000, Long.MAX_VALUE));
        assertEquals(Set.copyOf(recording.runs().getFirst().tasks()), Set.copyOf(figures.tasks()));
    }

    @Test
    void aKernelThatIsNotModelledIsNotMeasured(@TempDir Path directory)
            throws IOException, InterruptedException {
        copyTiny(directory, "7.0.13-test", "7.5.1-test");
        final List<Figure> figures = figures(directory, null);
        assertTrue(
                figures.stream()
                        .allMatch(
                                figure ->
                                        figure.verdict() == Verdict.NOT_MEASURED
                                                && figure.reason()
                                                        .equals("kernel 7.5.1 is not modelled")));
        assertTrue(figures.size() > 5);
    }

    /**
     * A recording that costs were taken from proves nothing; another kernel's of that name does.
     */
    @Test
    void figuresOfCalibrationAreNotMeasured(@TempDir Path directory)
            throws IOException, InterruptedException {
        copyTiny(directory, "a1-hand-made", "b2-hand-made");
        final List<Figure> figures = figures(directory, null);
        assertEquals(
                Set.of("calibration: the rate of kdamond was taken from here"),
                figures.stream().map(Figure::reason).collect(Collectors.toSet()));
        assertEquals(
                Set.of(Verdict.NOT_MEASURED),
                figures.stream().map(Figure::verdict).collect(Collectors.toSet()));
    }

    @Test
    void brokenFilesAreLocated(@TempDir Path directory) throws IOException {
        copyTiny(directory, "\"cpus\": 1", "\"cpus\": 0");
        final ConfigException bad =
                assertThrows(ConfigException.class, () -> figures(directory, null));
        assertEquals("cpus", bad.problems().getFirst().key());
        assertTrue(bad.problems().getFirst().position().file().endsWith("meta.json"));
    }

    @Test
    void aDirectoryWithoutRecordingsIsRefused(@TempDir Path directory) {
        assertThrows(ConfigException.class, () -> figures(directory, null));
    }

    @Test
    void anUnknownKernelIsRefused() {
        assertThrows(ConfigException.class, () -> figures(FILES, "9.9"));
    }

    private static void copyTiny(Path directory, String from, String to) throws IOException {
        try (Stream<Path> files = Files.list(FILES.resolve("tiny/hogs"))) {
            for (final Path file : files.toList()) {
                final String text = Files.readString(file);
                Files.writeString(
                        directory.resolve(file.getFileName().toString()), text.replace(from, to));
            }
        }
    }

    @Test
    void samplesOneTickApartAreFarAndThoseOfOneTickAreNear() {
        final long[] ticks = {4_000_000, 4_000_100, 8_000_000, 8_000_100};
        assertEquals(0, Distance.of(ticks, new long[] {4_003_000, 7_990_000}, 20_000));
        assertEquals(0.5, Distance.of(ticks, new long[] {4_003_000, 4_003_000}, 20_000));
        assertEquals(1, Distance.of(ticks, new long[] {12_000_000}, 20_000));
        assertEquals(1, Distance.of(ticks, new long[0], 20_000));
    }

    /** The shares and switches of hogs of every recorded kernel, where the set is at hand. */
    @Test
    void equalHogsOfTheSharedSetAgree() throws InterruptedException {
        final Path shared = Path.of("..", "..", "shared", "reference", "kernel-traces");
        Assumptions.assumeTrue(
                Files.isDirectory(shared), "the recordings are not at ../shared: not compared");
        for (final String kernel : List.of("6.1.176", "6.12.117", "7.0.13")) {
            final Map<String, Verdict> verdicts =
                    verdicts(figures(shared.resolve(kernel).resolve("a2-hog3"), null));
            assertEquals(Verdict.AGREE, verdicts.get("hog share"), kernel);
            assertEquals(Verdict.AGREE, verdicts.get("(all) switches"), kernel);
        }
    }
}
