package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Tolerances;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first decision at which a recorded schedule and a simulated one part, from the phase of the
 * tick that follows the recording longest, with the simulated queue as it was just before.
 */
public final class ScheduleDiff {
    private static final int SHOWN_BEFORE = 5;

    private final ConfigLibrary library;
    private final @Nullable String kernel;

    /**
     * @param kernel expression to simulate instead of the recorded kernel, or null
     */
    public ScheduleDiff(ConfigLibrary library, @Nullable String kernel) {
        this.library = library;
        this.kernel = kernel;
    }

    /**
     * A report on every recording of a scenario in a directory; empty if there is none.
     *
     * @param scenario its name, or the beginning of it up to a hyphen, such as b1
     */
    public String text(Path directory, String scenario) {
        final StringBuilder text = new StringBuilder();
        for (final Path folder : Recording.find(directory)) {
            final Recording recording = Recording.read(folder);
            final String name = recording.meta().scenario();
            if (name.equals(scenario) || name.startsWith(scenario + "-")) {
                text.append(recording.meta().kernel()).append(' ').append(name).append(": ");
                text.append(report(recording)).append('\n');
            }
        }
        return text.toString();
    }

    private String report(Recording recording) {
        final Replica.Builder builder = new Replica.Builder(library, kernel);
        return switch (builder.build(recording)) {
            case Replica.NotMeasured(String reason) -> "not simulated, " + reason + "\n";
            case Replica.Simulated simulated -> {
                final Optional<Trace> trace = recording.trace(simulated.names());
                if (recording.meta().cpuCount() > 1) {
                    yield "decisions are compared on one CPU only\n";
                }
                yield trace.isEmpty()
                        ? "there is no trace\n"
                        : report(recording, builder, simulated, trace.get());
            }
        };
    }

    private String report(
            Recording recording,
            Replica.Builder builder,
            Replica.Simulated simulated,
            Trace trace) {
        final Tolerances tolerances = library.tolerances();
        final List<Decision> recorded = Decision.of(trace, simulated.windowOf(trace).fromNs());
        if (recorded.isEmpty()) {
            return "nothing is decided in the recording\n";
        }
        @Nullable Candidate best = null;
        for (final long phaseNs :
                TickPhases.of(recording, simulated, Optional.of(trace), tolerances.tickPhases())
                        .toArray()) {
            final Trace run =
                    PhaseRun.trace(
                            builder.scenario(recording, simulated, phaseNs),
                            builder.beside(recording, simulated, phaseNs));
            final List<Decision> decisions = Decision.of(run, simulated.windowOf(run).fromNs());
            final Parting parting = Parting.of(recorded, decisions, tolerances.distanceSlackNs());
            if (best == null || parting.length() > best.parting().length()) {
                best = new Candidate(phaseNs, decisions, parting);
            }
        }
        return best == null ? "no phase\n" : text(recording, builder, simulated, recorded, best);
    }

    private record Candidate(long phaseNs, List<Decision> decisions, Parting parting) {}

    private static String text(
            Recording recording,
            Replica.Builder builder,
            Replica.Simulated simulated,
            List<Decision> recorded,
            Candidate best) {
        final int alike = best.parting().length();
        final StringBuilder text = new StringBuilder();
        text.append(
                "%d decisions alike, simulated with the first tick at %.3f ms%n"
                        .formatted(alike, best.phaseNs() / 1e6));
        if (alike == recorded.size()) {
            return text.append("  to the end of the recording\n").toString();
        }
        text.append(
                "  %12s %12s  %-44s %12s %12s  %s%n"
                        .formatted("recorded ms", "stint us", "", "simulated ms", "stint us", ""));
        for (int i = Math.max(0, alike - SHOWN_BEFORE); i <= alike; i++) {
            text.append(i == alike ? "! " : "  ")
                    .append(half(recorded, i))
                    .append(' ')
                    .append(half(best.decisions(), best.parting().start() + i).stripTrailing())
                    .append('\n');
        }
        final int at = best.parting().start() + alike;
        if (at < best.decisions().size()) {
            text.append("  simulated queue just before:\n")
                    .append(
                            PhaseRun.queueText(
                                    builder.scenario(recording, simulated, best.phaseNs()),
                                    builder.beside(recording, simulated, best.phaseNs()),
                                    best.decisions().get(at).timeNs() - 1));
        }
        return text.toString();
    }

    private static String half(List<Decision> decisions, int index) {
        if (index >= decisions.size()) {
            return "%12s %12s  %-44s".formatted("", "", "(nothing more)");
        }
        final Decision decision = decisions.get(index);
        return String.format(
                Locale.ROOT,
                "%12.3f %12.1f  %-44s",
                decision.timeNs() / 1e6,
                decision.stintNs() / 1e3,
                decision.words());
    }
}
