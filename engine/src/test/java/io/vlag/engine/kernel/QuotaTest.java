package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How quota is taken, given back and handed on, and what a group without it does. */
class QuotaTest {
    private static final int GROUP = 1;
    private static final long QUOTA_NS = 20_000_000;
    private static final long PERIOD_NS = 100_000_000;

    private static GroupHarness limited(String version, String form, int cpus, int tasks) {
        final GroupHarness harness =
                new GroupHarness(version, cpus, tasks, 2, "throttle_form", form);
        harness.fair.newGroup(GROUP, GroupHarness.ROOT, GroupHarness.SHARES, false);
        harness.fair.limitGroup(GROUP, QUOTA_NS, PERIOD_NS, 200_000_000);
        return harness;
    }

    private static int queue(GroupHarness harness, int cpu) {
        return harness.bench.entityTree.queueOf(GROUP, cpu);
    }

    private static void refill(GroupHarness harness) {
        harness.fair.refillQuota(GROUP);
        for (int q = harness.fair.firstThrottled(GROUP);
                q != FairClass.NONE && harness.fair.giveQuota(q);
                q = harness.fair.firstThrottled(GROUP)) {
            harness.reschedule(harness.bench.queues.cpu(q), FairClass.NONE);
        }
    }

    @Test
    void theFirstTaskTakesAChunk() {
        try (GroupHarness cpu = limited("v612", "queue", 1, 1)) {
            cpu.start(0, GROUP, 0);
            assertEquals(Quota.CHUNK_NS, cpu.bench.queues.runtimeRemainingNs(queue(cpu, 0)));
            assertEquals(QUOTA_NS - Quota.CHUNK_NS, cpu.bench.groups.runtimeNs(GROUP));
            assertEquals(1, cpu.bench.groups.periodActive(GROUP));
            assertEquals(200_000_000, cpu.bench.groups.expiryNs(GROUP));
        }
    }

    @Test
    void anEmptiedQueueKeepsOneMillisecond() {
        try (GroupHarness cpu = limited("v612", "queue", 1, 1)) {
            cpu.start(0, GROUP, 0);
            cpu.bench.advance(0, 500_000, 0);
            cpu.fair.dequeue(0, 0, FairClass.DEQUEUE_SLEEP);
            assertEquals(Quota.KEPT_NS, cpu.bench.queues.runtimeRemainingNs(queue(cpu, 0)));
            assertEquals(QUOTA_NS - 1_500_000, cpu.bench.groups.runtimeNs(GROUP));
            assertEquals(0, cpu.bench.groups.slackStarted(GROUP), "nobody waits for it");
        }
    }

    /** The group leaves its queue at once; the debt is paid from the next period. */
    @ParameterizedTest
    @CsvSource({"v66", "v612", "v70"})
    void aThrottledQueueLeavesWithAllItsTasks(String version) {
        try (GroupHarness cpu = limited(version, "queue", 1, 3)) {
            cpu.start(0, GROUP, 0);
            cpu.start(1, GROUP, 0);
            cpu.bench.advance(0, 23_000_000, 0);
            cpu.fair.tick(0);
            assertNotEquals(0, cpu.bench.runQueues.needResched(0));
            assertEquals(FairClass.NONE, cpu.fair.pickNext(0));
            assertEquals(1, cpu.bench.queues.throttled(queue(cpu, 0)));
            assertEquals(0, cpu.bench.queues.hNrQueued(0));
            assertEquals(2, cpu.bench.queues.hNrQueued(queue(cpu, 0)));
            assertTrue(cpu.bench.entities.onRq(0));
            assertEquals(-3_000_000, cpu.bench.queues.runtimeRemainingNs(queue(cpu, 0)));

            cpu.start(2, GROUP, 0);
            assertEquals(FairClass.NONE, cpu.running(0), "a newcomer waits with the others");
            assertEquals(0, cpu.bench.queues.hNrQueued(0));

            cpu.bench.advance(0, 77_000_000, 0);
            refill(cpu);
            assertEquals(3, cpu.bench.queues.hNrQueued(0));
            assertNotEquals(FairClass.NONE, cpu.running(0));
            assertEquals(QUOTA_NS - 3_000_001, cpu.bench.groups.runtimeNs(GROUP));
        }
    }

    /** The task is picked although there is no quota: it comes to the end of its system call. */
    @ParameterizedTest
    @CsvSource({"v612", "v618", "v70", "v72"})
    void throttledTaskByTaskKernelCodeGoesOn(String version) {
        try (GroupHarness cpu = limited(version, "task", 1, 2)) {
            cpu.start(0, GROUP, 0);
            cpu.start(1, GROUP, 0);
            cpu.bench.advance(0, 23_000_000, 0);
            cpu.fair.tick(0);
            final int picked = cpu.fair.pickNext(0);
            assertNotEquals(FairClass.NONE, picked, "still queued");
            assertEquals(1, cpu.bench.queues.throttled(queue(cpu, 0)));
            assertTrue(cpu.fair.mustWaitForQuota(picked));
            cpu.bench.advance(0, 400_000, 0); // inside the kernel
            cpu.fair.tick(0);
            assertEquals(2, cpu.bench.queues.hNrQueued(0));

            cpu.fair.waitForQuota(0, picked);
            assertFalse(cpu.bench.entities.onRq(picked));
            assertEquals(EntityTable.THROTTLE_OFF, cpu.bench.entities.throttle(picked));
            final int other = cpu.fair.pickNext(0);
            assertEquals(1 - picked, other);
            assertTrue(cpu.fair.mustWaitForQuota(other));
            cpu.fair.waitForQuota(0, other);
            assertEquals(FairClass.NONE, cpu.fair.pickNext(0));
            assertEquals(0, cpu.bench.queues.hNrQueued(0));

            cpu.bench.advance(0, 70_000_000, 0);
            refill(cpu);
            assertEquals(2, cpu.bench.queues.hNrQueued(0));
            assertFalse(cpu.fair.mustWaitForQuota(cpu.running(0)));
            assertEquals(EntityTable.THROTTLE_NONE, cpu.bench.entities.throttle(picked));
        }
    }

    /** A task that is to leave and meanwhile has quota again does not leave. */
    @Test
    void aRefillInTimeSparesTheTask() {
        try (GroupHarness cpu = limited("v70", "task", 1, 1)) {
            cpu.start(0, GROUP, 0);
            cpu.bench.advance(0, 23_000_000, 0);
            cpu.fair.tick(0);
            assertEquals(0, cpu.fair.pickNext(0));
            assertTrue(cpu.fair.mustWaitForQuota(0));
            refill(cpu);
            assertFalse(cpu.fair.mustWaitForQuota(0));
        }
    }

    /** The group's averages do not age while it is kept from running. */
    @ParameterizedTest
    @CsvSource({"v612, queue", "v70, task"})
    void theClockOfAThrottledQueueStandsStill(String version, String form) {
        try (GroupHarness cpu = limited(version, form, 1, 2)) {
            cpu.start(0, GROUP, 0);
            cpu.start(1, GroupHarness.ROOT, 0);
            final int q = queue(cpu, 0);
            while (cpu.bench.queues.throttled(q) == 0) {
                cpu.run(GroupHarness.TICK_NS);
            }
            while (form.equals("task") && cpu.bench.queues.frozen(q) == 0) {
                if (cpu.running(0) == 0 && cpu.fair.mustWaitForQuota(0)) {
                    cpu.fair.waitForQuota(0, 0);
                    cpu.fair.pickNext(0);
                } else {
                    cpu.run(GroupHarness.TICK_NS);
                }
            }
            cpu.fair.updateBlocked(0);
            final long util = PeltLayout.utilAvg(cpu.bench.queues.avgAt(q));
            assertTrue(util > 50);
            cpu.run(60_000_000);
            cpu.fair.updateBlocked(0);
            assertEquals(util, PeltLayout.utilAvg(cpu.bench.queues.avgAt(q)));
            refill(cpu);
            cpu.run(1_000_000);
            cpu.fair.updateBlocked(0);
            assertEquals(0, cpu.bench.queues.frozen(q));
            final long after = PeltLayout.utilAvg(cpu.bench.queues.avgAt(q));
            assertTrue(Math.abs(after - util) < 60, util + " then " + after);
        }
    }

    /** What one CPU gives back, another that waits may have 5 ms later. */
    @Test
    void unusedQuotaIsHandedOn() {
        try (GroupHarness cpus = limited("v612", "queue", 2, 2)) {
            final int first = queue(cpus, 0);
            final int second = queue(cpus, 1);
            cpus.start(0, GROUP, 0);
            cpus.start(1, GROUP, 1);
            cpus.bench.advance(0, 14_000_000, 0);
            cpus.fair.account(0); // 5 of 20 are left, and these go to a chunk of CPU 0
            cpus.bench.advance(1, 6_000_000, 0);
            cpus.fair.account(1);
            cpus.fair.pickNext(1);
            assertEquals(1, cpus.bench.queues.throttled(second));
            cpus.bench.queues.runtimeRemainingNs(first, 8_000_000); // as if it had drawn more
            cpus.fair.dequeue(0, 0, FairClass.DEQUEUE_SLEEP);
            assertEquals(1, cpus.bench.groups.slackStarted(GROUP));
            assertTrue(cpus.fair.slackIsWorthIt(GROUP, 120_000_000));
            assertEquals(0, cpus.bench.groups.slackStarted(GROUP));
            assertTrue(cpus.fair.giveQuota(second));
            assertEquals(0, cpus.bench.queues.throttled(second));
            assertFalse(cpus.fair.slackIsWorthIt(GROUP, 199_000_000), "the refill is 1 ms away");
        }
    }

    /** First throttled, first served; the last one gets what is left. */
    @Test
    void queuesAreServedInTheOrderInWhichTheyWereThrottled() {
        try (GroupHarness cpus = limited("v612", "queue", 3, 3)) {
            for (int cpu = 0; cpu < 3; cpu++) {
                cpus.start(cpu, GROUP, cpu);
            }
            for (final int cpu : new int[] {2, 0, 1}) {
                cpus.bench.advance(cpu, 14_000_000, 0);
                cpus.fair.account(cpu);
                cpus.fair.pickNext(cpu);
            }
            assertEquals(queue(cpus, 2), cpus.fair.firstThrottled(GROUP));
            refill(cpus); // 4 ms are lacking on CPU 2, 9 ms on each of the others
            assertEquals(queue(cpus, 1), cpus.fair.firstThrottled(GROUP));
            assertEquals(0, cpus.bench.queues.throttled(queue(cpus, 0)));
            assertEquals(
                    QUOTA_NS - 22_000_002, // the two before got 1 ns more than they lacked
                    cpus.bench.queues.runtimeRemainingNs(queue(cpus, 1)));
            assertEquals(0, cpus.bench.groups.runtimeNs(GROUP));
        }
    }

    @Test
    void theTimerStopsAfterAPeriodWithoutDemand() {
        try (GroupHarness cpu = limited("v612", "queue", 1, 1)) {
            cpu.start(0, GROUP, 0);
            cpu.fair.dequeue(0, 0, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            cpu.fair.pickNext(0);
            assertFalse(cpu.fair.refillQuota(GROUP));
            assertEquals(1, cpu.bench.groups.periodActive(GROUP), "one period is waited for");
            assertFalse(cpu.fair.refillQuota(GROUP));
            assertEquals(0, cpu.bench.groups.periodActive(GROUP));
            assertEquals(2, cpu.bench.groups.periodCount(GROUP));
            assertEquals(0, cpu.bench.groups.throttledCount(GROUP));
        }
    }
}
