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

/** Who preempts the running task when it wakes, who becomes the next buddy, and who does not. */
class WakeCheckTest {
    private static final int TTWU = FairClass.WAKE_TTWU;
    private static final int SYNC = FairClass.WAKE_TTWU | FairClass.WAKE_SYNC;

    /**
     * The check accounts the runner, and the time since that account, which is none, is what counts
     * as its running time: so a sync wakee that becomes the buddy never takes over.
     */
    @ParameterizedTest
    @ValueSource(ints = {SYNC, SYNC | FairClass.WAKE_RQ_SELECTED})
    void aSyncWakeeWithAnEarlierDeadlineBecomesTheBuddyAndWaits(int flags) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(2 * MS);
            cpu.wake(B, 0, MS / 2);
            assertTrue(cpu.entities.deadline(B) < cpu.entities.deadline(A));
            assertFalse(cpu.preempts(B, flags));
            assertEquals(B, cpu.buddy());
            assertEquals(START + SLICE, cpu.entities.vprot(A), "the protection is not shortened");
        }
    }

    @Test
    void aSyncWakeeWithALaterDeadlineWaits() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(B, 0, 5 * MS);
            assertFalse(cpu.preempts(B, SYNC));
            assertEquals(B, cpu.buddy());
            assertEquals(START + SLICE, cpu.entities.vprot(A), "the protection is not shortened");
        }
    }

    @Test
    void aWakeeBehindAnEarlierBuddyIsJudgedWithoutTheSyncHint() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(N, -MS, MS / 2);
            cpu.buddy(N);
            cpu.wake(B, 0, 2_000_000);
            cpu.entities.deadline(N, START);
            assertFalse(cpu.preempts(B, SYNC));
            assertEquals(N, cpu.buddy());
        }
    }

    @Test
    void inEarlierKernelsAnyOrdinaryWakeeBecomesTheBuddy() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "NEXT_BUDDY", "on")) {
            cpu.run(A);
            cpu.wake(B, 0, SLICE);
            cpu.preempts(B, TTWU);
            assertEquals(B, cpu.buddy());
        }
    }

    @Test
    void aChildAnIdleTaskAndTheRunnerItselfDoNotBecomeTheBuddy() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "NEXT_BUDDY", "on")) {
            cpu.run(A);
            cpu.wake(B, 0, SLICE);
            cpu.preempts(B, FairClass.WAKE_FORK);
            assertEquals(FairClass.NONE, cpu.buddy());
            cpu.preempts(A, TTWU);
            assertEquals(FairClass.NONE, cpu.buddy());
            cpu.fair.newTask(CPU, N, 0, EntityTable.POLICY_IDLE);
            cpu.fair.enqueue(CPU, N, FairClass.ENQUEUE_WAKEUP);
            cpu.preempts(N, TTWU);
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    @Test
    void aTaskThatIsStillDelayedDoesNotBecomeTheBuddy() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "NEXT_BUDDY", "on")) {
            cpu.delayAThenRunB(0);
            cpu.preempts(A, TTWU);
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    @Test
    void anIdleCpuIsNotPreempted() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "NEXT_BUDDY", "on")) {
            cpu.wake(B, 0, SLICE);
            assertFalse(cpu.preempts(B, TTWU));
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    @Test
    void withoutWakeupPreemptionNobodyPreemptsOrBecomesTheBuddy() {
        try (OneFairCpu cpu =
                new OneFairCpu("v612", "NEXT_BUDDY", "on", "WAKEUP_PREEMPTION", "off")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(B, MS, MS);
            assertFalse(cpu.preempts(B, TTWU));
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    /** The scheduler prefers the buddy in all kernels, a wake-up check only from 6.18 on. */
    @ParameterizedTest
    @CsvSource({"v612, 1, 1, 2", "v618, 2, 2, 2", "v72, 1, 2, 2"})
    void theBuddyIsPickedWhereTheKernelLooksForIt(
            String version, int plain, int protectedPick, int scheduled) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.create(A);
            cpu.fair.enqueue(CPU, A, 0);
            cpu.wake(B, 0, MS);
            cpu.wake(N, 0, 2 * MS);
            cpu.buddy(N);
            assertEquals(plain, cpu.fair.pick(CPU, false));
            assertEquals(protectedPick, cpu.fair.pick(CPU, true));
            assertEquals(scheduled, cpu.fair.pickNext(CPU));
            assertEquals(FairClass.NONE, cpu.buddy(), "being picked ends the role");
        }
    }

    @Test
    void withoutPickBuddyTheRoleMeansNothing() {
        for (String version : new String[] {"v612", "v618", "v72"}) {
            try (OneFairCpu cpu = new OneFairCpu(version, "PICK_BUDDY", "off")) {
                cpu.wake(B, 0, MS);
                cpu.wake(N, 0, 2 * MS);
                cpu.buddy(N);
                assertEquals(B, cpu.fair.pick(CPU, true), version);
                assertEquals(B, cpu.fair.pickNext(CPU), version);
            }
        }
    }

    /** Only a shorter wakee overrides the protection of 6.12. */
    @Test
    void anEqualWakeeRespectsTheProtectionAndAShorterOneDoesNot() {
        try (OneFairCpu cpu = new OneFairCpu("v612")) {
            cpu.run(A);
            cpu.pass(200_000);
            cpu.wake(B, MS / 2, SLICE);
            assertTrue(cpu.fair.eligible(CPU, B));
            assertTrue(cpu.entities.deadline(B) < cpu.entities.deadline(A));
            // With B below V, A is past it, and a protection holds only while its task is eligible.
            cpu.entities.vruntime(A, cpu.entities.vruntime(B));
            assertFalse(cpu.preempts(B, TTWU));
        }
        try (OneFairCpu cpu = new OneFairCpu("v612")) {
            cpu.run(A);
            cpu.pass(200_000);
            cpu.wake(B, MS / 2, SLICE - 1);
            cpu.entities.vruntime(A, cpu.entities.vruntime(B));
            assertTrue(cpu.preempts(B, TTWU));
        }
    }

    @Test
    void aShortWakeeWithoutSuccessShortensTheProtectionIn618() {
        assertEquals(START + 1_500_000, protectionAfterShortWakee("v618"));
        assertEquals(START + SLICE, protectionAfterShortWakee("v618", "protect_shrink", "never"));
    }

    /** The queue starts at 5 ms, A ran 0.5 ms; B, slice 1 ms, is too far ahead to be eligible. */
    private static long protectionAfterShortWakee(String version, String... more) {
        try (OneFairCpu cpu = new OneFairCpu(version, more)) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, -MS, MS);
            assertFalse(cpu.preempts(B, TTWU));
            return cpu.entities.vprot(A);
        }
    }

    /** A would still be the buddy after B has won against it; 7.2 ends that. */
    @ParameterizedTest
    @CsvSource({"v72, -1", "v70, 0"})
    void losingToAShortSliceEndsTheBuddysRole(String version, int buddy) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(500_000);
            cpu.wake(B, MS, MS);
            cpu.buddy(A);
            assertTrue(cpu.preempts(B, TTWU));
            assertEquals(buddy, cpu.buddy());
            assertEquals(cpu.entities.vruntime(A), cpu.entities.vprot(A), "no protection left");
        }
    }

    /** A woken task that is still delayed preempts in 6.18, and not from 7.0 on. */
    @ParameterizedTest
    @CsvSource({"v618, true", "v70, false"})
    void aWakeeThatIsStillDelayed(String version, boolean wins) {
        try (OneFairCpu cpu = new OneFairCpu(version, "wake_check_delayed", "may_win")) {
            cpu.delayAThenRunB(2_500_000);
            assertTrue(cpu.entities.delayed(A));
            assertEquals(wins, cpu.preempts(A, TTWU));
        }
    }
}
