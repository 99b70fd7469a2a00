package io.vlag.engine.journal;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Makes runs for tests: the same records for the same seed, of every type, with extreme arguments.
 */
final class Runs {
    static final RunHeader HEADER =
            RunHeader.of(0x5EED, "two tasks", "6.12", "two cores", 42, 2, 1_000_000);

    private Runs() {}

    /**
     * Runs {@code body} with an initialised journal over a slab of its own; closes both; returns
     * the digest.
     */
    static long run(RunHeader header, JournalTarget target, Consumer<Journal> body) {
        final SlabPlan plan = new SlabPlan();
        final long offset = Journal.reserve(plan);
        final Slab slab = plan.allocate();
        try (slab;
                Journal journal = Journal.open(slab.at(offset), header, target)) {
            journal.init();
            body.accept(journal);
            return journal.digest();
        }
    }

    /** A whole run of {@code count} records. */
    static long run(JournalTarget target, int count) {
        return run(HEADER, target, journal -> whole(journal, count));
    }

    static void whole(Journal journal, int count) {
        journal.runStarted(0);
        records(journal, count, 1);
        journal.runEnded(count * 100L);
    }

    static void records(Journal journal, int count, long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            record(journal, random, i * 100L);
        }
    }

    private static void record(Journal journal, SplittableRandom random, long timeNs) {
        final int cpu = random.nextInt(RecordSchema.CPU_MAX + 1);
        final int a = random.nextInt();
        final int b = random.nextInt();
        final int c = random.nextInt();
        final long d = random.nextLong();
        final int small = random.nextInt(8);
        switch (random.nextInt(14)) {
            case 0 -> journal.switched(timeNs, cpu, a, b, small);
            case 1 -> journal.woken(timeNs, cpu, a, b, c & 0xFFFF, b & 0xFFFF, small, small + 1);
            case 2 -> journal.migrated(timeNs, cpu, a, cpu, c & 0xFFFF, small);
            case 3 -> journal.ticked(timeNs, cpu, a, b, c);
            case 4 -> journal.freqRequested(timeNs, cpu, a, b, c, small);
            case 5 -> journal.freqChanged(timeNs, cpu, a, b, c, small);
            case 6 -> journal.idleEntered(timeNs, cpu, small, d);
            case 7 -> journal.idleExited(timeNs, cpu, small, d);
            case 8 -> journal.slept(timeNs, cpu, a, d);
            case 9 -> journal.blocked(timeNs, cpu, a, small, c);
            case 10 -> journal.forked(timeNs, cpu, a, b, c);
            case 11 -> journal.exited(timeNs, cpu, a, d);
            case 12 -> journal.marked(timeNs, cpu, a, b, c, d);
            default -> journal.counted(timeNs, cpu, a, small, c, d);
        }
    }
}
