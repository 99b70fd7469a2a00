package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UtilEstTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_404L);

    private final Records records = new Records(18);
    private final long queueAt = records.at(0);
    private final long taskAt = records.at(1);

    @AfterEach
    void release() {
        records.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {UtilEst.TWO_NUMBERS, UtilEst.ONE_NUMBER})
    void risesAtOnceAndFallsByAQuarter(int form) {
        PeltLayout.utilAvg(taskAt, 800);
        assertTrue(UtilEst.update(taskAt, 1024, form, true, false));
        assertEquals(800, UtilEst.stored(taskAt, form));
        UtilEst.markChanged(taskAt);
        PeltLayout.utilAvg(taskAt, 400);
        assertTrue(UtilEst.update(taskAt, 1024, form, true, false));
        assertEquals(700, UtilEst.stored(taskAt, form));
        assertEquals(700, UtilEst.taskEstimate(taskAt, form));
        PeltLayout.utilAvg(taskAt, 900);
        assertEquals(900, UtilEst.taskEstimate(taskAt, form));
    }

    @ParameterizedTest
    @ValueSource(ints = {UtilEst.TWO_NUMBERS, UtilEst.ONE_NUMBER})
    void storesOncePerChangeOfTheAverage(int form) {
        PeltLayout.utilAvg(taskAt, 100);
        assertTrue(UtilEst.update(taskAt, 1024, form, true, true));
        PeltLayout.utilAvg(taskAt, 900);
        assertFalse(UtilEst.update(taskAt, 1024, form, true, true));
        assertEquals(100, UtilEst.stored(taskAt, form));
        UtilEst.markChanged(taskAt);
        assertTrue(UtilEst.update(taskAt, 1024, form, true, true));
        assertEquals(900, UtilEst.stored(taskAt, form));
    }

    @Test
    void gatesKeepTheEstimateOfTasksThatCouldNotRun() {
        PeltLayout.utilEst(taskAt, 900);
        PeltLayout.utilAvg(taskAt, 500);
        PeltLayout.runnableAvg(taskAt, 511);
        assertFalse(UtilEst.update(taskAt, 400, UtilEst.ONE_NUMBER, true, true));
        assertEquals(900, PeltLayout.utilEst(taskAt), "nothing stored, no flag");
        assertTrue(UtilEst.update(taskAt, 400, UtilEst.ONE_NUMBER, false, true));
        assertEquals(900 | UtilEst.UNCHANGED, PeltLayout.utilEst(taskAt), "was waiting");
        UtilEst.markChanged(taskAt);
        PeltLayout.runnableAvg(taskAt, 510);
        assertTrue(UtilEst.update(taskAt, 400, UtilEst.ONE_NUMBER, false, true));
        assertEquals(800, UtilEst.stored(taskAt, UtilEst.ONE_NUMBER));
    }

    /** Above the capacity is above it; at the capacity the task had all it asked for. */
    @Test
    void theCapacityGateLetsATaskPassThatJustFits() {
        PeltLayout.utilEst(taskAt, 900);
        PeltLayout.utilAvg(taskAt, 500);
        assertFalse(UtilEst.update(taskAt, 499, UtilEst.ONE_NUMBER, true, false));
        assertTrue(UtilEst.update(taskAt, 500, UtilEst.ONE_NUMBER, true, false));
        assertEquals(800, UtilEst.stored(taskAt, UtilEst.ONE_NUMBER));
    }

    @Test
    void twoNumbersCloseToTheUtilisationAreLeftAlone() {
        PeltLayout.utilEst(taskAt, 495);
        PeltLayout.utilEwma(taskAt, 509);
        PeltLayout.utilAvg(taskAt, 500);
        assertFalse(UtilEst.update(taskAt, 1024, UtilEst.TWO_NUMBERS, true, false));
        assertEquals(495, PeltLayout.utilEst(taskAt), "no store, no flag");
        PeltLayout.utilEst(taskAt, 490);
        assertTrue(UtilEst.update(taskAt, 1024, UtilEst.TWO_NUMBERS, true, false));
        assertEquals(500 | UtilEst.UNCHANGED, PeltLayout.utilEst(taskAt));
        assertEquals(509, PeltLayout.utilEwma(taskAt));
    }

    @Test
    void oneNumberDoesNotReadTheSecond() {
        PeltLayout.utilEst(taskAt, 300);
        PeltLayout.utilEwma(taskAt, 900);
        assertEquals(300, UtilEst.stored(taskAt, UtilEst.ONE_NUMBER));
        assertEquals(900, UtilEst.stored(taskAt, UtilEst.TWO_NUMBERS));
    }

    /** The estimate moves only while a task is not counted, so the sum stays exact. */
    @ParameterizedTest
    @ValueSource(ints = {UtilEst.TWO_NUMBERS, UtilEst.ONE_NUMBER})
    void aQueuesSumIsTheSumOfItsTasks(int form) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final boolean[] queued = new boolean[16];
        for (int i = 0; i < 50_000; i++) {
            final int task = random.nextInt(16);
            final long at = records.at(2 + task);
            if (queued[task]) {
                UtilEst.dequeue(queueAt, at, form);
                UtilEst.markChanged(at);
                PeltLayout.utilAvg(at, random.nextLong(1_024));
                PeltLayout.runnableAvg(at, random.nextLong(1_024));
                UtilEst.update(at, 1024, form, random.nextBoolean(), random.nextBoolean());
            } else {
                UtilEst.enqueue(queueAt, at, form);
            }
            queued[task] = !queued[task];
            long sum = 0;
            for (int other = 0; other < 16; other++) {
                sum += queued[other] ? UtilEst.stored(records.at(2 + other), form) : 0;
            }
            assertEquals(sum, UtilEst.queueEstimate(queueAt), () -> "seed=" + SEED);
        }
    }

    @Test
    void aQueuesSumStopsAtZero() {
        PeltLayout.utilEst(queueAt, 5);
        PeltLayout.utilEst(taskAt, 9 | UtilEst.UNCHANGED);
        UtilEst.dequeue(queueAt, taskAt, UtilEst.ONE_NUMBER);
        assertEquals(0, UtilEst.queueEstimate(queueAt));
    }
}
