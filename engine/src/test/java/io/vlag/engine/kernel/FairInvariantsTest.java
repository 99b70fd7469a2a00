package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.fail;

import io.vlag.engine.check.FairQueueCheck;
import io.vlag.engine.check.InvariantViolation;
import io.vlag.engine.config.KernelChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every kernel, and every kernel with one change turned to another form, keeps its books under
 * random operations. A failure names the seed; {@code -Dtest.seed=N} replays it.
 */
class FairInvariantsTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_401);
    private static final int OPERATION_COUNT = 1_500;
    private static final List<String> VERSIONS =
            List.of("v61", "v66", "v612", "v618", "v70", "v72");

    @TestFactory
    Stream<DynamicTest> anyChangeAloneKeepsTheBooks() {
        return VERSIONS.stream()
                .flatMap(
                        version ->
                                variants(version).stream()
                                        .map(
                                                changes ->
                                                        DynamicTest.dynamicTest(
                                                                version
                                                                        + " "
                                                                        + difference(
                                                                                version, changes),
                                                                () -> run(version, changes))));
    }

    private static List<Map<String, String>> variants(String version) {
        final List<Map<String, String>> variants = new ArrayList<>();
        variants.add(GoldenRules.changes(version));
        for (KernelChange change : KernelChange.values()) {
            final String form = GoldenRules.changes(version).get(change.key());
            if (form != null) {
                for (String other : change.forms()) {
                    if (!other.equals(form)) {
                        final Map<String, String> changes = GoldenRules.changes(version);
                        changes.put(change.key(), other);
                        variants.add(changes);
                    }
                }
            }
        }
        return variants;
    }

    private static String difference(String version, Map<String, String> changes) {
        final Map<String, String> plain = GoldenRules.changes(version);
        return changes.entrySet().stream()
                .filter(change -> !change.getValue().equals(plain.get(change.getKey())))
                .map(Object::toString)
                .findFirst()
                .orElse("as it is");
    }

    private static void run(String version, Map<String, String> changes) {
        final String where = "seed " + SEED + " " + version + " " + difference(version, changes);
        final FairRules rules = FairRules.of(changes);
        try (FairFuzz fuzz = new FairFuzz(rules, new SplittableRandom(SEED))) {
            final FairBench bench = fuzz.bench;
            final FairQueueCheck check =
                    new FairQueueCheck(
                            rules,
                            new FairState(bench.entities, bench.queues, bench.runQueues),
                            bench.fair);
            for (int i = 0; i < OPERATION_COUNT; i++) {
                final String step = where + " step " + i + " " + fuzz.step();
                try {
                    for (int cpu = 0; cpu < FairFuzz.CPU_COUNT; cpu++) {
                        check.check(cpu);
                    }
                } catch (InvariantViolation violation) {
                    fail(step + ": " + violation.getMessage(), violation);
                }
            }
        }
    }
}
