package io.vlag.jmh;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Every benchmark runs once, in this process and for a moment, so that none can rot; figures mean
 * nothing here.
 */
class BenchmarksSmokeTest {
    @Test
    void everyBenchmarkRuns() throws RunnerException {
        final Options options =
                new OptionsBuilder()
                        .include("io\\.vlag\\.jmh\\..*")
                        .exclude(
                                NativeDecay.available() ? "^$" : "nativeKernel|idleRecordsGathered")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(2))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build();
        final Collection<RunResult> results = new Runner(options).run();
        assertTrue(!results.isEmpty(), "the annotation processor found no benchmark");
        for (RunResult result : results) {
            assertTrue(
                    result.getPrimaryResult().getScore() > 0,
                    () -> result.getParams().getBenchmark() + " was not measured");
        }
    }
}
