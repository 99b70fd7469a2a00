package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.Tolerances;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The scorecard of a directory of recordings, and its negative controls. */
public final class Conformance {
    private final Supplier<ConfigLibrary> libraries;
    private final @Nullable String kernel;

    /**
     * @param libraries a library for each worker, since a library is single-threaded
     * @param kernel expression to simulate instead of each recorded kernel, or null
     */
    public Conformance(Supplier<ConfigLibrary> libraries, @Nullable String kernel) {
        this.libraries = libraries;
        this.kernel = kernel;
    }

    /**
     * Every figure of every recording, in the order of their paths; throws {@link ConfigException}
     * with the problems of all recordings.
     */
    public List<Figure> figures(Path directory, int workers) throws InterruptedException {
        final Tolerances tolerances = checkedTolerances();
        return onWorkers(
                Recording.find(directory),
                workers,
                folder -> {
                    final Replay replay = replay(folder, tolerances);
                    return new Comparison(
                                    replay.recording(),
                                    tolerances,
                                    replay.phases(),
                                    replay.notMeasured())
                            .figures(replay.distributions());
                });
    }

    /**
     * Every negative control among the recordings of a directory; throws {@link ConfigException}
     * with the problems of all recordings.
     */
    public List<Control> controls(Path directory, int workers) throws InterruptedException {
        final Tolerances tolerances = checkedTolerances();
        final List<Control> controls = new ArrayList<>();
        for (final List<Path> same : Controls.sameWorkload(Recording.find(directory))) {
            final List<Replay> replays =
                    onWorkers(same, workers, folder -> List.of(replay(folder, tolerances)));
            controls.addAll(new Controls(tolerances).of(replays));
        }
        return controls;
    }

    private Tolerances checkedTolerances() {
        final ConfigLibrary library = libraries.get();
        if (kernel != null) {
            library.kernel(kernel);
        }
        return library.tolerances();
    }

    private static <T> List<T> onWorkers(
            List<Path> folders, int workers, Function<Path, List<T>> work)
            throws InterruptedException {
        final List<T> results = new ArrayList<>();
        final List<Problem> problems = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
            final List<Future<List<T>>> all =
                    folders.stream().map(folder -> pool.submit(() -> work.apply(folder))).toList();
            for (final Future<List<T>> each : all) {
                try {
                    results.addAll(each.get());
                } catch (ExecutionException e) {
                    switch (e.getCause()) {
                        case ConfigException bad -> problems.addAll(bad.problems());
                        case RuntimeException fault -> {
                            pool.shutdownNow();
                            throw fault;
                        }
                        case null, default -> {
                            pool.shutdownNow();
                            throw new IllegalStateException(e.getCause());
                        }
                    }
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return results;
    }

    private Replay replay(Path folder, Tolerances tolerances) {
        final Recording recording = Recording.read(folder);
        final Replica.Builder builder = new Replica.Builder(libraries.get(), kernel);
        return switch (builder.build(recording)) {
            case Replica.NotMeasured(String reason) ->
                    new Replay(recording, Optional.empty(), List.of(), reason);
            case Replica.Simulated simulated -> {
                final Optional<Trace> trace = recording.trace(simulated.names());
                final Optional<Trace.Figures> traced =
                        trace.map(found -> found.figures(simulated.windowOf(found)));
                yield new Replay(
                        traced.map(recording::orFrom).orElse(recording),
                        traced,
                        TickPhases.of(recording, simulated, trace, tolerances.tickPhases())
                                .mapToObj(phaseNs -> phase(recording, builder, simulated, phaseNs))
                                .toList(),
                        "");
            }
        };
    }

    private static PhaseRun phase(
            Recording recording,
            Replica.Builder builder,
            Replica.Simulated simulated,
            long phaseNs) {
        return PhaseRun.of(
                builder.scenario(recording, simulated, phaseNs),
                builder.beside(recording, simulated, phaseNs),
                1);
    }
}
