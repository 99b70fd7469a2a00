package io.vlag.engine.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of record.sh that needs no tracing: ftrace text to the trace of a recording. */
class RecordScriptTest {
    private static final Path FILES = Path.of("src/test/resources/recordings");
    private static final Path CONFIGS = Path.of("..", "batch-configs");
    private static final long TICK_US = 4_000;

    @TempDir private Path directory;

    private Path convert(Path text, String name) throws IOException, InterruptedException {
        final Path csv = directory.resolve(name);
        final ProcessBuilder script =
                new ProcessBuilder(
                                "bash",
                                CONFIGS.resolve("conform/record.sh").toString(),
                                "--convert",
                                text.toString(),
                                csv.toString())
                        .redirectErrorStream(true);
        final Process process;
        try {
            process = script.start();
        } catch (IOException e) {
            Assumptions.abort("there is no bash: " + e.getMessage());
            throw e;
        }
        final String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return csv;
    }

    /** Commas in names, blanks in names, every event, a line that is none. */
    @Test
    void everyEventOfTheTextBecomesARow() throws IOException, InterruptedException {
        final Path csv = convert(FILES.resolve("ftrace/events.txt"), "events.csv.gz");
        try (InputStream rows = new GZIPInputStream(Files.newInputStream(csv))) {
            assertEquals(
                    Files.readString(FILES.resolve("ftrace/events.csv")),
                    new String(rows.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Two hogs in turns of a tick for two seconds, without a summary. */
    @Test
    void whatItWritesIsARecordingThatAgrees() throws IOException, InterruptedException {
        final StringBuilder text = new StringBuilder("# tracer: nop\n");
        int running = 0;
        for (long us = 1_000; us < 2_000_000; us += TICK_US) {
            final int next = running == 11 ? 12 : 11;
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  x-%d [000] d..2. %d.%06d: sched_switch: prev_comm=%s prev_pid=%d"
                                    + " prev_prio=120 prev_state=R ==> next_comm=%s next_pid=%d"
                                    + " next_prio=120\n",
                            running,
                            70 + us / 1_000_000,
                            us % 1_000_000,
                            nameOf(running),
                            running,
                            nameOf(next),
                            next));
            running = next;
        }
        text.append("  x-11 [000] d..2. 72.001000: sched_process_exit: comm=hoga pid=11 prio=1\n");
        final Path tiny = FILES.resolve("conform/tiny/hogs");
        final Path folder = Files.createDirectory(directory.resolve("a1-mine"));
        for (final String file : List.of("meta.json", "workload.json", "workload.txt")) {
            Files.copy(tiny.resolve(file), folder.resolve(file));
        }
        Files.writeString(directory.resolve("trace.txt"), text);
        Files.move(
                convert(directory.resolve("trace.txt"), "trace.csv.gz"),
                folder.resolve("trace.csv.gz"));

        final List<Figure> figures =
                new Conformance(() -> new ConfigLibrary(CONFIGS), null).figures(folder, 1);
        assertTrue(
                figures.stream().map(Figure::figure).toList().contains("hoga sliceDistance"),
                figures.toString());
        for (final Figure figure : figures) {
            assertEquals(Verdict.AGREE, figure.verdict(), figure.toString());
        }
    }

    private static String nameOf(int task) {
        return switch (task) {
            case 11 -> "hoga";
            case 12 -> "hogb";
            default -> "swapper/0";
        };
    }
}
