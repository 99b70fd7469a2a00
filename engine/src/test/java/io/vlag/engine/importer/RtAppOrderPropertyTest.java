package io.vlag.engine.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.config.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Programs of random events in every spelling come back as they were made; a failure prints the
 * seed.
 */
class RtAppOrderPropertyTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_101);

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void randomProgramsComeBackInOrder() {
        for (int i = 0; i < 2_000; i++) {
            final List<Step> expected = new ArrayList<>();
            final StringBuilder text = new StringBuilder("{\"tasks\":{\"t\":{\"phases\":{");
            final int phaseCount = 1 + random.nextInt(4);
            for (int phase = 0; phase < phaseCount; phase++) {
                appendPhase(text, expected);
            }
            text.append(filler()).append("}}}}");
            final String shown = text.toString();
            assertEquals(
                    List.of(new Step.Loop(Step.FOREVER, expected)),
                    ImportTexts.load(shown).tasks().getFirst().steps(),
                    () -> "seed=" + SEED + " text=" + shown);
        }
    }

    private void appendPhase(StringBuilder text, List<Step> expected) {
        final int loop = 1 + random.nextInt(3);
        text.append(filler()).append("\"p\":{\"loop\":").append(loop).append(',');
        final List<Step> steps = new ArrayList<>();
        steps.add(new Step.Run(1_000));
        text.append("\"run\":1,");
        final int eventCount = random.nextInt(12);
        for (int i = 0; i < eventCount; i++) {
            final long us = 1 + random.nextLong(1_000_000);
            final String suffix = random.nextBoolean() ? "" : String.valueOf(random.nextInt(20));
            text.append(filler());
            switch (random.nextInt(5)) {
                case 0 -> {
                    text.append("\"run" + suffix + "\":" + us);
                    steps.add(new Step.Run(us * 1_000));
                }
                case 1 -> {
                    text.append("\"runtime" + suffix + "\":" + us);
                    steps.add(new Step.RunFor(us * 1_000));
                }
                case 2 -> {
                    text.append("\"sleep" + suffix + "\" : " + us);
                    steps.add(new Step.Sleep(us * 1_000));
                }
                case 3 -> {
                    text.append("\"resume" + suffix + "\":\"r\"");
                    steps.add(new Step.Resume("r"));
                }
                default -> {
                    text.append("\"timer" + suffix + "\":{\"period\":" + us + ",\"ref\":\"x\",}");
                    steps.add(new Step.Timer("x", us * 1_000, true, false));
                }
            }
            text.append(',');
        }
        text.append("},");
        if (loop == 1) {
            expected.addAll(steps);
        } else {
            expected.add(new Step.Loop(loop, steps));
        }
    }

    private String filler() {
        return switch (random.nextInt(6)) {
            case 0 -> " /* \"run\": 9, */ ";
            case 1 -> " // \"sleep\": 9,\n";
            case 2 -> "\n\t";
            default -> "";
        };
    }
}
