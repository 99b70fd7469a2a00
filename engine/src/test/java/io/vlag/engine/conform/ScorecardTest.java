package io.vlag.engine.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The scorecard of the recordings with one CPU, without their traces. Which figures disagree is
 * frozen, with the probable cause of each, in {@code disagreements.csv}: no aim, but any change
 * shows. On a mismatch the failure prints the whole file as it would be now.
 */
class ScorecardTest {
    private static final Path RECORDINGS = Path.of("src/test/resources/recordings/one-cpu");
    private static final Path FILE = RECORDINGS.resolve("disagreements.csv");
    private static final String HEADER = "kernel,scenario,figure,probable cause";
    private static final int WORKERS = 2;

    @Test
    void exactlyTheKnownFiguresDisagree() throws IOException, InterruptedException {
        final List<Figure> figures =
                new Conformance(() -> new ConfigLibrary(Path.of("..", "batch-configs")), null)
                        .figures(RECORDINGS, WORKERS);
        final List<String> recorded = Files.readAllLines(FILE);
        final Map<String, String> causes = new LinkedHashMap<>();
        for (final String line : recorded) {
            final int comma = line.lastIndexOf(',');
            causes.put(line.substring(0, comma), line.substring(comma + 1));
        }
        final List<String> now = new ArrayList<>();
        now.add(HEADER);
        for (final Figure figure : figures) {
            if (figure.verdict() == Verdict.DISAGREE) {
                final String row =
                        figure.kernel() + "," + figure.scenario() + "," + figure.figure();
                now.add(row + "," + causes.getOrDefault(row, "open"));
            }
        }
        assertEquals(
                String.join("\n", recorded),
                String.join("\n", now),
                "other figures disagree than before; measure docs/model/conformance.md again too");
        assertTrue(agreeing(figures).size() >= 6, "families " + agreeing(figures));
    }

    /** Figures that agree, by the first letter of their scenario. */
    private static Map<Character, Integer> agreeing(List<Figure> figures) {
        final Map<Character, Integer> families = new TreeMap<>();
        figures.stream()
                .filter(figure -> figure.verdict() == Verdict.AGREE)
                .forEach(figure -> families.merge(figure.scenario().charAt(0), 1, Integer::sum));
        return families;
    }
}
