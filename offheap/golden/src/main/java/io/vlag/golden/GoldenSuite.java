package io.vlag.golden;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The recordings that one module is held to, and how it replays each kind. */
public final class GoldenSuite {
    private final GoldenModule module;
    private final Map<GoldenKind, Function<GoldenFile, RowReplay>> replays =
            new EnumMap<>(GoldenKind.class);
    private final List<GoldenResult> results = new ArrayList<>();

    public GoldenSuite(GoldenModule module) {
        this.module = module;
    }

    /** States how a kind is replayed; {@code replay} opens one for each file. */
    public GoldenSuite with(GoldenKind kind, Function<GoldenFile, RowReplay> replay) {
        replays.put(kind, replay);
        return this;
    }

    /**
     * The module's files of this run.
     *
     * @throws IllegalStateException when a kind that the module owns has no replay, or, with the
     *     recordings of the repository, no file
     */
    public List<GoldenFile> files() {
        final Set<GoldenKind> owned =
                Stream.of(GoldenKind.values())
                        .filter(kind -> kind.owners().contains(module))
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(GoldenKind.class)));
        if (!owned.equals(replays.keySet())) {
            throw new IllegalStateException(
                    "%s owns %s but replays %s".formatted(module, owned, replays.keySet()));
        }
        final List<GoldenFile> files = GoldenFiles.ofRun().of(module);
        if (GoldenFiles.isComplete()) {
            owned.remove(GoldenKind.PELT_SEQUENCES); // the same list as in eevdf
            files.forEach(file -> owned.remove(file.kind()));
            if (!owned.isEmpty()) {
                throw new IllegalStateException("no recorded file of " + owned);
            }
        }
        return files;
    }

    /**
     * Replays a file. In the repository's recordings the module that owns a kind last has to look
     * at every column.
     *
     * @throws AssertionError with file, row, column, expected and got of the first differences
     */
    public void check(GoldenFile file) {
        final Function<GoldenFile, RowReplay> replay =
                Objects.requireNonNull(replays.get(file.kind()), file.name());
        final GoldenResult result = GoldenReplay.run(module, file, open(replay, file));
        results.add(result);
        if (!result.failure().isEmpty()) {
            throw new AssertionError(result.failure());
        }
        if (GoldenFiles.isComplete()
                && file.kind().owners().getLast() == module
                && !result.unread().isEmpty()) {
            throw new AssertionError(
                    file.name() + ": the replay never looks at " + result.unread());
        }
    }

    /** A replay that cannot start, as for a kernel without rules, fails every row. */
    private static RowReplay open(Function<GoldenFile, RowReplay> replay, GoldenFile file) {
        try {
            return replay.apply(file);
        } catch (RuntimeException e) {
            return row -> {
                throw e;
            };
        }
    }

    /** Prints the table of all files replayed so far, and leaves it in {@code target}. */
    public void report() {
        System.out.print(new GoldenReport(GoldenFiles.root()).publish(module, results));
    }
}
