package io.vlag.engine.spark;

import io.vlag.engine.cli.Main;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The driver: hands the parts of a sweep to the executors, one task each, and merges them. */
@Command(
        name = "spark-sweep",
        description = "A sweep on a Spark cluster: one task for each part, then the merge.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class SparkSweep implements Callable<Integer> {
    private static final int PARTS_MAX = 100_000;
    private static final int BAD_INPUT = 2;

    @Spec private @Nullable CommandSpec spec; // set by picocli

    @Parameters(paramLabel = "SWEEP", description = "a sweep file, at the same path on every host")
    private String sweep = "";

    @Option(
            names = "--parts",
            paramLabel = "N",
            required = true,
            description = "tasks; a few for each core, so that none waits long at the end")
    private int parts;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "directory of the results, on a file system that every host sees")
    private Path out = Path.of("");

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "threads of a task; the same number as spark.task.cpus")
    private int workers;

    @Option(names = "--table", paramLabel = "FILE", description = "writes the merged table, as CSV")
    private @Nullable Path table;

    /** Called by spark-submit. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SparkSweep()).execute(args));
    }

    @Override
    public Integer call() {
        final PrintWriter print = commandLine().getOut();
        final PrintWriter problems = commandLine().getErr();
        if (parts < 1 || parts > PARTS_MAX) {
            problems.println("--parts " + parts + ": is outside 1 to " + PARTS_MAX);
            return BAD_INPUT;
        }
        final int checked = Main.execute(print, problems, "check", sweep);
        if (!Main.isComplete(checked)) {
            return checked;
        }
        final SweepPart part =
                new SweepPart(
                        Path.of(sweep).toAbsolutePath().toString(),
                        parts,
                        out.toAbsolutePath().toString(),
                        workers);
        carryOut(part).forEach(print::println);
        return Main.execute(print, problems, mergeArguments(part).toArray(String[]::new));
    }

    /**
     * Runs the tasks.
     *
     * @return the summary of each part
     */
    private List<String> carryOut(SweepPart part) {
        final SparkConf conf = new SparkConf().setAppName("vlag sweep " + sweep);
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            final List<Integer> numbers = IntStream.rangeClosed(1, parts).boxed().toList();
            return spark.parallelize(numbers, parts).map(part).collect();
        }
    }

    private List<String> mergeArguments(SweepPart part) {
        final List<String> arguments = new ArrayList<>();
        arguments.add("merge");
        for (int number = 1; number <= parts; number++) {
            arguments.add(part.directoryOf(number));
        }
        if (table != null) {
            arguments.addAll(List.of("--sweep", part.sweep(), "--out", table.toString()));
        }
        return arguments;
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("not started by its command line");
        }
        return spec.commandLine();
    }
}
