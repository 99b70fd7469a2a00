package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.N;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;

/** yield_to(): the target becomes next buddy where it waits, and the runner yields. */
class YieldToTest {
    @Test
    void theTargetIsNominatedOnItsOwnCpu() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.newTask(OTHER_CPU, N, 0, EntityTable.POLICY_NORMAL);
            cpu.fair.enqueue(OTHER_CPU, N, FairClass.ENQUEUE_WAKEUP);
            cpu.fair.yieldTo(CPU, OTHER_CPU, N);
            assertEquals(N, cpu.bench.queues.next(OTHER_CPU));
            assertEquals(FairClass.NONE, cpu.buddy());
            assertEquals(MS, cpu.entities.sumExecNs(A), "the runner has yielded");
        }
    }

    @Test
    void anIdleTargetIsNotNominated() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.setPolicy(CPU, B, 0, EntityTable.POLICY_IDLE);
            cpu.fair.yieldTo(CPU, CPU, B);
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    @Test
    void inAGroupTheTargetIsNominatedOnTheQueueOfItsGroup() {
        try (GroupHarness cpus = new GroupHarness("v70", 2, 3, 2)) {
            cpus.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpus.start(0, GroupHarness.ROOT, 0);
            cpus.start(1, 1, 1);
            cpus.start(2, 1, 1);
            cpus.fair.yieldTo(0, 1, 2);
            assertEquals(2, cpus.bench.queues.next(cpus.bench.entityTree.queueOf(1, 1)));
            assertEquals(FairClass.NONE, cpus.bench.queues.next(1));
            assertEquals(FairClass.NONE, cpus.bench.queues.next(0));
        }
    }
}
