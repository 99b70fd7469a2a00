package io.vlag.pelt;

import static io.vlag.pelt.Near.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeltTransferTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_403L);
    private static final long PERIOD_NS = 1024 * 1024;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Records records = new Records(4);
    private final long queueAt = records.at(0);

    @AfterEach
    void release() {
        records.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {PeltTransfer.FLOOR_32, PeltTransfer.FLOOR_64})
    void aTaskThatJoinsAndLeavesAtOnceChangesNoAverage(int form) {
        final long taskAt = records.at(1);
        for (int i = 0; i < 20_000; i++) {
            randomQueue();
            randomTask(taskAt);
            final long loadAvg = PeltLayout.loadAvg(queueAt);
            final long utilAvg = PeltLayout.utilAvg(queueAt);
            final long runnableAvg = PeltLayout.runnableAvg(queueAt);
            PeltTransfer.attach(queueAt, taskAt, 1024, form);
            PeltTransfer.detach(queueAt, taskAt, 1024, form);
            assertEquals(loadAvg, PeltLayout.loadAvg(queueAt), () -> "seed=" + SEED);
            assertEquals(utilAvg, PeltLayout.utilAvg(queueAt), () -> "seed=" + SEED);
            assertEquals(runnableAvg, PeltLayout.runnableAvg(queueAt), () -> "seed=" + SEED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {PeltTransfer.FLOOR_32, PeltTransfer.FLOOR_64})
    void whatLeavesNeverTakesMoreThanThereIs(int form) {
        final long taskAt = records.at(1);
        for (int i = 0; i < 20_000; i++) {
            randomQueue();
            randomTask(taskAt);
            if (random.nextBoolean()) {
                PeltTransfer.detach(queueAt, taskAt, 1024, form);
            } else {
                PeltTransfer.applyRemoved(
                        queueAt,
                        random.nextLong(3_000),
                        random.nextLong(1_100),
                        random.nextLong(3_000),
                        form);
            }
            assertSumsCarryAverages();
        }
    }

    @Test
    void anAttachedTaskKeepsItsUtilisationWhileBothAge() {
        final long taskAt = records.at(1);
        PeltLayout.lastUpdateNs(queueAt, 100 * PERIOD_NS);
        PeltLayout.utilAvg(taskAt, 700);
        PeltLayout.runnableAvg(taskAt, 800);
        PeltLayout.loadAvg(taskAt, 900);
        PeltTransfer.attach(queueAt, taskAt, 1024, PeltTransfer.FLOOR_64);
        assertEquals(100 * PERIOD_NS, PeltLayout.lastUpdateNs(taskAt));
        for (int i = 1; i <= 32; i++) {
            final long nowNs = (100 + i) * PERIOD_NS;
            PeltAverage.update(taskAt, nowNs, 0, 0, 0, 1024);
            PeltAverage.update(queueAt, nowNs, 0, 0, 0, 1);
            assertNear(PeltLayout.utilAvg(taskAt), PeltLayout.utilAvg(queueAt), 1);
            assertNear(PeltLayout.loadAvg(taskAt), PeltLayout.loadAvg(queueAt), 1);
        }
        assertNear(350, PeltLayout.utilAvg(queueAt), 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {PeltTransfer.FLOOR_32, PeltTransfer.FLOOR_64})
    void aNewWeightScalesTheLoadAndNothingElse(int form) {
        final long taskAt = records.at(1);
        PeltLayout.loadAvg(taskAt, 1_000);
        PeltLayout.utilAvg(taskAt, 500);
        PeltLayout.runnableAvg(taskAt, 600);
        PeltTransfer.attach(queueAt, taskAt, 1024, form);
        PeltTransfer.reweight(queueAt, taskAt, 1024, 2048, form);
        assertNear(2_000, PeltLayout.loadAvg(taskAt), 2);
        assertEquals(PeltLayout.loadAvg(taskAt), PeltLayout.loadAvg(queueAt));
        assertEquals(500, PeltLayout.utilAvg(queueAt));
        assertEquals(600, PeltLayout.runnableAvg(queueAt));
        assertNear(2048 * PeltLayout.loadSum(taskAt), PeltLayout.loadSum(queueAt), 2048);
    }

    /** Item 19 of the differences: two nice -20 tasks hold more than 32 bits of weighted load. */
    @Test
    void theEarlyFloorLosesTheUpperHalfOfALargeLoadSum() {
        final long weight = 88_761;
        for (int form : new int[] {PeltTransfer.FLOOR_32, PeltTransfer.FLOOR_64}) {
            records.reset();
            for (int task = 1; task <= 3; task++) {
                PeltLayout.loadAvg(records.at(task), weight);
                PeltTransfer.attach(queueAt, records.at(task), weight, form);
            }
            PeltTransfer.detach(queueAt, records.at(3), weight, form);
            final long exact = 2 * weight * 46_718;
            assertTrue(exact > 1L << 32);
            assertEquals(
                    form == PeltTransfer.FLOOR_64 ? exact : exact & 0xFFFF_FFFFL,
                    PeltLayout.loadSum(queueAt));
        }
    }

    @Test
    void aNewTaskOnAnEmptyCpuStartsAtHalfItsCapacity() {
        PeltTransfer.initTaskUtil(
                queueAt, records.at(1), 1024, 1024, PeltTransfer.UTIL_WEIGHT_TABLE);
        assertEquals(512, PeltLayout.utilAvg(records.at(1)));
        assertEquals(512, PeltLayout.runnableAvg(records.at(1)));
        assertEquals(1024, PeltLayout.loadAvg(records.at(1)));
        assertEquals(0, PeltLayout.utilSum(records.at(1)));
    }

    @Test
    void aNewTaskOnAFullCpuStartsAtZero() {
        PeltLayout.utilAvg(queueAt, 1_030);
        PeltTransfer.initTaskUtil(
                queueAt, records.at(1), 1024, 1024, PeltTransfer.UTIL_WEIGHT_LOAD);
        assertEquals(0, PeltLayout.utilAvg(records.at(1)));
    }

    /** A queue that leaves no room writes nothing: the task has what it came with. */
    @Test
    void aNewTaskWithoutRoomIsGivenNothing() {
        for (int queueUtil : new int[] {1_023, 1_024, 1_030}) {
            PeltLayout.utilAvg(queueAt, queueUtil);
            PeltLayout.utilAvg(records.at(1), 7);
            PeltTransfer.initTaskUtil(
                    queueAt, records.at(1), 1024, 1024, PeltTransfer.UTIL_WEIGHT_TABLE);
            assertEquals(7, PeltLayout.utilAvg(records.at(1)));
            assertEquals(7, PeltLayout.runnableAvg(records.at(1)));
        }
    }

    private void randomQueue() {
        PeltLayout.lastUpdateNs(queueAt, random.nextLong(1L << 40));
        PeltLayout.periodContrib(queueAt, random.nextInt(1024));
        final long divider = PeltAverage.divider(queueAt);
        final long loadAvg = random.nextLong(50_000);
        final long runnableAvg = random.nextLong(5_000);
        final long utilAvg = random.nextLong(1_024);
        PeltLayout.loadAvg(queueAt, loadAvg);
        PeltLayout.loadSum(queueAt, loadAvg * divider + random.nextLong(divider));
        PeltLayout.runnableAvg(queueAt, runnableAvg);
        PeltLayout.runnableSum(queueAt, runnableAvg * divider + random.nextLong(divider));
        PeltLayout.utilAvg(queueAt, utilAvg);
        PeltLayout.utilSum(queueAt, utilAvg * divider + random.nextLong(divider));
    }

    private void randomTask(long at) {
        PeltLayout.loadAvg(at, random.nextLong(1_024));
        PeltLayout.runnableAvg(at, random.nextLong(1_024));
        PeltLayout.utilAvg(at, random.nextLong(1_024));
        PeltLayout.loadSum(at, random.nextLong(47_742));
        PeltLayout.runnableSum(at, random.nextLong(47_742 * 1_024));
        PeltLayout.utilSum(at, random.nextLong(47_742 * 1_024));
    }

    private void assertSumsCarryAverages() {
        final long least = PeltAverage.DIVIDER_BASE;
        assertTrue(PeltLayout.loadAvg(queueAt) >= 0, () -> "seed=" + SEED);
        assertTrue(PeltLayout.loadSum(queueAt) >= PeltLayout.loadAvg(queueAt) * least);
        assertTrue(PeltLayout.runnableSum(queueAt) >= PeltLayout.runnableAvg(queueAt) * least);
        assertTrue(PeltLayout.utilSum(queueAt) >= PeltLayout.utilAvg(queueAt) * least);
    }
}
