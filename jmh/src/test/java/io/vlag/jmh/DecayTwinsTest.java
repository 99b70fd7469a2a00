package io.vlag.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltDecay;
import io.vlag.pelt.PeltLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All ways to age many sums give the kernel's bits, whatever the size of the batch. */
class DecayTwinsTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_409L);
    private static final int COUNT_MAX = 300;
    private static final int GUARDS = 16;
    private static final long GUARD = 0x5A5A_5A5A_5A5A_5A5AL;

    /** The native twin only where it was built; {@code ./mvnw -P native} builds it. */
    static Stream<DecayTwin> twins() {
        final List<DecayTwin> twins = new ArrayList<>();
        twins.add(new ScalarDecay());
        twins.add(new TwoPassDecay(COUNT_MAX));
        twins.add(new VectorDecay());
        if (NativeDecay.available()) {
            twins.add(new NativeDecay());
        }
        return twins.stream();
    }

    @ParameterizedTest
    @MethodSource("twins")
    void ageLikeTheKernel(DecayTwin twin) throws IOException {
        final List<long[]> rows = golden();
        assertTrue(rows.size() > 100, "golden rows");
        for (int from = 0; from < rows.size(); from += COUNT_MAX) {
            final List<long[]> part = rows.subList(from, Math.min(from + COUNT_MAX, rows.size()));
            try (Batch batch = new Batch()) {
                for (int i = 0; i < part.size(); i++) {
                    batch.set(i, part.get(i)[0], (int) part.get(i)[1]);
                }
                batch.decay(twin, part.size());
                for (int i = 0; i < part.size(); i++) {
                    assertEquals(part.get(i)[2], batch.sum(i), "row " + (from + i));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("twins")
    void ageLikeOneCallEachAndTouchNothingElse(DecayTwin twin) {
        final SplittableRandom random = new SplittableRandom(SEED);
        try (Batch batch = new Batch()) {
            for (int round = 0; round < 3_000; round++) {
                final int count = random.nextInt(round % 10 == 0 ? COUNT_MAX + 1 : 40);
                final long[] expected = new long[COUNT_MAX + GUARDS];
                for (int i = 0; i < expected.length; i++) {
                    final long sum = i < count ? random.nextLong() >>> random.nextInt(64) : GUARD;
                    final int periods = periods(random);
                    batch.set(i, sum, periods);
                    expected[i] =
                            i < count
                                    ? PeltDecay.decay(sum, Integer.toUnsignedLong(periods))
                                    : GUARD;
                }
                batch.decay(twin, count);
                for (int i = 0; i < expected.length; i++) {
                    final int index = i;
                    assertEquals(
                            expected[i],
                            batch.sum(i),
                            () -> "seed=" + SEED + " count=" + count + " index=" + index);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("twins")
    void recordsGatheredForABatchAgeLikeRecordsOneByOne(DecayTwin twin) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final int count = COUNT_MAX / 3;
        final SlabPlan plan = new SlabPlan();
        final long one = plan.reserve("one by one", PeltLayout.BYTES, count);
        final long all = plan.reserve("all at once", PeltLayout.BYTES, count);
        try (Slab slab = plan.allocate();
                Batch batch = new Batch()) {
            for (int i = 0; i < count; i++) {
                final long at = slab.at(one) + i * PeltLayout.BYTES;
                PeltLayout.lastUpdateNs(at, random.nextLong(1L << 21));
                PeltLayout.periodContrib(at, random.nextInt(1024));
                PeltLayout.loadSum(at, random.nextLong(1L << 40));
                PeltLayout.runnableSum(at, random.nextLong(1L << 32));
                PeltLayout.utilSum(at, random.nextLong(1L << 25));
            }
            Memory.ARENA
                    .asSlice(slab.at(all), count * PeltLayout.BYTES)
                    .copyFrom(Memory.ARENA.asSlice(slab.at(one), count * PeltLayout.BYTES));
            final GatheredRecords gathered =
                    new GatheredRecords(twin, batch.sumsAt, batch.periodsAt);
            for (long nowNs = 4L << 20;
                    nowNs < 400L << 20;
                    nowNs += 1 + random.nextLong(7L << 20)) {
                nowNs += 1L << 20; // a boundary at least
                gathered.age(slab.at(all), count, nowNs);
                for (int i = 0; i < count; i++) {
                    final long at = slab.at(one) + i * PeltLayout.BYTES;
                    assertTrue(PeltAverage.update(at, nowNs, 0, 0, 0, 1));
                }
                assertEquals(
                        -1,
                        Memory.ARENA
                                .asSlice(slab.at(all), count * PeltLayout.BYTES)
                                .mismatch(
                                        Memory.ARENA.asSlice(
                                                slab.at(one), count * PeltLayout.BYTES)));
            }
        }
    }

    /** Every remainder, the ends of the table of halvings, and 32-bit values that look negative. */
    private static int periods(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(64);
            case 1 -> random.nextInt(2_200);
            case 2 -> 2_010 + random.nextInt(12);
            default -> random.nextInt();
        };
    }

    /** Rows of decay_load.csv whose period count fits the batch: sum, periods, aged sum. */
    private static List<long[]> golden() throws IOException {
        final List<long[]> rows = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(
                                        Objects.requireNonNull(
                                                DecayTwinsTest.class.getResourceAsStream(
                                                        "/golden/pelt/decay_load.csv.gz"))),
                                StandardCharsets.US_ASCII))) {
            assertEquals("val,n,out", reader.readLine());
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                final String[] cells = line.split(",", -1);
                final long periods = Long.parseUnsignedLong(cells[1]);
                if (periods == Integer.toUnsignedLong((int) periods)) {
                    rows.add(
                            new long[] {
                                Long.parseUnsignedLong(cells[0]),
                                periods,
                                Long.parseUnsignedLong(cells[2])
                            });
                }
            }
        }
        return rows;
    }

    /** Sums and periods in a slab of their own. */
    private static final class Batch implements AutoCloseable {
        private final Slab slab;
        private final long sumsAt;
        private final long periodsAt;

        Batch() {
            final SlabPlan plan = new SlabPlan();
            final long sums = plan.reserve("sums", Long.BYTES, COUNT_MAX + GUARDS);
            final long periods = plan.reserve("periods", Integer.BYTES, COUNT_MAX + GUARDS);
            slab = plan.allocate();
            sumsAt = slab.at(sums);
            periodsAt = slab.at(periods);
        }

        void set(int index, long sum, int periods) {
            Memory.putLong(sumsAt + (long) index * Long.BYTES, sum);
            Memory.putInt(periodsAt + (long) index * Integer.BYTES, periods);
        }

        long sum(int index) {
            return Memory.getLong(sumsAt + (long) index * Long.BYTES);
        }

        void decay(DecayTwin twin, int count) {
            twin.decay(sumsAt, periodsAt, count);
        }

        @Override
        public void close() {
            slab.close();
        }
    }
}
