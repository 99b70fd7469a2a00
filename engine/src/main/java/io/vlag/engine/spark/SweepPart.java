package io.vlag.engine.spark;

import io.vlag.engine.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.spark.api.java.function.Function;

/**
 * What a task of the job does: one part of the sweep, in the executor's own process. Sent to the
 * executors. A task that runs again, on whatever executor, goes on where the results of the part
 * end; two that run at once do not mix, since the second finds the directory locked and fails.
 *
 * @param sweep file, at the same path on every host
 * @param count parts of the sweep
 * @param directory of all parts, on a file system that every host sees
 * @param workers threads of a task
 */
record SweepPart(String sweep, int count, String directory, int workers)
        implements Function<Integer, String> {

    /** The directory of one part's results. */
    String directoryOf(int number) {
        return directory + "/shard-" + number + "-of-" + count;
    }

    /**
     * Carries a part out.
     *
     * @param number from 1
     * @return the JSON summary of {@code vlag sweep}
     * @throws IllegalStateException with everything that was printed, when results are missing;
     *     Spark tries again then
     */
    @Override
    public String call(Integer number) {
        final StringWriter summary = new StringWriter();
        final StringWriter problems = new StringWriter();
        final int exitCode =
                Main.execute(
                        new PrintWriter(summary),
                        new PrintWriter(problems),
                        "sweep",
                        sweep,
                        "--shard",
                        number + "/" + count,
                        "--out",
                        directoryOf(number),
                        "--workers",
                        String.valueOf(workers),
                        "--json");
        if (!Main.isComplete(exitCode)) {
            throw new IllegalStateException(
                    "part "
                            + number
                            + " of "
                            + count
                            + " ended with exit code "
                            + exitCode
                            + ": "
                            + problems.toString().strip());
        }
        return summary.toString().strip();
    }
}
