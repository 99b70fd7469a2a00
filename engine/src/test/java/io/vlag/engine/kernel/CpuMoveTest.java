package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;

/** What a task takes along to another CPU, waiting or asleep. */
class CpuMoveTest {
    @Test
    void aWaitingTaskMovesAndIsColdThere() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.entities.execStartNs(B, 77);
            cpu.fair.detachQueued(CPU, B);
            assertFalse(cpu.entities.onRq(B));
            cpu.fair.attachQueued(OTHER_CPU, B);
            assertEquals(OTHER_CPU, cpu.entities.cpu(B));
            assertEquals(0, cpu.entities.execStartNs(B));
            assertEquals(B, cpu.fair.firstWaiting(OTHER_CPU));
            assertEquals(FairClass.NONE, cpu.fair.firstWaiting(CPU));
        }
    }

    /** Its averages go with it: on the old CPU nothing of it is left, on no level. */
    @Test
    void aWaitingTaskOfAGroupTakesItsAveragesAlong() {
        try (GroupHarness cpus = new GroupHarness("v70", 2, 2, 2)) {
            cpus.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpus.start(0, 1, CPU);
            cpus.run(50 * MS);
            cpus.fair.take(CPU, FairClass.NONE);
            final long load = PeltLayout.loadAvg(cpus.bench.entities.avgAt(0));
            assertTrue(load > 500);
            cpus.fair.detachQueued(CPU, 0);
            assertEquals(0, PeltLayout.lastUpdateNs(cpus.bench.entities.avgAt(0)), "nowhere");
            final EntityTree tree = cpus.bench.entityTree;
            assertEquals(0, PeltLayout.loadAvg(cpus.bench.queues.avgAt(tree.queueOf(1, CPU))));
            cpus.fair.attachQueued(OTHER_CPU, 0);
            assertEquals(
                    load,
                    PeltLayout.loadAvg(cpus.bench.queues.avgAt(tree.queueOf(1, OTHER_CPU))),
                    16);
        }
    }

    @Test
    void aTaskThatWakesWhereItSleptIsAsWarmAsItWas() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(B);
            cpu.entities.execStartNs(B, 77);
            cpu.fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);
            assertEquals(77, cpu.entities.execStartNs(B));
        }
    }

    /** With EEVDF the place is found from the lag; where it was on the old CPU does not matter. */
    @Test
    void aSleeperThatMovesKeepsItsRecordAsItIs() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            cpu.fair.pickNext(CPU);
            final long vruntime = cpu.entities.vruntime(A);
            cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
            assertEquals(OTHER_CPU, cpu.entities.cpu(A));
            assertEquals(vruntime, cpu.entities.vruntime(A));
        }
    }
}
