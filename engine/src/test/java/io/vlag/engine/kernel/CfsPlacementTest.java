package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.CfsScene.CPU;
import static io.vlag.engine.kernel.CfsScene.MS;
import static io.vlag.engine.kernel.CfsScene.OTHER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where CFS puts tasks in virtual time, and how min_vruntime moves. */
class CfsPlacementTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int N = 2;

    @ParameterizedTest
    @CsvSource({
        "on, 0, 98_000_000", // half of the latency behind min_vruntime
        "on, 97_999_999, 98_000_000",
        "on, 98_000_001, 98_000_001", // slept so short that it keeps its own
        "on, 130_000_000, 130_000_000",
        "off, 0, 95_000_000", // the whole latency
        "off, 95_000_001, 95_000_001",
    })
    void aSleeperIsCreditedButNeverSetBack(String gentle, String before, String after) {
        try (CfsScene scene = new CfsScene("GENTLE_FAIR_SLEEPERS", gentle)) {
            scene.runAsMin(A, 101 * MS);
            scene.create(B);
            scene.entities.vruntime(B, number(before));

            scene.wake(B);

            assertEquals(number(after), scene.entities.vruntime(B));
            assertEquals(101 * MS, scene.queues.zeroVruntime(CPU));
        }
    }

    @ParameterizedTest
    @CsvSource({"on, 100_625_000", "off, 100_250_000"})
    void anIdlePolicySleeperIsCreditedOneMinGranularity(String gentle, String after) {
        try (CfsScene scene = new CfsScene("GENTLE_FAIR_SLEEPERS", gentle)) {
            scene.runAsMin(A, 101 * MS);
            scene.create(B, 0, EntityTable.POLICY_IDLE);

            scene.wake(B);

            assertEquals(number(after), scene.entities.vruntime(B));
        }
    }

    @Test
    void theRunnerIsAccountedBeforeASleeperIsPlaced() {
        try (CfsScene scene = new CfsScene()) {
            scene.runAsMin(A, 101 * MS);
            scene.create(B);
            scene.pass(2 * MS);

            scene.wake(B);

            assertEquals(100 * MS, scene.entities.vruntime(B));
        }
    }

    @Test
    void creditWorksAcrossTheWrapOfVirtualTime() {
        try (CfsScene scene = new CfsScene()) {
            scene.queues.zeroVruntime(CPU, Long.MAX_VALUE - MS);
            scene.run(A, Long.MAX_VALUE - MS);
            scene.pass(5 * MS);
            scene.create(B);
            scene.entities.vruntime(B, Long.MAX_VALUE - 10 * MS);

            scene.wake(B);

            assertEquals(Long.MAX_VALUE + MS, scene.entities.vruntime(B));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "on, 1_000_000, 11_999_999", // min_vruntime 10 ms + a third of 6 ms
        "on, 1_999_998, 11_999_999",
        "on, 3_000_000, 13_000_000", // not before its parent
        "off, 1_000_000, 11_000_000",
    })
    void aNewTaskStartsASliceBehindButNotBeforeItsParent(
            String debit, String parentRan, String after) {
        try (CfsScene scene = new CfsScene("START_DEBIT", debit)) {
            scene.run(A, 10 * MS);
            scene.queue(B, 10 * MS);
            scene.pass(number(parentRan));
            scene.create(N);

            scene.fair.placeNew(CPU, N);
            scene.fair.enqueue(CPU, N, 0);

            assertEquals(number(after), scene.entities.vruntime(N));
        }
    }

    @Test
    void theDebitIsInTheNewTasksVirtualTime() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 10 * MS);
            scene.pass(1);
            scene.create(N, 5, EntityTable.POLICY_NORMAL);

            scene.fair.placeNew(CPU, N);

            // Its share is 335 of 2383: 843,474 ns, which are 2,578,260 at its weight.
            assertEquals(2_578_260, scene.entities.vruntime(N));
        }
    }

    @Test
    void withoutAParentOnTheCpuOnlyTheDebitCounts() {
        try (CfsScene scene = new CfsScene()) {
            scene.queues.zeroVruntime(CPU, -50 * MS);
            scene.create(N);

            scene.fair.placeNew(CPU, N);
            scene.fair.enqueue(CPU, N, 0);

            assertEquals(-44_000_002, scene.entities.vruntime(N));
        }
    }

    @Test
    void aNewTaskTakesItsDistanceAlongToTheCpuItStartsOn() {
        try (CfsScene scene = new CfsScene()) {
            scene.queues.zeroVruntime(OTHER_CPU, 1_000 * MS);
            scene.runAsMin(A, 10 * MS);
            scene.create(N);

            scene.fair.placeNew(CPU, N);
            scene.fair.enqueue(OTHER_CPU, N, 0);

            assertEquals(1_002_999_998, scene.entities.vruntime(N));
        }
    }

    @ParameterizedTest
    @CsvSource({"12_000_000, 1_002_000_000", "8_000_000, 998_000_000", "0, 997_000_000"})
    void aSleeperThatWakesElsewhereKeepsItsDistanceUpToTheCredit(String before, String after) {
        try (CfsScene scene = new CfsScene()) {
            scene.queues.zeroVruntime(OTHER_CPU, 1_000 * MS);
            scene.runAsMin(A, 10 * MS);
            scene.create(B);
            scene.entities.vruntime(B, number(before));

            scene.fair.migrateSleeping(B, CPU, OTHER_CPU);
            scene.fair.enqueue(OTHER_CPU, B, FairClass.ENQUEUE_WAKEUP | FairClass.ENQUEUE_MIGRATED);

            assertEquals(number(after), scene.entities.vruntime(B));
        }
    }

    @ParameterizedTest
    @CsvSource({"min_vruntime, 1_002_000_000", "zero, 12_000_000"})
    void aWaitingTaskThatIsMovedKeepsItsDistance(String offQueue, String after) {
        try (CfsScene scene = new CfsScene("vruntime_off_queue", offQueue)) {
            scene.queues.zeroVruntime(OTHER_CPU, 1_000 * MS);
            scene.run(A, 9_999_999);
            scene.create(B);
            scene.entities.vruntime(B, 12 * MS);
            scene.fair.enqueue(CPU, B, 0);
            scene.pass(1);

            scene.fair.detachQueued(CPU, B);
            scene.fair.attachQueued(OTHER_CPU, B);

            assertEquals(number(after), scene.entities.vruntime(B));
        }
    }

    /** The sleeper is 2 ms ahead of the old min_vruntime, the new task 3 ms, each of 10 ms. */
    @Test
    void whereVruntimeStaysAsItIsNewAndWokenTasksTakeItAlong() {
        try (CfsScene scene = new CfsScene("vruntime_off_queue", "zero")) {
            scene.run(A, 9_999_999);
            scene.pass(1);
            scene.create(N);
            scene.fair.placeNew(CPU, N);
            scene.create(B);
            scene.entities.vruntime(B, 12 * MS);
            scene.fair.migrateSleeping(B, CPU, OTHER_CPU);

            scene.fair.enqueue(OTHER_CPU, N, 0);
            scene.fair.enqueue(OTHER_CPU, B, FairClass.ENQUEUE_WAKEUP | FairClass.ENQUEUE_MIGRATED);

            assertEquals(12_999_998, scene.entities.vruntime(N));
            assertEquals(12 * MS, scene.entities.vruntime(B));
        }
    }

    /** The distance is measured before the leaver lets go of min_vruntime. */
    @Test
    void theLeftmostLeavesWithADistanceOfZero() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 20 * MS);
            scene.queue(B, 10 * MS);
            scene.pass(MS);

            scene.fair.detachQueued(CPU, B);

            assertEquals(0, scene.entities.vruntime(B));
            assertEquals(21 * MS, scene.queues.zeroVruntime(CPU));
        }
    }

    @Test
    void aSleepLeavesVruntimeAlone() {
        try (CfsScene scene = new CfsScene()) {
            scene.runAsMin(A, 10 * MS);
            scene.pass(MS);

            scene.block();

            assertEquals(11 * MS, scene.entities.vruntime(A));
        }
    }

    @Test
    void aNiceChangeLeavesVruntimeAlone() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 12 * MS);
            scene.pass(MS);

            scene.fair.setNice(CPU, A, 5);
            scene.fair.setNice(CPU, B, 5);
            scene.fair.reweight(CPU, B, NiceWeights.loadWeight(15));

            assertEquals(11 * MS, scene.entities.vruntime(A));
            assertEquals(12 * MS, scene.entities.vruntime(B));
            assertEquals(A, scene.queues.curr(CPU));
        }
    }

    @Test
    void minVruntimeIsTheLeastOfTheQueueAndOnlyRises() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 20 * MS);
            scene.queue(B, 10 * MS);
            scene.pass(MS);
            scene.fair.account(CPU);
            assertEquals(10 * MS, scene.queues.zeroVruntime(CPU));
            // A sleeper joins before it: min_vruntime stays.
            scene.create(N);
            scene.wake(N);
            assertEquals(7 * MS, scene.entities.vruntime(N));
            scene.pass(MS);
            scene.fair.account(CPU);
            assertEquals(10 * MS, scene.queues.zeroVruntime(CPU));
            // The two leave: the runner at 22 ms is the least.
            scene.fair.dequeue(CPU, N, FairClass.DEQUEUE_SLEEP);
            assertEquals(10 * MS, scene.queues.zeroVruntime(CPU));
            scene.fair.dequeue(CPU, B, FairClass.DEQUEUE_SLEEP);
            assertEquals(22 * MS, scene.queues.zeroVruntime(CPU));
            // An empty queue keeps it.
            scene.block();
            scene.fair.pickNext(CPU);
            assertEquals(22 * MS, scene.queues.zeroVruntime(CPU));
        }
    }

    @Test
    void onlyThisPlacementNeedsTheForkHook() {
        try (CfsScene scene = new CfsScene();
                CfsScene average = new CfsScene("place_rule", "average")) {
            assertEquals(true, scene.fair.placesAtFork());
            assertEquals(false, average.fair.placesAtFork());
        }
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", ""));
    }
}
