package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.KernelChange;
import io.vlag.engine.state.EntityTable;
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
    private static final List<String> VERSIONS = List.of("v66", "v612", "v618", "v70", "v72");

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
        try (FairFuzz fuzz = new FairFuzz(FairRules.of(changes), new SplittableRandom(SEED))) {
            for (int i = 0; i < OPERATION_COUNT; i++) {
                final String step = where + " step " + i + " " + fuzz.step();
                for (int cpu = 0; cpu < FairFuzz.CPU_COUNT; cpu++) {
                    check(fuzz.bench, cpu, changes, step);
                }
            }
        }
    }

    private static void check(FairBench bench, int cpu, Map<String, String> changes, String step) {
        final EntityTable entities = bench.entities;
        final long average = bench.fair.averageVruntime(cpu);
        final boolean full = changes.get("average_weights").equals("full");
        int queued = 0;
        int delayed = 0;
        long load = 0;
        long total = 0;
        long distance = 0;
        for (int task = 0; task < FairFuzz.TASK_COUNT; task++) {
            if (entities.onRq(task) && entities.cpu(task) == cpu) {
                queued++;
                delayed += entities.delayed(task) ? 1 : 0;
                load += entities.loadWeight(task);
                final long weight =
                        full
                                ? entities.loadWeight(task)
                                : NiceWeights.scaledDown(entities.loadWeight(task));
                total += weight;
                distance += weight * (average - entities.vruntime(task));
            }
        }
        final boolean excludes = changes.get("h_nr_excludes_delayed").equals("on");
        assertEquals(queued, bench.queues.nrQueued(cpu), step);
        assertEquals(excludes ? queued - delayed : queued, bench.queues.hNrRunnable(cpu), step);
        assertEquals(load, bench.queues.loadWeight(cpu), step);
        // V is rounded down by less than 1 ns, so the weighted distances add up to less than W.
        assertTrue(distance <= 0 && distance > -total || total == 0, step);
        checkOrder(bench, cpu, changes, queued, step);
    }

    private static void checkOrder(
            FairBench bench, int cpu, Map<String, String> changes, int queued, String step) {
        final EntityTable entities = bench.entities;
        final boolean byDeadline = changes.get("tree_key").equals("deadline");
        final int curr = bench.queues.curr(cpu);
        int waiting = 0;
        int before = FairClass.NONE;
        for (int task = bench.fair.firstWaiting(cpu);
                task != FairClass.NONE;
                task = bench.fair.nextWaiting(task)) {
            waiting++;
            final long key = byDeadline ? entities.deadline(task) : entities.vruntime(task);
            if (before != FairClass.NONE) {
                final long keyBefore =
                        byDeadline ? entities.deadline(before) : entities.vruntime(before);
                assertTrue(!VirtualTime.before(key, keyBefore), step);
            }
            before = task;
        }
        assertEquals(
                queued, waiting + (curr != FairClass.NONE && entities.onRq(curr) ? 1 : 0), step);
        if (queued > 0 && curr != FairClass.NONE) {
            final int pick = bench.fair.pick(cpu, false);
            assertTrue(queued == 1 || bench.fair.eligible(cpu, pick), step);
        }
    }
}
