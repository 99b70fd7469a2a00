package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityLayout;
import io.vlag.engine.state.FairQueueLayout;
import io.vlag.offheap.Memory;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With all tasks in the root group, the walks over levels do exactly what the single steps do. */
class UnusedGroupsTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_612);
    private static final int OPERATION_COUNT = 6_000;

    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void groupsWithoutTasksChangeNothing(String version) {
        final FairRules rules = GoldenRules.rules(version);
        try (FairFuzz flat = new FairFuzz(rules, new SplittableRandom(SEED));
                FairFuzz grouped = new FairFuzz(rules, new SplittableRandom(SEED), 3, 1)) {
            for (int i = 0; i < OPERATION_COUNT; i++) {
                final String step = flat.step();
                assertEquals(step, grouped.step());
                compare(flat.bench, grouped.bench, "seed " + SEED + " step " + i + " " + step);
            }
        }
    }

    private static void compare(FairBench flat, FairBench grouped, String step) {
        for (int task = 0; task < FairFuzz.TASK_COUNT; task++) {
            compare(flat.entities.at(task), grouped.entities.at(task), EntityLayout.BYTES, step);
        }
        for (int cpu = 0; cpu < FairFuzz.CPU_COUNT; cpu++) {
            assertEquals(flat.queues.nrQueued(cpu), grouped.queues.hNrQueued(cpu), step);
            compare(
                    flat.queues.at(cpu),
                    grouped.queues.at(cpu),
                    FairQueueLayout.REMOVED_COUNT,
                    step);
            assertEquals(flat.runQueues.needResched(cpu), grouped.runQueues.needResched(cpu), step);
            assertEquals(
                    flat.runQueues.cpufreqHookCount(cpu),
                    grouped.runQueues.cpufreqHookCount(cpu),
                    step);
            assertEquals(
                    flat.runQueues.peltUpdateCount(cpu),
                    grouped.runQueues.peltUpdateCount(cpu),
                    step);
        }
    }

    private static void compare(long flatAt, long groupedAt, long bytes, String step) {
        for (long offset = 0; offset < bytes; offset += Long.BYTES) {
            assertEquals(
                    Memory.getLong(flatAt + offset),
                    Memory.getLong(groupedAt + offset),
                    step + " byte " + offset);
        }
    }
}
