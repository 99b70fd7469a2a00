package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CpuUtilTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_405L);

    private final Records records = new Records(2);
    private final long queueAt = records.at(0);
    private final long taskAt = records.at(1);

    @AfterEach
    void release() {
        records.close();
    }

    @Test
    void placingNeverLowersAndTakingOffNeverRaises() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100_000; i++) {
            PeltLayout.utilAvg(queueAt, random.nextLong(1_100));
            PeltLayout.runnableAvg(queueAt, random.nextLong(4_000));
            PeltLayout.utilEst(queueAt, random.nextInt(4_000));
            PeltLayout.utilAvg(taskAt, random.nextLong(1_024));
            PeltLayout.runnableAvg(taskAt, random.nextLong(1_024));
            PeltLayout.utilEst(taskAt, random.nextInt(1_024) | UtilEst.UNCHANGED);
            final long capacity = 1 + random.nextLong(1_024);
            final boolean boost = random.nextBoolean();
            final int form = random.nextInt(2);
            final long now = CpuUtil.cpuUtil(queueAt, boost, capacity);
            final long placed = with(1, 0, false, boost, capacity, form);
            final long taken = with(0, CpuUtil.NO_CPU, true, boost, capacity, form);
            assertTrue(now <= placed && placed <= capacity, () -> "seed=" + SEED);
            assertTrue(0 <= taken && taken <= now, () -> "seed=" + SEED);
        }
    }

    @Test
    void waitingTasksCountOnlyWithBoost() {
        PeltLayout.utilAvg(queueAt, 300);
        PeltLayout.runnableAvg(queueAt, 900);
        assertEquals(300, CpuUtil.cpuUtil(queueAt, false, 1024));
        assertEquals(900, CpuUtil.cpuUtil(queueAt, true, 1024));
        assertEquals(512, CpuUtil.cpuUtil(queueAt, true, 512));
    }

    @Test
    void theFormsDifferInWhatATaskTakesAway() {
        PeltLayout.utilAvg(queueAt, 300);
        PeltLayout.runnableAvg(queueAt, 900);
        PeltLayout.utilAvg(taskAt, 200);
        PeltLayout.runnableAvg(taskAt, 600);
        assertEquals(700, with(0, 1, false, true, 1024, CpuUtil.BOOST_THEN_TASK));
        assertEquals(300, with(0, 1, false, true, 1024, CpuUtil.TASK_THEN_BOOST));
    }

    private long with(
            int taskCpu, int dstCpu, boolean queued, boolean boost, long capacity, int form) {
        return CpuUtil.cpuUtil(
                queueAt,
                taskAt,
                0,
                taskCpu,
                dstCpu,
                queued,
                boost,
                capacity,
                form,
                UtilEst.ONE_NUMBER);
    }
}
