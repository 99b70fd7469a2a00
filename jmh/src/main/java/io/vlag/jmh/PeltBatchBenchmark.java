package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Question: from how many sums on is there a faster way to age them than one call each, and what of
 * it is left for whole records?
 *
 * <p>The time is that of 4,096 sums in batches of {@code count}, so that a median of samples
 * ({@code -bm sample}) is worth something on a busy machine. The twins give the same bits, held by
 * {@code DecayTwinsTest}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(value = 3, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class PeltBatchBenchmark {
    private static final long SEED = 20_260_408;
    private static final long PERIOD_NS = 1024 * 1024;
    private static final int PERIODS_BOUND = 96;
    private static final int SUMS = 4096;

    /** Sums and periods, from a fixed seed. */
    @State(Scope.Thread)
    public static class Batch {
        @Param({"8", "64", "4096"})
        int count;

        private final Slab slab;
        private final long sumsAt;
        private final long periodsAt;
        private final DecayTwin scalar = new ScalarDecay();
        private final DecayTwin twoPasses = new TwoPassDecay(SUMS);
        private final DecayTwin vector = new VectorDecay();

        public Batch() {
            final SlabPlan plan = new SlabPlan();
            final long sums = plan.reserve("sums", Long.BYTES, SUMS);
            final long periods = plan.reserve("periods", Integer.BYTES, SUMS);
            slab = plan.allocate();
            sumsAt = slab.at(sums);
            periodsAt = slab.at(periods);
        }

        @Setup(Level.Trial)
        public void fill() {
            final SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < SUMS; i++) {
                Memory.putLong(sumsAt + (long) i * Long.BYTES, random.nextLong(1L << 40));
                Memory.putInt(periodsAt + (long) i * Integer.BYTES, random.nextInt(PERIODS_BOUND));
            }
        }

        @TearDown(Level.Trial)
        public void release() {
            slab.close();
        }

        private long aged(DecayTwin twin) {
            for (long i = 0; i < SUMS; i += count) {
                twin.decay(sumsAt + i * Long.BYTES, periodsAt + i * Integer.BYTES, count);
            }
            return Memory.getLong(sumsAt);
        }
    }

    /** Records that were last updated somewhere in the first period. */
    @State(Scope.Thread)
    public static class Records {
        private final Slab slab;
        private final long recordsAt;
        private final long sumsAt;
        private final long periodsAt;
        private long nowNs;

        public Records() {
            final SlabPlan plan = new SlabPlan();
            final long records = plan.reserve("records", PeltLayout.BYTES, SUMS);
            final long sums = plan.reserve("sums", Long.BYTES, 3 * SUMS);
            final long periods = plan.reserve("periods", Integer.BYTES, 3 * SUMS);
            slab = plan.allocate();
            recordsAt = slab.at(records);
            sumsAt = slab.at(sums);
            periodsAt = slab.at(periods);
        }

        @Setup(Level.Trial)
        public void fill() {
            final SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < SUMS; i++) {
                final long at = recordsAt + i * PeltLayout.BYTES;
                PeltLayout.lastUpdateNs(at, random.nextLong(PERIOD_NS));
                PeltLayout.loadSum(at, random.nextLong(1L << 30));
                PeltLayout.runnableSum(at, random.nextLong(1L << 30));
                PeltLayout.utilSum(at, random.nextLong(1L << 25));
            }
        }

        @TearDown(Level.Trial)
        public void release() {
            slab.close();
        }
    }

    /** The native twin, where it was built. */
    @State(Scope.Thread)
    public static class Native {
        private final DecayTwin twin;

        public Native() {
            if (!NativeDecay.available()) {
                throw new IllegalStateException(
                        "no native twin; build it with ./mvnw -P native -pl jmh -am package");
            }
            twin = new NativeDecay();
        }
    }

    /** Baseline: what the engine does. */
    @Benchmark
    public long scalar(Batch batch) {
        return batch.aged(batch.scalar);
    }

    @Benchmark
    public long twoPasses(Batch batch) {
        return batch.aged(batch.twoPasses);
    }

    @Benchmark
    public long vectorApi(Batch batch) {
        return batch.aged(batch.vector);
    }

    @Benchmark
    public long nativeKernel(Batch batch, Native kernel) {
        return batch.aged(kernel.twin);
    }

    /**
     * For comparison: 4,096 whole records of idle queues, four periods later each time; each has
     * three sums to decay, three averages to divide, and a cache line to fetch.
     */
    @Benchmark
    public long idleRecords(Records records) {
        records.nowNs += 4 * PERIOD_NS;
        long recomputed = 0;
        for (int i = 0; i < SUMS; i++) {
            final long at = records.recordsAt + i * PeltLayout.BYTES;
            recomputed += PeltAverage.update(at, records.nowNs, 0, 0, 0, 1) ? 1 : 0;
        }
        return recomputed;
    }

    /** The same without the averages: what the three divisions of a record cost. */
    @Benchmark
    public long idleRecordsSumsOnly(Records records) {
        records.nowNs += 4 * PERIOD_NS;
        long crossed = 0;
        for (int i = 0; i < SUMS; i++) {
            final long at = records.recordsAt + i * PeltLayout.BYTES;
            crossed += PeltAverage.updateSum(at, records.nowNs, 0, 0, 0) ? 1 : 0;
        }
        return crossed;
    }

    /** The same records, their sums gathered for the native kernel, all of them in one batch. */
    @Benchmark
    public long idleRecordsGathered(Records records, Native kernel) {
        records.nowNs += 4 * PERIOD_NS;
        new GatheredRecords(kernel.twin, records.sumsAt, records.periodsAt)
                .age(records.recordsAt, SUMS, records.nowNs);
        return PeltLayout.loadSum(records.recordsAt);
    }
}
