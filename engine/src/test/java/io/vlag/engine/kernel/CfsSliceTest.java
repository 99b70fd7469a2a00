package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.CfsScene.CPU;
import static io.vlag.engine.kernel.CfsScene.MS;
import static io.vlag.engine.kernel.Near.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;

/** Edges of the period and of the shortest slice; the ordinary shares are in CfsTickTest. */
class CfsSliceTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int N = 10;

    /** Beside eight tasks it is the ninth: 3121 of 11313 of 9 * 0.75 ms, in its virtual time. */
    @Test
    void aNewTaskCountsItself() {
        try (CfsScene scene = new CfsScene()) {
            scene.runAsMin(A, 10 * MS);
            scene.queueOthers(B, B + 6);
            scene.create(N, -5, EntityTable.POLICY_NORMAL);

            scene.fair.placeNew(CPU, N);

            assertNear(610_978, scene.entities.vruntime(N), 2);
        }
    }

    /** Nine tasks are what fits into 6.1 ms, rounded up; they share the 6.1 ms and no more. */
    @Test
    void asManyTasksAsFitDoNotMakeThePeriodLonger() {
        try (CfsScene scene = new CfsScene(new CfsTunables(6_100_000, 750_000, 750_000, MS))) {
            scene.run(A, 10 * MS, -5, EntityTable.POLICY_NORMAL);
            scene.queueOthers(B, B + 7);
            assertNear(6_100_000L * 3121 / 11313, scene.fair.sliceLeftNs(CPU), 5);
        }
    }

    @Test
    void theShortestSliceOfTheIdlePolicyIsForTheIdlePolicyAlone() {
        try (CfsScene scene = new CfsScene(new CfsTunables(MS, 750_000, 300_000, MS))) {
            scene.run(A, 10 * MS);
            scene.queueOthers(B, B);
            assertEquals(750_000, scene.fair.sliceLeftNs(CPU));
        }
    }

    /** 0.75 ms at weight 3, with or without others of its like waiting, while nobody runs. */
    @Test
    void anIdlePolicyTaskWithoutOthersHasTheOrdinaryShortestSlice() {
        for (int waiting = 0; waiting < 2; waiting++) {
            try (CfsScene scene = new CfsScene(new CfsTunables(100_000, 750_000, 300_000, MS))) {
                if (waiting == 1) {
                    scene.queue(B, 0, 0, EntityTable.POLICY_IDLE);
                }
                scene.create(N, 0, EntityTable.POLICY_IDLE);

                scene.fair.placeNew(CPU, N);

                assertNear(256_000_000, scene.entities.vruntime(N), 1);
            }
        }
    }
}
