package io.vlag.jmh;

import io.vlag.engine.journal.ChronicleTarget;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalTarget;
import io.vlag.engine.journal.NoTarget;
import io.vlag.engine.journal.RunHeader;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Question: what does one record cost the simulation thread when nothing is recorded (digest only),
 * when blocks are handed over to a target that drops them, and when they go to Chronicle Queue? An
 * iteration with Chronicle leaves up to half a gigabyte in the directory for temporary files and
 * deletes it afterwards.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class JournalBenchmark {
    private static final int INPUTS = 1024;

    @Param({"none", "dropped", "chronicle"})
    String target;

    private final int[] taskIds = new int[INPUTS + 1];
    private Path directory;
    private Slab slab;
    private Journal journal;
    private long timeNs;

    /** Takes documents and drops them: the cost of the hand-over without that of a target. */
    private static final class Dropped implements JournalTarget {
        @Override
        public void open() {}

        @Override
        public void append(MemorySegment document, long sequence) {}

        @Override
        public void close() {}
    }

    @Setup(Level.Iteration)
    public void open() throws IOException {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < taskIds.length; i++) {
            taskIds[i] = random.nextInt(64);
        }
        directory = Files.createTempDirectory("vlag-journal-benchmark");
        final SlabPlan plan = new SlabPlan();
        final long offset = Journal.reserve(plan);
        slab = plan.allocate();
        final JournalTarget opened =
                switch (target) {
                    case "none" -> NoTarget.INSTANCE;
                    case "dropped" -> new Dropped();
                    default -> new ChronicleTarget(directory.resolve("run"));
                };
        journal =
                Journal.open(
                        slab.at(offset), RunHeader.of(1, "benchmark", "", "", 1, 8, 0), opened);
        journal.init();
        journal.runStarted(0);
        timeNs = 0;
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        journal.close();
        slab.close();
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long switched() {
        for (int i = 0; i < INPUTS; i++) {
            timeNs += 700;
            journal.switched(timeNs, i & 7, taskIds[i], taskIds[i + 1], i & 3);
        }
        return journal.recordCount();
    }
}
