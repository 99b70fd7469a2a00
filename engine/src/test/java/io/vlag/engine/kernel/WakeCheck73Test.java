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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who wins the wake-up check of 7.3, who becomes the buddy, and what the others leave behind. */
class WakeCheck73Test {
    private static final int FORK = FairClass.WAKE_FORK;
    private static final int TTWU = FairClass.WAKE_TTWU;
    private static final int SYNC = FairClass.WAKE_TTWU | FairClass.WAKE_SYNC;

    private static final long PROTECTED = START + 10 * MS;

    /** A ran 1 ms and is past V, whatever its protection; B, owed half a millisecond, is before. */
    private static OneFairCpu beside(long sliceOfB, String... changes) {
        final OneFairCpu cpu = new OneFairCpu("v73", changes);
        cpu.run(A);
        cpu.pass(MS);
        cpu.wake(B, MS / 2, sliceOfB);
        cpu.entities.vprot(A, PROTECTED);
        return cpu;
    }

    @ParameterizedTest
    @CsvSource({
        "2800000, off, 8, true", // woken
        "2800000, off, 4, false", // new
        "2800000, on, 4, true", // new, in kernels where such a one may
        "1000000, off, 4, true" // new, with a shorter slice
    })
    void aNewTaskNeedsAShorterSlice(long slice, String forkPreempts, int flags, boolean wins) {
        try (OneFairCpu cpu = beside(slice, "fork_wake_preempts", forkPreempts)) {
            assertEquals(wins, cpu.preempts(B, flags));
        }
    }

    @Test
    void theWinnerEndsTheProtectionAndIsBuddyOnlyWithAShorterSlice() {
        try (OneFairCpu cpu = beside(SLICE)) {
            assertTrue(cpu.preempts(B, TTWU));
            assertEquals(START + MS, cpu.entities.vprot(A));
            assertEquals(FairClass.NONE, cpu.buddy());
        }
        try (OneFairCpu cpu = beside(MS)) {
            assertTrue(cpu.preempts(B, TTWU));
            assertEquals(B, cpu.buddy());
        }
    }

    /** A delayed task that would be picked first does not win while it is delayed. */
    @Test
    void aDelayedTaskNeverWins() {
        try (OneFairCpu cpu = new OneFairCpu("v73")) {
            cpu.delayAThenRunB(2 * MS);
            cpu.entities.vprot(B, PROTECTED);
            assertTrue(cpu.entities.delayed(A));
            cpu.fair.account(CPU);
            assertEquals(A, cpu.fair.pick(CPU, true));
            assertFalse(cpu.preempts(A, TTWU));
        }
    }

    /** B is where A is, and A is protected. */
    @Test
    void anEqualSliceHasToBePickedAndNotOnlyEligible() {
        try (OneFairCpu cpu = new OneFairCpu("v73")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(B, 0, SLICE);
            cpu.entities.vprot(A, START + 2 * MS);
            assertFalse(cpu.preempts(B, TTWU));
            assertTrue(cpu.fair.eligible(CPU, B));
            assertEquals(START + 2 * MS, cpu.entities.vprot(A), "it is shorter than B's slice");
        }
    }

    /** B is past V, so that its shorter slice does not help. */
    @Test
    void aShorterSliceThatIsNotEligibleOnlyShortensTheProtection() {
        try (OneFairCpu cpu = new OneFairCpu("v73")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(B, -MS / 2, MS);
            cpu.entities.vprot(A, PROTECTED);
            assertFalse(cpu.preempts(B, TTWU));
            assertEquals(FairClass.NONE, cpu.buddy());
            assertTrue(cpu.entities.vprot(A) < PROTECTED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SHORTER, 2", // N stays
        "EQUAL, 1",
        "LONGER, 1"
    })
    void aBuddyStaysOnlyIfItsSliceIsShorter(Slice ofBuddy, int buddy) {
        try (OneFairCpu cpu = beside(MS)) {
            cpu.wake(N, -4 * MS, ofBuddy.ns);
            cpu.buddy(N);
            assertTrue(cpu.preempts(B, TTWU));
            assertEquals(buddy, cpu.buddy());
        }
    }

    /** Slices around the 1 ms of B. */
    enum Slice {
        SHORTER(MS - 100_000),
        EQUAL(MS),
        LONGER(MS + 100_000);

        private final long ns;

        Slice(long ns) {
            this.ns = ns;
        }
    }

    /** With NEXT_BUDDY a wakee of equal slice is nominated; a sync one leaves the waker the CPU. */
    @ParameterizedTest
    @CsvSource({"on, true, 1, false", "on, false, 1, true", "off, true, -1, true"})
    void aSyncWakeeThatBecameTheBuddyWaits(
            String nextBuddy, boolean sync, int buddy, boolean preempts) {
        try (OneFairCpu cpu = beside(SLICE, "NEXT_BUDDY", nextBuddy)) {
            assertEquals(preempts, cpu.preempts(B, sync ? SYNC : TTWU));
            assertEquals(buddy, cpu.buddy());
            assertEquals(preempts ? START + MS : PROTECTED, cpu.entities.vprot(A));
        }
    }

    /** N is the buddy with the earlier deadline, but past V: B is judged as if nothing was said. */
    @Test
    void aSyncWakeeThatDidNotBecomeTheBuddyIsJudgedAsAnyOther() {
        try (OneFairCpu cpu = beside(SLICE, "NEXT_BUDDY", "on")) {
            cpu.wake(N, -MS / 10, SLICE);
            cpu.entities.deadline(N, cpu.entities.deadline(B) - 1);
            cpu.buddy(N);
            assertFalse(cpu.fair.eligible(CPU, N));
            assertTrue(cpu.preempts(B, SYNC));
            assertEquals(N, cpu.buddy());
        }
    }

    /** The time since the account that the check begins with is none: see WakeCheckExitsTest. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSyncWakeeThatBecameTheBuddyPreemptsAColdRunner(boolean cold) {
        final String[] changes = {"NEXT_BUDDY", "on"};
        try (OneFairCpu cpu = beside(SLICE, changes)) {
            cpu.entities.deadline(B, cpu.entities.deadline(A) - 1);
            final FairClass fair =
                    new FairClass(
                            GoldenRules.rules("v73", changes),
                            new FairState(cpu.entities, cpu.bench.queues, cpu.bench.runQueues),
                            cold ? 0 : MS);
            assertEquals(cold, fair.wakeupPreempt(CPU, B, SYNC));
        }
    }

    /** A shorter slice is judged by what would be picked, whatever the waker is about to do. */
    @Test
    void aShorterSliceDoesNotWaitForTheWaker() {
        try (OneFairCpu cpu = beside(MS, "NEXT_BUDDY", "on")) {
            assertTrue(cpu.preempts(B, SYNC));
        }
    }

    /** A new task of equal slice is not nominated either. */
    @Test
    void aNewTaskDoesNotBecomeTheBuddy() {
        try (OneFairCpu cpu = beside(SLICE, "NEXT_BUDDY", "on")) {
            assertFalse(cpu.preempts(B, FORK));
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }
}
