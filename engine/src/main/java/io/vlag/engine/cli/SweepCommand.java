package io.vlag.engine.cli;

import io.vlag.engine.journal.ResultLog;
import io.vlag.engine.sweep.SweepCrew;
import io.vlag.engine.sweep.SweepLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag sweep}. */
@Command(
        name = "sweep",
        description = "Simulates every configuration of a sweep, once; the same command goes on.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "Results are in DIR, by default vlag-out/NAME. Started again, whatever stopped it, the sweep does",
            "only what is missing. Several processes share a sweep with --shard, each with a DIR of its own;",
            "a Slurm array or a Kubernetes Indexed Job does so by itself. vlag merge puts them together."
        })
final class SweepCommand extends PrintingCommand implements Callable<Integer> {
    private static final int WORKERS_MAX = 1_024;

    @Parameters(paramLabel = "SWEEP", description = "a sweep file, or the name of a shipped one")
    private String sweep = "";

    @Option(names = "--out", paramLabel = "DIR", description = "directory of the results")
    private @Nullable Path out;

    @Option(names = "--workers", paramLabel = "N", description = "simulations at the same time")
    private @Nullable Integer workers;

    @Option(names = "--shard", paramLabel = "I/N", description = "only this of N parts, from 1")
    private @Nullable String shard;

    @Option(names = "--pin", description = "bind each worker to a core of its own")
    private boolean pin;

    @Option(names = "--json", description = "the summary as one JSON object")
    private boolean json;

    @Override
    public Integer call() {
        final long startNs = System.nanoTime();
        final int workerCount = workerCount();
        final Shard part = Shard.choose(shard, System.getenv());
        final SweepSetup setup = SweepSetup.read(sweep);
        try (SweepDirectory directory =
                SweepDirectory.open(directory(setup, part), setup.facts(), part)) {
            final SweepLedger ledger = directory.ledger();
            final long before = ledger.resultCount();
            final SweepCrew crew =
                    new SweepCrew(
                            setup.job(directory.range(), new CorePinning(pin)),
                            ledger,
                            workerCount);
            if (before < directory.range().ids()) {
                carryOut(crew, directory, ledger);
            }
            final SweepSummary summary =
                    new SweepSummary(
                            setup.spec().name(),
                            part,
                            directory.path(),
                            directory.range(),
                            ledger,
                            before,
                            workerCount,
                            System.nanoTime() - startNs,
                            crew.allocatedBytes());
            out().print(json ? summary.json() : summary.text());
            out().flush();
            return summary.exitCode(crew.isStopping());
        }
    }

    private Path directory(SweepSetup setup, Shard part) {
        if (out != null) {
            return out;
        }
        final Path plain = OutputDirectory.defaultFor(setup.spec().name());
        return part.count() == 1
                ? plain
                : plain.resolve("shard-" + part.number() + "-of-" + part.count());
    }

    private int workerCount() {
        if (workers == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (workers < 1 || workers > WORKERS_MAX) {
            throw new BadInputException(
                    "--workers " + workers + ": is outside 1 to " + WORKERS_MAX);
        }
        return workers;
    }

    /** A signal gives up the blocks in progress; what is written stays. */
    private void carryOut(SweepCrew crew, SweepDirectory directory, SweepLedger ledger) {
        final Thread hook = Thread.ofPlatform().name("vlag-stop").unstarted(() -> stop(crew));
        Runtime.getRuntime().addShutdownHook(hook);
        try (ResultLog log = directory.log();
                SweepProgress _ =
                        SweepProgress.start(
                                err(),
                                ledger,
                                directory.range().ids(),
                                StandardError.isTerminal())) {
            crew.carryOut(log);
        } catch (IOException e) {
            throw new BadInputException(
                    e.getMessage()
                            + "; "
                            + ledger.resultCount()
                            + " results are kept, the same command goes on from there");
        } finally {
            if (!crew.isStopping()) {
                removeHook(hook);
            }
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending: the hook runs
        }
    }

    private static void stop(SweepCrew crew) {
        crew.stop();
        try {
            crew.awaitOver();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
