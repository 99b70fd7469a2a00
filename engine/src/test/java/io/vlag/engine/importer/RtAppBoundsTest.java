package io.vlag.engine.importer;

import static io.vlag.engine.importer.ImportTexts.load;
import static io.vlag.engine.importer.ImportTexts.problems;
import static io.vlag.engine.importer.ImportTexts.threadProblems;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RtAppBoundsTest {
    @TempDir private Path directory;

    @Test
    void readsAFileWithAByteOrderMarkCommentsAndTrailingCommas() throws IOException {
        final Path file = directory.resolve("my load.json");
        Files.writeString(
                file,
                """
                \uFEFF// first
                { /* second */ "tasks": { "ü": { "run": 1, }, }, // third
                }
                """);
        final Workload workload = RtAppImporter.read(file);
        assertEquals("my load", workload.name());
        assertEquals("ü", workload.tasks().getFirst().name());
        assertEquals(2, workload.tasks().getFirst().position().line());
        assertEquals(file.toString(), workload.tasks().getFirst().position().file());
    }

    @Test
    void aFileThatCannotBeReadIsAProblem() {
        final Path absent = directory.resolve("absent.json");
        assertEquals(absent + ": there is no such file; check the path", refusal(absent));
        assertEquals(directory + ": is a directory; give one workload file", refusal(directory));
    }

    @Test
    void aFileThatIsNotUtf8NamesThePlace() throws IOException {
        final Path file = directory.resolve("latin.json");
        Files.write(file, "{\n\"t\u00e4sks\": {}}".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
                file + ":2:3: the text is not UTF-8 here; save the file as UTF-8", refusal(file));
    }

    @Test
    void aFileAboveTheLimitIsRefusedBeforeItIsParsed() throws IOException {
        final Path file = directory.resolve("big.json");
        Files.write(file, new byte[RtAppImporter.FILE_BYTES_MAX + 1]);
        assertEquals(
                file
                        + ": the file is bigger than 16 MiB; use loop and instance instead of"
                        + " repeating",
                refusal(file));
    }

    @Test
    void nestingIsBounded() {
        final String deep = "[".repeat(31) + "]".repeat(31);
        assertEquals(
                1, load("{\"_c\": " + deep + ", \"tasks\": {\"t\": {\"run\": 1}}}").tasks().size());
        final String tooDeep = "[".repeat(32) + "]".repeat(32);
        final List<String> found = problems("{\"_c\": " + tooDeep + "}");
        assertEquals(1, found.size());
        assertTrue(
                found.getFirst()
                        .endsWith(
                                ": objects and lists are nested deeper than 32 levels; no workload"
                                        + " needs that, remove the nesting"),
                found.getFirst());
    }

    @Test
    void namesAreBoundedAndNeverShownWhole() {
        final String name = "n".repeat(257);
        assertEquals(
                List.of(
                        "w.json:2:27 tasks.t.resume: \""
                                + "n".repeat(60)
                                + "...\" has 257 characters; a name may have 256, shorten it"),
                threadProblems("\"run\": 1, \"resume\": \"" + name + "\""));
        assertEquals(
                List.of(
                        "w.json:1:12 tasks[\""
                                + "n".repeat(60)
                                + "...\"]: a thread name of 257 characters is not allowed; give 1"
                                + " to 256"),
                problems("{\"tasks\": {\"" + name + "\": {\"run\": 1}}}"));
        assertEquals(
                256,
                load("{\"tasks\": {\"" + "n".repeat(256) + "\": {\"run\": 1}}}")
                        .tasks()
                        .getFirst()
                        .name()
                        .length());
    }

    @Test
    void theNumberOfThreadsIsBounded() {
        assertEquals(
                List.of(
                        "w.json:2:1 tasks.b: more than 100000 threads start at once here; lower the"
                                + " instances"),
                problems(
                        "{\"tasks\": {\"a\": {\"instance\": 100000, \"run\": 1},\n\"b\": {\"run\":"
                                + " 1}}}"));
    }

    @Test
    void oneNameForEveryThreadStaysUnique() {
        final String text = "{\"tasks\": {" + "\"a\": {\"run\": 1},".repeat(20_000) + "}}";
        final long nameCount =
                load(text).tasks().stream().map(TaskTemplate::name).distinct().count();
        assertEquals(20_000, nameCount);
    }

    @Test
    void theNumberOfStepsIsBounded() {
        final StringBuilder text = new StringBuilder("{\"tasks\": {\"t\": {");
        for (int i = 0; i < RtAppEvents.STEPS_MAX; i++) {
            text.append("\"run\":1,");
        }
        assertEquals(1, load(text + "}}}").tasks().size());
        final List<String> found = problems(text + "\n\"run\": 1}}}");
        assertEquals(
                List.of(
                        "w.json:2:1 tasks.t.run: the file has more than 1000000 events; use loop"
                                + " instead of repeating"),
                found);
    }

    @Test
    void aFileFullOfMistakesNamesTheFirstThousand() {
        final StringBuilder text = new StringBuilder("{\"tasks\": {\"t\": {");
        for (int i = 0; i < 1_500; i++) {
            text.append("\"run\":-1,\n");
        }
        final List<String> found = problems(text + "}}}");
        assertEquals(1_001, found.size());
        assertEquals(
                "w.json: 500 more problems are not listed; correct those above first",
                found.getLast());
    }

    private static String refusal(Path file) {
        return assertThrows(ConfigException.class, () -> RtAppImporter.read(file)).getMessage();
    }
}
