package io.vlag.jmh;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltDecay;
import io.vlag.pelt.PeltLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Question: what does advancing one set of averages cost, by how far it is advanced?
 *
 * <p>Baselines: the same signals as a textbook average in floating point, and a decay that knows
 * one factor only and applies it period by period. Neither gives the kernel's bits; they say what
 * exactness costs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class PeltBenchmark {
    private static final int INPUTS = 1024;
    private static final long SEED = 20_260_401;
    private static final long UNIT_NS = 1024;
    private static final double PERIOD_NS = 1024 * 1024;
    private static final double LOG_Y = Math.log(0.5) / PeltDecay.HALF_LIFE_PERIODS;
    private static final long Y_Q32 = 0xFA83_B2DAL; // 2^(-1/32), rounded down

    /** How far each update advances. */
    public enum Gap {
        /** 1 to 4 units: a boundary is crossed by one update in 400. */
        INSIDE_A_PERIOD(1, 5),
        /** 1 to 3 periods: every update decays the sums and recomputes the averages. */
        ONE_TO_THREE_PERIODS(1024, 3073);

        private final long unitsMin;
        private final long unitsBound;

        Gap(long unitsMin, long unitsBound) {
            this.unitsMin = unitsMin;
            this.unitsBound = unitsBound;
        }
    }

    /** Inputs of the update: gaps and whether the entity ran, from a fixed seed. */
    @State(Scope.Thread)
    public static class Updates {
        @Param Gap gap = Gap.INSIDE_A_PERIOD;

        private final long[] gapsNs = new long[INPUTS];
        private final int[] running = new int[INPUTS];
        private final double[] averages = new double[3];
        private final Slab slab;
        private final long at;
        private long nowNs;

        public Updates() {
            final SlabPlan plan = new SlabPlan();
            final long offset = plan.reserve("average", PeltLayout.BYTES, 1);
            slab = plan.allocate();
            at = slab.at(offset);
        }

        @Setup(Level.Trial)
        public void fill() {
            final SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < INPUTS; i++) {
                gapsNs[i] = random.nextLong(gap.unitsMin, gap.unitsBound) * UNIT_NS;
                running[i] = random.nextInt(2);
            }
        }

        @TearDown(Level.Trial)
        public void release() {
            slab.close();
        }
    }

    /** Inputs of the decay: how many periods have passed, from a fixed seed. */
    @State(Scope.Thread)
    public static class Ages {
        /** Within one half-life, within two, half of the values aged to nothing. */
        @Param({"32", "64", "4096"})
        int periodsBound;

        private final long[] periods = new long[INPUTS];

        @Setup(Level.Trial)
        public void fill() {
            final SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < INPUTS; i++) {
                periods[i] = random.nextLong(periodsBound);
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long update(Updates inputs) {
        long nowNs = inputs.nowNs;
        for (int i = 0; i < INPUTS; i++) {
            nowNs += inputs.gapsNs[i];
            PeltAverage.update(inputs.at, nowNs, 1, 1, inputs.running[i], 1024);
        }
        inputs.nowNs = nowNs;
        return PeltLayout.utilAvg(inputs.at);
    }

    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long updateAlways(Updates inputs) {
        long nowNs = inputs.nowNs;
        for (int i = 0; i < INPUTS; i++) {
            nowNs += inputs.gapsNs[i];
            PeltAverage.updateAlways(inputs.at, nowNs, 1, 1, inputs.running[i], 1024);
        }
        inputs.nowNs = nowNs;
        return PeltLayout.utilAvg(inputs.at);
    }

    /** Baseline: three averages in floating point, one exponential a step. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public double updateInDoubles(Updates inputs) {
        final double[] averages = inputs.averages;
        for (int i = 0; i < INPUTS; i++) {
            final double kept = Math.exp(LOG_Y * (inputs.gapsNs[i] / PERIOD_NS));
            averages[0] = 1024 + (averages[0] - 1024) * kept;
            averages[1] = 1024 + (averages[1] - 1024) * kept;
            final double busy = inputs.running[i] * 1024.0;
            averages[2] = busy + (averages[2] - busy) * kept;
        }
        return averages[2];
    }

    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long decay(Ages inputs) {
        long sum = PeltAverage.LOAD_AVG_MAX;
        for (int i = 0; i < INPUTS; i++) {
            // Chained: latency is measured, nothing can be dropped.
            sum = PeltAverage.LOAD_AVG_MAX - PeltDecay.decay(sum, inputs.periods[i]);
        }
        return sum;
    }

    /** Baseline: one factor, applied period by period, until nothing is left. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long decayPeriodByPeriod(Ages inputs) {
        long sum = PeltAverage.LOAD_AVG_MAX;
        for (int i = 0; i < INPUTS; i++) {
            long aged = sum;
            for (long left = inputs.periods[i]; left > 0 && aged != 0; left--) {
                aged = aged * Y_Q32 >>> 32;
            }
            sum = PeltAverage.LOAD_AVG_MAX - aged;
        }
        return sum;
    }
}
