package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The format documents name every word the reader knows, with the meaning the code gives. */
class FormatDocumentsTest {
    private static final Path DOCUMENTS = Path.of("..", "docs", "formats");

    private static void assertSays(String document, String words) throws IOException {
        assertTrue(
                Files.readString(DOCUMENTS.resolve(document)).contains(words),
                document + " does not say: " + words);
    }

    @Test
    void everyChangeIsDocumented() throws IOException {
        for (final KernelChange change : KernelChange.values()) {
            final String middle =
                    switch (change.kind()) {
                        case FEATURE -> "";
                        case RULE -> " `" + String.join("` `", change.forms()) + "` |";
                        case TUNABLE -> " " + change.min() + " to " + change.max() + " |";
                    };
            assertSays(
                    "kernel.md",
                    "| `" + change.key() + "` |" + middle + " " + change.meaning() + " |");
        }
    }

    @Test
    void everyCostPathIsDocumented() throws IOException {
        for (final CostPath path : CostPath.values()) {
            assertSays("machine.md", "| `" + path.key() + "` | " + path.meaning() + " |");
        }
    }

    @Test
    void everyStepAndMetricIsDocumented() throws IOException {
        for (final String step : StepReader.STEP.keys()) {
            assertSays("scenario.md", "`" + step + ": ");
        }
        for (final PublishedMetric metric : PublishedMetric.values()) {
            assertSays("scenario.md", metric.key());
        }
        for (final String key : ScenarioReader.SCENARIO.keys()) {
            assertSays("scenario.md", "`" + key + "`");
        }
    }
}
