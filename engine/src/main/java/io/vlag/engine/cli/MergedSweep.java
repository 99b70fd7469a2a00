package io.vlag.engine.cli;

import io.vlag.engine.sweep.BlockRange;
import io.vlag.engine.sweep.ResultBlock;
import io.vlag.engine.sweep.SweepFacts;
import io.vlag.engine.sweep.SweepLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Directories that together hold every configuration of one sweep exactly once. */
final class MergedSweep {
    private static final int RANGES_SHOWN = 20;

    private final List<Path> directories;
    private final SweepFacts facts;
    private final BlockRange range;
    private final SweepLedger ledger;

    private MergedSweep(List<Path> directories, SweepFacts facts) {
        this.directories = directories;
        this.facts = facts;
        this.range = BlockRange.shard(facts.configurationCount(), facts.blockSize(), 1, 1);
        this.ledger = new SweepLedger(range);
    }

    /** Reads all directories; throws when they are of different sweeps, overlap or leave gaps. */
    static MergedSweep of(List<Path> directories) {
        final SweepFacts facts = SweepDirectory.written(directories.getFirst()).facts();
        final List<String> problems = new ArrayList<>();
        for (final Path directory : directories.subList(1, directories.size())) {
            facts.differencesTo(SweepDirectory.written(directory).facts())
                    .forEach(
                            difference ->
                                    problems.add(
                                            directory
                                                    + ": is of another sweep than "
                                                    + directories.getFirst()
                                                    + ": "
                                                    + difference));
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        final MergedSweep merged = new MergedSweep(directories, facts);
        directories.forEach(directory -> merged.add(directory, problems));
        merged.addGaps(problems);
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        return merged;
    }

    private void add(Path directory, List<String> problems) {
        final Ranges overlaps = new Ranges();
        SweepDirectory.read(
                directory,
                facts,
                block -> {
                    if (!ledger.add(block)) {
                        overlaps.add(
                                range.firstIdOf(block.block()),
                                range.firstIdOf(block.block()) + block.count());
                    }
                });
        overlaps.shown()
                .forEach(
                        ids ->
                                problems.add(
                                        directory
                                                + ": has configurations "
                                                + ids
                                                + ", which an earlier directory has too"));
    }

    private void addGaps(List<String> problems) {
        final Ranges gaps = new Ranges();
        for (long block = range.firstBlock(); block < range.endBlock(); block++) {
            if (!ledger.isDone(block)) {
                gaps.add(range.firstIdOf(block), range.firstIdOf(block) + range.idsIn(block));
            }
        }
        gaps.shown().forEach(ids -> problems.add("configurations " + ids + " are missing"));
        if (!gaps.isEmpty()) {
            problems.add("add their directory, or start the sweep again: it does what is missing");
        }
    }

    /** Ranges of ids, neighbours joined whatever the order in which they come. */
    private static final class Ranges {
        private final TreeMap<Long, Long> ranges = new TreeMap<>(); // first id to the one behind

        void add(long from, long to) {
            final Map.Entry<Long, Long> before = ranges.lowerEntry(from);
            final long first = before != null && before.getValue() == from ? before.getKey() : from;
            final Long joined = ranges.remove(to);
            ranges.put(first, joined == null ? to : joined);
        }

        boolean isEmpty() {
            return ranges.isEmpty();
        }

        List<String> shown() {
            final List<String> shown = new ArrayList<>();
            ranges.entrySet().stream()
                    .limit(RANGES_SHOWN)
                    .forEach(ids -> shown.add(ids.getKey() + " to " + (ids.getValue() - 1)));
            if (ranges.size() > RANGES_SHOWN) {
                shown.add("and " + (ranges.size() - RANGES_SHOWN) + " more ranges");
            }
            return shown;
        }
    }

    /** Throws when the results are not those of a sweep file. */
    void checkBelongsTo(SweepFacts others) {
        final List<String> differences = facts.differencesTo(others);
        if (!differences.isEmpty()) {
            throw new BadInputException(
                    differences.stream()
                            .map(difference -> "the results are of another sweep: " + difference)
                            .toList());
        }
    }

    /** Hands every block of results to somebody, in no particular order. */
    void forEach(Consumer<ResultBlock> each) {
        directories.forEach(directory -> SweepDirectory.read(directory, facts, each));
    }

    SweepFacts facts() {
        return facts;
    }

    BlockRange range() {
        return range;
    }

    long failedCount() {
        return ledger.failedCount();
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%,d configurations from %d directories: %,d completed, %,d failed, %,d forbidden%n"
                        + "%,d events, digest %s%n",
                ledger.resultCount(),
                directories.size(),
                ledger.completedCount(),
                ledger.failedCount(),
                ledger.forbiddenCount(),
                ledger.eventCount(),
                HexFormat.of().toHexDigits(ledger.digest()));
    }
}
