package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.N;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static io.vlag.engine.kernel.OneFairCpu.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a wake-up check does to the runner before it ends: nothing, an account, a protection. */
class WakeCheckExitsTest {
    private static final int TTWU = FairClass.WAKE_TTWU;

    /** B, slice 1 ms and owed service, would win against A; a request is there already. */
    @ParameterizedTest
    @CsvSource({"1, 600000, 600000", "2, 500000, 2800000"}) // lazy, immediate
    void onlyAnImmediateRequestEndsTheCheck(int request, long accounted, long protectedFor) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, MS, MS);
            cpu.pass(100_000);
            cpu.bench.runQueues.requestResched(CPU, request);
            assertTrue(cpu.preempts(B, TTWU));
            assertEquals(accounted, cpu.entities.sumExecNs(A));
            assertEquals(START + protectedFor, cpu.entities.vprot(A));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 600000", "1, 500000", "2, 500000"}) // normal, batch, idle
    void onlyANormalTaskIsJudgedByTheRunnersTime(int policy, long accounted) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.fair.newTask(CPU, B, 0, policy);
            cpu.entities.vlag(B, -MS);
            cpu.fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);
            cpu.pass(100_000);
            assertFalse(cpu.preempts(B, TTWU));
            assertEquals(accounted, cpu.entities.sumExecNs(A));
        }
    }

    private static boolean idleRunnerAgainst(OneFairCpu cpu, int policy) {
        cpu.fair.newTask(CPU, A, 0, EntityTable.POLICY_IDLE);
        cpu.fair.enqueue(CPU, A, 0);
        assertEquals(A, cpu.fair.pickNext(CPU));
        cpu.pass(MS);
        cpu.fair.newTask(CPU, B, 0, policy);
        cpu.entities.vlag(B, -MS); // not eligible, so that the pick would not take it
        cpu.fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);
        return cpu.preempts(B, TTWU);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void anIdleRunnerGoesForAnyTaskThatIsNot(String version) {
        for (final int policy : new int[] {EntityTable.POLICY_NORMAL, EntityTable.POLICY_BATCH}) {
            try (OneFairCpu cpu = new OneFairCpu(version)) {
                assertTrue(idleRunnerAgainst(cpu, policy));
            }
        }
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            assertFalse(idleRunnerAgainst(cpu, EntityTable.POLICY_IDLE));
        }
    }

    /** In 6.6 nothing but the end of its request ends a protection. */
    @ParameterizedTest
    @CsvSource({"v66, true", "v612, false"})
    void anIdleRunnerThatGoesLosesItsProtectionFrom612On(String version, boolean stays) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            assertTrue(idleRunnerAgainst(cpu, EntityTable.POLICY_NORMAL));
            assertEquals(stays, cpu.entities.vlag(A) == cpu.entities.deadline(A));
        }
    }

    /** A ran 0.2 ms of 2.8; B, slice 1 ms. */
    @ParameterizedTest
    @CsvSource({
        "5200000, 8000000, 7000000, true", // both at V, B's deadline is earlier
        "5200000, 7000000, 8000000, false", // A's deadline is earlier
        "5200001, 8000000, 7000000, false", // B is past V
        "5199990, 7000000, 8000000, true" // A is past V
    })
    void aShortWakeeOf612OverridesTheProtectionIfItIsEligibleAndEarlier(
            long vruntime, long deadlineOfA, long deadlineOfB, boolean overrides) {
        try (OneFairCpu cpu = new OneFairCpu("v612")) {
            cpu.run(A);
            cpu.pass(200_000);
            cpu.wake(B, 0, MS);
            move(cpu, B, vruntime, deadlineOfB);
            cpu.entities.deadline(A, deadlineOfA);
            cpu.entities.vlag(A, deadlineOfA);
            cpu.preempts(B, TTWU);
            assertEquals(overrides, cpu.entities.vlag(A) != cpu.entities.deadline(A));
        }
    }

    /** Puts a waiting task elsewhere. */
    private static void move(OneFairCpu cpu, int task, long vruntime, long deadline) {
        final FairState state = new FairState(cpu.entities, cpu.bench.queues, cpu.bench.runQueues);
        final FairRules rules = GoldenRules.rules("v612");
        final FairTree tree = new FairTree(rules, state);
        final VirtualAverage average = new VirtualAverage(rules, state, tree);
        average.erase(CPU, task);
        cpu.entities.vruntime(task, vruntime);
        cpu.entities.deadline(task, deadline);
        average.insert(CPU, task);
    }

    /** A equal slice and lag: V is at A's vruntime, which is protected. */
    @Test
    void aWakeeThatIsNotShorterLeavesTheProtectionOf618() {
        try (OneFairCpu cpu = new OneFairCpu("v618")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(N, -MS, MS);
            cpu.wake(B, 0, SLICE);
            assertFalse(cpu.preempts(B, TTWU));
            assertEquals(START + SLICE, cpu.entities.vprot(A));
            assertFalse(cpu.preempts(N, TTWU));
            assertEquals(START + 1_500_000, cpu.entities.vprot(A), "a shorter one shortens it");
        }
    }

    /** A child is judged by its slice first: only an equal or longer one is turned away. */
    @ParameterizedTest
    @CsvSource({"2800000, false", "1000000, true"})
    void aChildWithAShorterSlicePreempts(long slice, boolean preempts) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, MS, slice);
            assertEquals(preempts, cpu.preempts(B, FairClass.WAKE_FORK));
        }
    }

    /** Turned away before the question is asked, so the protection is not shortened either. */
    @Test
    void aChildThatIsTurnedAwayLeavesTheProtection() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(N, -MS, MS);
            cpu.wake(B, 0, SLICE);
            assertFalse(cpu.preempts(B, FairClass.WAKE_FORK));
            assertEquals(START + SLICE, cpu.entities.vprot(A));
        }
    }

    /** Without PREEMPT_SHORT a short slice is one like any other. */
    @Test
    void withoutPreemptShortTheProtectionHolds() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, 200_000, MS);
            cpu.entities.vruntime(A, cpu.entities.vruntime(B)); // eligible again
            assertFalse(cpu.preempts(B, TTWU));
        }
    }

    /** The runner has blocked but not switched; the wakee is the only one, and asleep. */
    @Test
    void aDelayedCandidateThatWasTheLastLeavesAnEmptyQueue() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "wake_check_delayed", "finished")) {
            cpu.delayAThenRunB(2_500_000);
            cpu.fair.setSlice(CPU, A, MS);
            assertTrue(cpu.entities.delayed(A));
            assertTrue(
                    cpu.fair.dequeue(CPU, B, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL));
            assertFalse(cpu.preempts(A, TTWU));
            assertEquals(0, cpu.bench.queues.nrQueued(CPU));
            assertFalse(cpu.entities.onRq(A));
            assertEquals(1, cpu.bench.runQueues.finalDequeueCount(CPU));
        }
    }

    /** A buddy gives way to a wakee with an earlier deadline, or the same. */
    @ParameterizedTest
    @CsvSource({"-1, 2", "0, 1", "1, 1"})
    void theBuddyWithTheEarlierDeadlineStays(long deadlineOfBuddy, int buddy) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, 0, SLICE);
            cpu.wake(N, 0, SLICE);
            cpu.entities.deadline(N, cpu.entities.deadline(B) + deadlineOfBuddy);
            cpu.buddy(N);
            cpu.preempts(B, TTWU);
            assertEquals(buddy, cpu.buddy());
        }
    }

    /** Without a sync hint, the wakee that became the buddy goes on to the question. */
    @Test
    void aBuddyIsAskedForLikeAnyOther() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, 500_000, SLICE);
            assertTrue(cpu.preempts(B, TTWU), "as buddy and eligible it is picked");
            assertEquals(B, cpu.buddy());
            assertEquals(START + SLICE, cpu.entities.vprot(A), "only a short slice ends it");
        }
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, 500_000, SLICE);
            assertFalse(cpu.preempts(B, TTWU | FairClass.WAKE_SYNC), "the waker goes on");
        }
    }

    /** Only a wakee that was nominated is spared the question for the sake of the waker. */
    @Test
    void withoutNextBuddyTheSyncHintMeansNothing() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, 500_000, SLICE);
            assertTrue(cpu.preempts(B, TTWU | FairClass.WAKE_SYNC));
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    /** The flag alone decides who is nominated up to 6.16. */
    @Test
    void withoutNextBuddyNobodyIsNominated() {
        try (OneFairCpu cpu = new OneFairCpu("v612")) {
            cpu.run(A);
            cpu.wake(B, 0, SLICE);
            cpu.preempts(B, TTWU);
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    /** In 6.6 a short slice, which it does not know, is no reason to end a protection. */
    @Test
    void aShortWakeeOf66LeavesTheProtection() {
        try (OneFairCpu cpu = new OneFairCpu("v66", "PREEMPT_SHORT", "on")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, 500_000, MS);
            assertTrue(cpu.fair.eligible(CPU, B));
            cpu.preempts(B, TTWU);
            assertEquals(cpu.entities.deadline(A), cpu.entities.vlag(A));
        }
    }

    /** N is buddy with the earlier deadline, but not eligible, so that B wins the question. */
    @Test
    void aWakeeThatDidNotBecomeTheBuddyMayPreemptAWakerThatIsAboutToSleep() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(N, -2 * MS, SLICE);
            cpu.wake(B, MS, SLICE);
            cpu.entities.deadline(N, cpu.entities.deadline(B) - 1);
            cpu.buddy(N);
            assertFalse(cpu.fair.eligible(CPU, N));
            cpu.entities.vprot(A, cpu.entities.vruntime(A));
            cpu.entities.deadline(A, cpu.entities.deadline(B) + 1);
            assertTrue(cpu.preempts(B, TTWU | FairClass.WAKE_SYNC));
            assertEquals(N, cpu.buddy());
        }
    }

    /**
     * The time since the account that the check begins with is none, so that only a limit of
     * nothing lets the wakee of a sync wake-up preempt: of 0, or of a quarter that rounds to 0.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0, -1, true",
        "3, 0, -1, false",
        "3, 32, -1, true",
        "4, 32, -1, false",
        "0, 0, 0, false"
    })
    void aSyncWakeeThatBecameTheBuddyHasToHaveTheEarlierDeadlineAndAColdRunner(
            long migrationCostNs, int flags, long deadline, boolean preempts) {
        final String[] changes = {"NEXT_BUDDY", "on", "PREEMPT_SHORT", "off"};
        try (OneFairCpu cpu = new OneFairCpu("v70", changes)) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, -MS, SLICE); // not eligible: it would not win the question
            cpu.entities.deadline(B, cpu.entities.deadline(A) + deadline);
            final FairClass fair =
                    new FairClass(
                            GoldenRules.rules("v70", changes),
                            new FairState(cpu.entities, cpu.bench.queues, cpu.bench.runQueues),
                            migrationCostNs);
            assertEquals(preempts, fair.wakeupPreempt(CPU, B, TTWU | FairClass.WAKE_SYNC | flags));
            assertEquals(B, cpu.buddy());
        }
    }
}
