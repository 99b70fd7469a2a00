package io.vlag.engine.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code vlag run} can be told; filled by picocli. */
final class RunOptions {
    /** Where the journal goes. */
    enum JournalKind {
        CHRONICLE,
        MEMORY,
        NONE
    }

    @Parameters(
            paramLabel = "SCENARIO|FILE.json",
            description =
                    "a scenario file, the name of a scenario of the library, or an rt-app file")
    String scenario = "";

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "replaces or adds a value of the scenario; may be repeated")
    List<String> sets = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "one run with this seed instead of the scenario's seeds")
    @Nullable Long seed;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description =
                    "measured simulated time, such as 1s or 50ms, instead of the scenario's; its warm-up comes before it, cut to half of TIME")
    @Nullable String duration;

    @Option(
            names = "--kernel",
            paramLabel = "KERNEL",
            description =
                    "only this kernel: a label of the scenario, or an expression such as 7.0+ttwu; may be repeated")
    List<String> kernels = new ArrayList<>();

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            description = "another machine: a name of the library or a file")
    @Nullable String machine;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "only this variant of the machine; may be repeated")
    List<String> variants = new ArrayList<>();

    @Option(
            names = "--case",
            paramLabel = "NAME",
            description = "only this case of the workload; may be repeated")
    List<String> cases = new ArrayList<>();

    @Option(
            names = "--json",
            description = "one JSON object on standard output instead of the tables")
    boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "writes summary.json, table.txt and the journals there; must be new or empty")
    @Nullable Path out;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description =
                    "chronicle: one queue a run below DIR (vlag-out/NAME without --out); memory: kept and dropped, for measuring; none (default)")
    JournalKind journal = JournalKind.NONE;

    @Option(
            names = "--reasons",
            description =
                    "journals also hold every call of a governor and the energy of every candidate; other digests, same results")
    boolean reasons;

    @Option(
            names = "--check",
            description =
                    "checks the invariants of the scheduler after every event; several times slower, same results")
    boolean check;

    @Option(
            names = "--check-every",
            paramLabel = "N",
            description = "as --check, with a full check after every N-th event only")
    @Nullable Long checkEvery;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "runs at the same time; one for each core if not given")
    @Nullable Integer workers;
}
