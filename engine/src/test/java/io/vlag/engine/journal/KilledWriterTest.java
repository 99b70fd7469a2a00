package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that journals is killed without warning; what it had handed over must be readable. */
class KilledWriterTest {
    private static final int RECORDS_BEFORE_KILL = 200_000;

    @TempDir Path directory;

    /** The process that is killed: records without end, says so once there are enough. */
    static final class Child {
        public static void main(String[] args) {
            Runs.run(
                    Runs.HEADER,
                    new ChronicleTarget(Path.of(args[0])),
                    journal -> {
                        journal.runStarted(0);
                        Runs.records(journal, RECORDS_BEFORE_KILL, 1);
                        System.out.println("enough");
                        System.out.flush();
                        for (int seed = 2; ; seed++) {
                            Runs.records(journal, RECORDS_BEFORE_KILL, seed);
                        }
                    });
        }
    }

    @Test
    void everyBlockOfAKilledWriterIsReadableAndItsErrorOutputHasNoWarnings() throws Exception {
        final Path run = directory.resolve("run");
        final Path errors = directory.resolve("stderr");
        final Process child = start(run, errors);
        try (BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            final String line = output.readLine();
            assertEquals("enough", line, () -> text(errors));
        } finally {
            child.destroyForcibly();
            assertTrue(child.waitFor(10, TimeUnit.SECONDS));
        }
        try (JournalReader reader = JournalReader.open(run)) {
            final RecordView view = new RecordView();
            while (reader.next(view)) {
                assertTrue(RecordType.isKnown(view.type()));
            }
            assertFalse(reader.isComplete());
            final int atHand = BlockChannel.BLOCK_COUNT * DocumentHeader.RECORD_COUNT_MAX;
            assertTrue(
                    reader.recordCount() >= RECORDS_BEFORE_KILL - atHand,
                    "records: " + reader.recordCount());
            assertEquals(digestOfFirst(reader.recordCount()), reader.digest());
        }
        assertEquals(
                List.of(),
                text(errors).lines().filter(line -> line.startsWith("WARNING:")).toList());
    }

    private static Process start(Path run, Path errors) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--") || flag.startsWith("-Dchronicle."))
                .forEach(command::add);
        command.add("-Xmx64m");
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Child.class.getName());
        command.add(run.toString());
        return new ProcessBuilder(command).redirectError(errors.toFile()).start();
    }

    private static long digestOfFirst(long recordCount) {
        return Runs.run(
                Runs.HEADER,
                NoTarget.INSTANCE,
                journal -> {
                    journal.runStarted(0);
                    for (int seed = 1; journal.recordCount() < recordCount; seed++) {
                        final long missing = recordCount - journal.recordCount();
                        Runs.records(journal, (int) Math.min(missing, RECORDS_BEFORE_KILL), seed);
                    }
                });
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
