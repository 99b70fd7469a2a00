package io.vlag.engine.importer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.Problem;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A damaged file is imported or refused with places, never anything else; a failure prints the
 * seed.
 */
class RtAppMutationTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_102);

    private static final String SOUND =
            """
            /* c */ { "_comment": [1, {"a": null}], // d
              "resources": { "m": { "type": "mutex" } },
              "global": { "duration": 0.5, "default_policy": "SCHED_OTHER" },
              "tasks": {
                "a": { "instance": 2, "delay": 10, "cpus": [0, 1], "taskgroup": "/g",
                  "priority": -3, "phases": {
                    "p": { "loop": 3, "run0": 10,
                      "timer": { "ref": "unique", "period": 5, "mode": "absolute" } },
                    "q": { "nice": 4, "cpus": [2], "lock": "m",
                      "wait": { "ref": "c", "mutex": "m" }, "unlock": "m" },
                  } },
                "b": { "policy": "SCHED_RR", "priority": 5, "runtime": 7, "suspend": "",
                  "barrier": "x" },
                "c": { "loop": -1, "sleep": 9, "resume": "b", "signal": "c",
                  "barrier": { "ref": "x" }, "fork": "d" },
                "d": { "instance": 0, "loop": 1, "policy": "SCHED_DEADLINE", "run": 5,
                  "yield": "", "dl-runtime": 4 }
              } }
            """;

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "-1",
        "0",
        "1e400",
        "99999999999999999999",
        "null",
        "true",
        "\"run\": 1",
        "\"loop\": 1",
        "\"phases\": {}",
        "/*",
        "//",
        "\\u0000",
        "\uD83D\uDE00",
        "\u0007",
        ""
    };

    @Test
    void aDamagedFileIsImportedOrRefusedWithPlaces() {
        final SplittableRandom random = new SplittableRandom(SEED);
        int importedCount = 0;
        int refusedCount = 0;
        for (int i = 0; i < 5_000; i++) {
            final StringBuilder text = new StringBuilder(SOUND);
            final int damageCount = random.nextInt(4);
            for (int damage = 0; damage < damageCount; damage++) {
                final int start = random.nextInt(text.length());
                final int end = Math.min(text.length(), start + random.nextInt(6));
                text.replace(start, end, PIECES[random.nextInt(PIECES.length)]);
            }
            try {
                assertFalse(ImportTexts.load(text.toString()).tasks().isEmpty());
                importedCount++;
            } catch (ConfigException refused) {
                refused.problems().forEach(problem -> assertShownWell(problem, text));
                refusedCount++;
            }
        }
        assertTrue(importedCount > 250, "imported " + importedCount);
        assertTrue(refusedCount > 250, "refused " + refusedCount);
    }

    private static void assertShownWell(Problem problem, CharSequence text) {
        final String shown = problem.toString();
        assertTrue(shown.startsWith("w.json:"), () -> "seed=" + SEED + " " + shown);
        assertTrue(
                shown.chars().noneMatch(Character::isISOControl),
                () -> "seed=" + SEED + " " + shown + " text=" + text);
    }
}
