package io.vlag.engine.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.util.List;

/** Short ways to import a text in a test. */
final class ImportTexts {
    private ImportTexts() {}

    static Workload load(String text) {
        return RtAppImporter.parse("w.json", "w", text);
    }

    /** The one thread of a file whose thread object has this body. */
    static TaskTemplate thread(String body) {
        final List<TaskTemplate> tasks = load("{\"tasks\": {\"t\": {" + body + "}}}").tasks();
        assertEquals(1, tasks.size());
        return tasks.getFirst();
    }

    /** The steps of a thread that runs once. */
    static List<Step> steps(String events) {
        return thread("\"loop\": 1, " + events).steps();
    }

    /** The notes of a file whose only thread object has this body. */
    static List<String> notes(String body) {
        return load("{\"tasks\": {\"t\": {" + body + "}}}").notes();
    }

    /** Every problem of a text, as the user sees it. */
    static List<String> problems(String text) {
        final ConfigException refused = assertThrows(ConfigException.class, () -> load(text));
        return refused.problems().stream().map(Problem::toString).toList();
    }

    /** The problems of a file whose thread object, in line 2, has this body. */
    static List<String> threadProblems(String body) {
        return problems("{\"tasks\": {\n\"t\": {" + body + "}}}");
    }
}
