package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Tolerances;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The scorecard of a directory of recordings. */
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
        final ConfigLibrary library = libraries.get();
        final Tolerances tolerances = library.tolerances();
        if (kernel != null) {
            library.kernel(kernel);
        }
        final List<Path> folders = Recording.find(directory);
        final List<Figure> figures = new ArrayList<>();
        final List<Problem> problems = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
            final List<Future<List<Figure>>> all =
                    folders.stream()
                            .map(folder -> pool.submit(() -> compare(folder, tolerances)))
                            .toList();
            for (final Future<List<Figure>> each : all) {
                try {
                    figures.addAll(each.get());
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
        return figures;
    }

    private List<Figure> compare(Path folder, Tolerances tolerances) {
        final Recording recording = Recording.read(folder);
        final Replica.Builder builder = new Replica.Builder(libraries.get(), kernel);
        return switch (builder.build(recording)) {
            case Replica.NotMeasured(String reason) ->
                    new Comparison(recording, tolerances, List.of(), reason)
                            .figures(Optional.empty());
            case Replica.Simulated simulated -> {
                final Optional<Trace.Figures> recorded =
                        recording
                                .trace(simulated.names())
                                .map(trace -> trace.figures(simulated.windowOf(trace)));
                yield new Comparison(
                                recording,
                                tolerances,
                                phases(recording, builder, simulated, tolerances.tickPhases()),
                                "")
                        .figures(recorded);
            }
        };
    }

    /** The middles of equal parts of a tick. */
    private static List<PhaseRun> phases(
            Recording recording, Replica.Builder builder, Replica.Simulated simulated, int count) {
        final long tickNs = 1_000_000_000L / recording.meta().hz();
        final List<PhaseRun> phases = new ArrayList<>();
        for (int phase = 0; phase < count; phase++) {
            final Scenario scenario =
                    builder.scenario(
                            recording, simulated, (2L * phase + 1) * tickNs / (2L * count));
            phases.add(PhaseRun.of(scenario, simulated, phase + 1L));
        }
        return phases;
    }
}
