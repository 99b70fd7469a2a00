package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    @TempDir private Path directory;

    private Path file(String name, String text) throws IOException {
        final Path file = directory.resolve(name);
        Files.writeString(file, text);
        return file;
    }

    @Test
    void everyFileOfTheLibraryIsFine() throws IOException {
        final List<String> args = new ArrayList<>(List.of("check"));
        try (Stream<Path> files = Files.walk(CommandRun.HOME.resolve("batch-configs"), 2)) {
            files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.toString().contains("target"))
                    .filter(file -> !file.getParent().endsWith("cluster")) // of other programs
                    .sorted()
                    .forEach(file -> args.add(file.toString()));
        }
        final CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        assertEquals(
                args.size() - 1, run.out().lines().filter(line -> line.endsWith(": ok")).count());
        assertTrue(args.size() > 20, "files: " + args.size());
    }

    @Test
    void problemsOfEveryKindOfFileAreFound() throws IOException {
        final Path scenario =
                file("s.yaml", "name: s\nmachine: pi5\nkernels: [\"7.0\"]\nworkload: {}\n");
        final Path machine = file("m.yaml", "name: m\ncosts: 5\n");
        final Path kernel =
                file(
                        "k.yaml",
                        "name: k\nversion: \"7.0\"\nfollows: \"9.9\"\nchanges: {no_such: on}\n");
        final Path patch =
                file("p.yaml", "name: p\nappliesTo: [\"x\"]\nsource: me\nconfidence: low\n");
        final Path sweep = file("w.yaml", "name: w\nscenario: hog\naxes: {hz: [100, 100]}\n");
        for (final Path file : List.of(scenario, machine, kernel, patch, sweep)) {
            final CommandRun run = CommandRun.of("check", file.toString());
            assertEquals(2, run.exitCode(), file + run.out());
            assertTrue(run.err().startsWith(file.toString()), run.err());
        }
        assertTrue(CommandRun.of("check", kernel.toString()).err().contains("no_such"));
        assertTrue(CommandRun.of("check", kernel.toString()).err().contains("9.9"));
    }

    @Test
    void goodFilesAreStillReportedBesideABadOne() throws IOException {
        final Path bad = file("bad.yaml", "name: [\n");
        final String good = CommandRun.HOME.resolve("batch-configs/scenarios/hog.yaml").toString();
        final CommandRun run = CommandRun.of("check", bad.toString(), good);
        assertEquals(2, run.exitCode());
        assertEquals(good + ": ok\n", run.out());
    }
}
