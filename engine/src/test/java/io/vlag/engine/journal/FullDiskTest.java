package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vlag.engine.TempFileSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process whose results find no room: it says so, every document that it was told is written is
 * there, and the log goes on when there is room again.
 */
class FullDiskTest {
    private static final int DOCUMENT_BYTES = 32 << 10;
    private static final int DOCUMENTS_MAX =
            1_000; // 32 MB, more than any of the tests has room for
    private static final int DOCUMENTS_BEFORE = 5;

    @TempDir private Path directory;

    /** Appends until it cannot, prints how many documents it appended and why it ended. */
    static final class Child {
        public static void main(String[] args) throws IOException {
            final Path log = Path.of(args[0]);
            final int first = Integer.parseInt(args[1]);
            final String trouble = args[2];
            int number = first;
            try (ResultLog results = ResultLog.open(log);
                    Arena arena = Arena.ofConfined()) {
                final MemorySegment document = arena.allocate(DOCUMENT_BYTES);
                for (; number < DOCUMENTS_MAX; number++) {
                    if (number == first + DOCUMENTS_BEFORE) {
                        makeTrouble(trouble, log);
                    }
                    document.fill((byte) number);
                    document.set(ValueLayout.JAVA_INT, 0, number);
                    results.append(document);
                }
                System.out.println("kept " + number);
            } catch (IOException e) {
                System.out.println("kept " + number);
                System.out.println(e.getMessage());
            }
        }

        private static void makeTrouble(String trouble, Path log) throws IOException {
            switch (trouble) {
                case "full" -> fill(log.resolveSibling("filler"));
                case "shrunk" -> shrink(log.resolve(ChronicleSettings.FILE));
                default -> {}
            }
        }

        /** Until nothing is left. */
        private static void fill(Path filler) throws IOException {
            final byte[] some = new byte[4 << 10];
            try (OutputStream out = Files.newOutputStream(filler)) {
                while (true) {
                    out.write(some);
                }
            } catch (IOException e) {
                System.out.println("filled: " + e.getMessage());
            }
        }

        /** Takes away what was filled with zeros: as a fault it is what a full disk is. */
        private static void shrink(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate((long) (DOCUMENTS_BEFORE + 10) * DOCUMENT_BYTES);
            }
        }
    }

    private static String command(Path log, int first, String trouble) {
        final List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--") || flag.startsWith("-Dchronicle."))
                .forEach(words::add);
        words.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-cp"));
        words.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        words.addAll(
                List.of(Child.class.getName(), log.toString(), String.valueOf(first), trouble));
        return "'" + String.join("' '", words) + "'";
    }

    private String run(List<String> wrapper, String script)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of("sh", "-c", script));
        final Path out = directory.resolve("out");
        final Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it hangs");
        return Files.readString(out);
    }

    private static int kept(String printed) {
        final String line =
                printed.lines().filter(it -> it.startsWith("kept ")).findFirst().orElse("");
        assertTrue(!line.isEmpty(), printed);
        return Integer.parseInt(line.substring("kept ".length()));
    }

    private static void assertHolds(Path log, int count) {
        final List<Integer> numbers = new ArrayList<>();
        ResultLog.read(
                log,
                document -> {
                    final int number = document.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                    assertEquals(DOCUMENT_BYTES, document.byteSize());
                    assertEquals((byte) number, document.get(ValueLayout.JAVA_BYTE, 4));
                    assertEquals(
                            (byte) number, document.get(ValueLayout.JAVA_BYTE, DOCUMENT_BYTES - 1));
                    numbers.add(number);
                });
        assertEquals(count, numbers.size());
        for (int number = 0; number < count; number++) {
            assertEquals(number, numbers.get(number));
        }
    }

    private void assertGoesOn(Path log, String printed) throws IOException, InterruptedException {
        final int kept = kept(printed);
        assertTrue(kept >= DOCUMENTS_BEFORE && kept < DOCUMENTS_MAX, printed);
        assertHolds(log, kept);
        assertEquals(DOCUMENTS_MAX, kept(run(List.of(), command(log, kept, "none"))));
        assertHolds(log, DOCUMENTS_MAX);
    }

    @Test
    void aLimitOfTheFilesSizeIsNamed() throws IOException, InterruptedException {
        final Path log = directory.resolve("log");
        final String printed = run(List.of(), "ulimit -f 10000; " + command(log, 0, "none"));
        assertTrue(
                printed.contains(log.resolve(ChronicleSettings.FILE) + ": cannot grow: File too"),
                printed);
        assertTrue(printed.contains("make room, or raise the limit"), printed);
        assertGoesOn(log, printed);
    }

    @Test
    void aFaultOfMappedMemoryIsAnError() throws IOException, InterruptedException {
        final Path log = directory.resolve("log");
        final String printed = run(List.of(), command(log, 0, "shrunk"));
        assertTrue(
                printed.contains(log + ": cannot be written: a fault while writing, most likely"),
                printed);
        assertGoesOn(log, printed);
    }

    /** Everything inside the name space, since the file system is gone with it. */
    @Test
    void aFullDiskIsNamed() throws IOException, InterruptedException {
        assumeTrue(TempFileSystem.isAllowed(), TempFileSystem.REASON);
        final Path small = Files.createDirectory(directory.resolve("small"));
        final Path log = small.resolve("log");
        final Path saved = directory.resolve("saved");
        final String printed =
                run(
                        TempFileSystem.WRAPPER,
                        TempFileSystem.mount(small, 24)
                                + command(log, 0, "full")
                                + "; cp -r '"
                                + log
                                + "' '"
                                + saved
                                + "'");
        assertTrue(printed.contains("filled: No space left"), printed);
        assertTrue(
                printed.contains("bytes left and")
                        || printed.contains("cannot grow: No space left"),
                printed);
        assertGoesOn(saved, printed);
    }

    @Test
    void aDiskThatIsTooSmallIsNamedBeforeAnythingIsWritten()
            throws IOException, InterruptedException {
        assumeTrue(TempFileSystem.isAllowed(), TempFileSystem.REASON);
        final Path small = Files.createDirectory(directory.resolve("small"));
        final String printed =
                run(
                        TempFileSystem.WRAPPER,
                        TempFileSystem.mount(small, 10) + command(small.resolve("log"), 0, "none"));
        assertTrue(printed.contains("the disk has"), printed);
        assertTrue(printed.contains("16,777,216 are needed to go on; make room"), printed);
        assertEquals(0, kept(printed));
    }
}
