package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is done to a file, it reads or it is refused with a position. -Dtest.seed=N replays a
 * failure.
 */
class ScenarioFuzzTest {
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final List<String> SNIPPETS =
            List.of(
                    "[",
                    "]",
                    "{",
                    "}",
                    ": ",
                    "- ",
                    "\n",
                    "  ",
                    "&a ",
                    "*a",
                    "~",
                    "\"",
                    "'",
                    "-1",
                    "0",
                    "1e9",
                    "9999999999999999999",
                    "20s",
                    "2.4GHz",
                    "on",
                    "null",
                    "!!int ",
                    "\u0000",
                    "\ud83d\ude00",
                    "#",
                    "|",
                    ">",
                    "?",
                    "..",
                    "../../x.yaml");

    @TempDir private Path directory;

    @Test
    void scenariosReadOrAreRefused() throws IOException {
        mutate(
                ConfigFixture.SHIPPED.resolve("scenarios"),
                file -> ConfigFixture.library().scenario(file, Overrides.NONE));
    }

    @Test
    void machinesReadOrAreRefused() throws IOException {
        mutate(
                ConfigFixture.SHIPPED.resolve("machines"),
                file -> ConfigFixture.library().machineFile(file));
    }

    private interface Reader {
        Object read(Path file);
    }

    private void mutate(Path originals, Reader reader) throws IOException {
        final List<Path> files;
        try (var listed = Files.list(originals)) {
            files = listed.filter(Files::isRegularFile).sorted().toList();
        }
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 400; round++) {
            final StringBuilder text =
                    new StringBuilder(Files.readString(files.get(random.nextInt(files.size()))));
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                final int from = random.nextInt(text.length());
                final int to = Math.min(text.length(), from + random.nextInt(12));
                text.replace(from, to, SNIPPETS.get(random.nextInt(SNIPPETS.size())));
            }
            final Path file = ConfigFixture.write(directory, "fuzz.yaml", text.toString());
            try {
                reader.read(file);
            } catch (ConfigException e) {
                assertFalse(e.problems().isEmpty());
            } catch (RuntimeException | StackOverflowError e) {
                fail("seed=" + SEED + " round=" + round + "\n" + text, e);
            }
        }
    }
}
