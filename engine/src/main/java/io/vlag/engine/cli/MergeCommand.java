package io.vlag.engine.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag merge}. */
@Command(
        name = "merge",
        description = "Puts the shards of a sweep together, or refuses and names what is missing.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "Every configuration has to be there exactly once. The table has one line for each, in the order of",
            "the ids: id, seed, values, reason, events, digest, metrics."
        })
final class MergeCommand extends PrintingCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "directories of vlag sweep, one for each shard")
    private List<Path> directories = List.of();

    @Option(
            names = "--sweep",
            paramLabel = "SWEEP",
            description = "the sweep file, for the values of the axes in the table")
    private @Nullable String sweep;

    @Option(names = "--out", paramLabel = "FILE", description = "writes the table, as CSV")
    private @Nullable Path out;

    @Override
    public Integer call() {
        final MergedSweep merged = MergedSweep.of(directories);
        if (out != null) {
            final @Nullable SweepSetup setup = sweep == null ? null : SweepSetup.read(sweep);
            if (setup != null) {
                merged.checkBelongsTo(setup.facts());
            }
            SweepTable.write(merged, setup == null ? null : setup.spec(), out);
        }
        out().print(merged.text());
        return merged.failedCount() > 0 ? ExitCode.PARTIAL : ExitCode.DONE;
    }
}
