package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JournalTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Takes documents and forgets them; a base for targets that misbehave. */
    private static class Sink implements JournalTarget {
        final AtomicInteger opened = new AtomicInteger();
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public void open() throws IOException {
            opened.incrementAndGet();
        }

        @Override
        public void append(MemorySegment document, long sequence) throws IOException {}

        @Override
        public void close() throws IOException {
            closed.incrementAndGet();
        }
    }

    @Test
    void theDigestIsTheSameWithEveryTarget(@TempDir Path directory) {
        final int count = 10_000;
        final long digest = Runs.run(NoTarget.INSTANCE, count);
        assertEquals(digest, Runs.run(new MemoryTarget(1 << 20), count));
        assertEquals(digest, Runs.run(new ChronicleTarget(directory.resolve("run")), count));
        assertNotEquals(digest, Runs.run(NoTarget.INSTANCE, count - 1));
    }

    @Test
    void aSlowTargetLosesNothingAndKeepsTheOrder() {
        final MemoryTarget kept = new MemoryTarget(1L << 30);
        final JournalTarget slow =
                new Sink() {
                    @Override
                    public void append(MemorySegment document, long sequence) throws IOException {
                        LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
                        kept.append(document, sequence);
                    }
                };
        final int count = 100_000;
        final long digest = Runs.run(slow, count);
        final MemoryTarget expected = new MemoryTarget(1L << 30);
        Runs.run(expected, count);
        try (JournalReader reader = JournalReader.open(kept);
                JournalReader expectedReader = JournalReader.open(expected)) {
            assertEquals(count + 2, Records.assertSame(expectedReader, reader));
            assertEquals(digest, reader.digest());
            assertTrue(reader.isComplete());
        }
    }

    @Test
    void aTargetThatFailsStopsTheSimulation() {
        final Sink failing =
                new Sink() {
                    @Override
                    public void append(MemorySegment document, long sequence) throws IOException {
                        if (sequence == 3) {
                            throw new IOException("No space left on device");
                        }
                    }
                };
        final JournalException e =
                assertThrows(
                        JournalException.class,
                        () ->
                                Runs.run(
                                        Runs.HEADER,
                                        failing,
                                        journal -> {
                                            journal.runStarted(0);
                                            for (int seed = 0; ; seed++) {
                                                Runs.records(journal, 1_000, seed);
                                            }
                                        }));
        assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
        assertEquals(1, e.getSuppressed().length); // close() tells too
        assertEquals(1, failing.closed.get());
    }

    @Test
    void anErrorInTheWriterThreadStopsTheSimulationToo() {
        final Sink failing =
                new Sink() {
                    @Override
                    public void append(MemorySegment document, long sequence) {
                        throw new InternalError("a fault occurred in mapped memory");
                    }
                };
        assertThrows(JournalException.class, () -> Runs.run(failing, 100_000));
    }

    @Test
    void aFailureAtTheLastBlockIsToldByClose() {
        final Sink failing =
                new Sink() {
                    @Override
                    public void append(MemorySegment document, long sequence) throws IOException {
                        if (sequence == 1) {
                            throw new IOException("disk on fire");
                        }
                    }
                };
        final JournalException e =
                assertThrows(JournalException.class, () -> Runs.run(failing, 10));
        assertTrue(e.getMessage().contains("disk on fire"), e.getMessage());
    }

    @Test
    void aFailureOfTheTargetsCloseIsToldByClose() {
        final Sink failing =
                new Sink() {
                    @Override
                    public void close() throws IOException {
                        throw new IOException("not flushed");
                    }
                };
        assertThrows(JournalException.class, () -> Runs.run(failing, 10));
    }

    @Test
    void aTargetThatCannotBeOpenedIsToldAtOnceAndLeavesNothingBehind() {
        final Sink failing =
                new Sink() {
                    @Override
                    public void open() throws IOException {
                        throw new IOException("permission denied");
                    }
                };
        for (int i = 0; i < 1_000; i++) { // the arena would be exhausted otherwise
            final JournalException e =
                    assertThrows(
                            JournalException.class, () -> Journal.open(0, Runs.HEADER, failing));
            assertTrue(e.getMessage().contains("permission denied"), e.getMessage());
        }
        assertEquals(1_000, failing.closed.get());
    }

    @Test
    void closingTwiceIsClosingOnce() {
        final Sink sink = new Sink();
        Runs.run(
                Runs.HEADER,
                sink,
                journal -> {
                    Runs.whole(journal, 10);
                    journal.close();
                });
        assertEquals(1, sink.opened.get());
        assertEquals(1, sink.closed.get());
    }

    @Test
    void aJournalThatRecordsNothingTouchesNeitherTargetNorThreads() {
        final long threads = THREADS.getTotalStartedThreadCount();
        try (Journal journal = Journal.open(0, Runs.HEADER, NoTarget.INSTANCE)) {
            assertFalse(journal.isRecording());
        }
        assertEquals(threads, THREADS.getTotalStartedThreadCount());
    }

    @Test
    void recordingAllocatesNothing() {
        final Sink slowNowAndThen =
                new Sink() {
                    @Override
                    public void append(MemorySegment document, long sequence) {
                        // The simulation thread spins, yields and parks, while warming up too.
                        if (sequence % 16 == 0) {
                            LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
                        }
                    }
                };
        Runs.run(Runs.HEADER, slowNowAndThen, JournalTest::assertAllocatesNothing);
    }

    @Test
    void notRecordingAllocatesNothing() {
        Runs.run(Runs.HEADER, NoTarget.INSTANCE, JournalTest::assertAllocatesNothing);
    }

    private static void assertAllocatesNothing(Journal journal) {
        switches(journal, 200_000);
        long least = Long.MAX_VALUE;
        for (int batch = 0;
                batch < 5;
                batch++) { // the compiler replacing code may show in one of them
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            switches(
                    journal,
                    100_000); // 49 blocks, so that waiting for the writer thread is covered
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least, "bytes allocated in the best batch");
    }

    private static void switches(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            journal.switched(i, i & 7, i, i + 1, PrevState.PREEMPTED);
        }
    }

    /** The digest is in the slab, so a copy of the slab goes on as if nothing had happened. */
    @Test
    void aRunThatGoesOnFromASnapshotEndsWithTheSameDigest() {
        final SlabPlan plan = new SlabPlan();
        final long offset = Journal.reserve(plan);
        final MemoryTarget second = new MemoryTarget(1 << 20);
        try (Slab slab = plan.allocate();
                Slab copy = plan.allocate();
                Journal journal = Journal.none(slab.at(offset));
                Journal resumed = Journal.open(copy.at(offset), Runs.HEADER, second)) {
            journal.init();
            Runs.records(journal, 5_000, 1);
            slab.copyTo(copy);
            Runs.records(journal, 3_000, 2);

            resumed.runStarted(500_000);
            Runs.records(resumed, 3_000, 2);
            resumed.runEnded(800_000);
            assertEquals(journal.digest(), resumed.digest());
            assertEquals(8_000, resumed.recordCount());
        }
        try (JournalReader reader = JournalReader.open(second)) {
            final RecordView view = new RecordView();
            int records = 0;
            while (reader.next(view)) {
                records++;
            }
            assertEquals(3_002, records);
            assertEquals(8_000, reader.recordCount());
            assertTrue(reader.isComplete());
        }
    }

    @Test
    void aFullMemoryJournalIsAnErrorAndNotALoss() {
        final JournalException e =
                assertThrows(
                        JournalException.class, () -> Runs.run(new MemoryTarget(100_000), 100_000));
        assertTrue(e.getMessage().contains("100,000 are allowed"), e.getMessage());
    }

    @Test
    void anInterruptedSimulationThreadStillFinishesItsJournal() {
        final MemoryTarget target = new MemoryTarget(1 << 20);
        Thread.currentThread().interrupt();
        final long digest = Runs.run(target, 10_000);
        assertTrue(Thread.interrupted(), "the interrupt is kept for the caller");
        assertEquals(Runs.run(NoTarget.INSTANCE, 10_000), digest);
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView view = new RecordView();
            while (reader.next(view)) {
                assertTrue(RecordType.isKnown(view.type()));
            }
            assertTrue(reader.isComplete());
        }
    }
}
