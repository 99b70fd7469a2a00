package io.vlag.engine.cli;

import io.vlag.engine.journal.JournalException;
import io.vlag.engine.journal.ResultLog;
import io.vlag.engine.sweep.BlockRange;
import io.vlag.engine.sweep.ResultBlock;
import io.vlag.engine.sweep.SweepFacts;
import io.vlag.engine.sweep.SweepLedger;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a sweep's results: its facts, the log of results, and a lock, so that two
 * processes never write to it at once. It is written over several lives of the process.
 */
final class SweepDirectory implements AutoCloseable {
    private static final String FACTS = "sweep.facts";
    private static final String RESULTS = "results";
    private static final String LOCK = "lock";
    private static final String SHARD_LINE = "shard: ";
    private static final int PROBLEMS_SHOWN = 20;

    private final Path directory;
    private final SweepFacts facts;
    private final BlockRange range;
    private final FileChannel lockFile;
    private final FileLock lock;

    private SweepDirectory(
            Path directory,
            SweepFacts facts,
            BlockRange range,
            FileChannel lockFile,
            FileLock lock) {
        this.directory = directory;
        this.facts = facts;
        this.range = range;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** Makes the directory, or goes on with one that has results of the same sweep and shard. */
    static SweepDirectory open(Path directory, SweepFacts facts, Shard shard) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new BadInputException(
                    directory + ": is no directory; name another with --out DIR");
        }
        try {
            Files.createDirectories(directory);
            if (!Files.isWritable(directory)) {
                throw new BadInputException(
                        directory
                                + ": may not be written to; change that, or name another with"
                                + " --out DIR");
            }
            checkSame(directory, facts, shard);
            final FileChannel lockFile =
                    FileChannel.open(
                            directory.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            final @Nullable FileLock lock = tryLock(lockFile);
            if (lock == null) {
                lockFile.close();
                throw new BadInputException(
                        directory + ": another process is working on this sweep; wait for it");
            }
            final SweepDirectory opened =
                    new SweepDirectory(
                            directory,
                            facts,
                            BlockRange.shard(
                                    facts.configurationCount(),
                                    facts.blockSize(),
                                    shard.number(),
                                    shard.count()),
                            lockFile,
                            lock);
            opened.writeFacts(shard);
            return opened;
        } catch (IOException e) {
            throw new BadInputException(
                    directory
                            + ": cannot be used ("
                            + e
                            + "); make room or change what it says, or name another with --out"
                            + " DIR");
        }
    }

    private void writeFacts(Shard shard) throws IOException {
        if (Files.exists(directory.resolve(FACTS))) {
            return;
        }
        try {
            writeWhole(directory.resolve(FACTS), facts.text() + SHARD_LINE + shard + "\n");
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static void checkSame(Path directory, SweepFacts facts, Shard shard)
            throws IOException {
        if (!Files.exists(directory.resolve(FACTS))) {
            try (var files = Files.list(directory)) {
                if (files.anyMatch(file -> !isOfBeginning(file.getFileName().toString()))) {
                    throw new BadInputException(
                            directory
                                    + ": is not empty and holds no sweep; name another with --out"
                                    + " DIR");
                }
            }
            return;
        }
        final Written written = written(directory);
        final List<String> problems = new ArrayList<>();
        written.facts
                .differencesTo(facts)
                .forEach(difference -> problems.add(directory + ": " + difference));
        if (!written.shard.equals(shard)) {
            problems.add(directory + ": shard was " + written.shard + " and is " + shard);
        }
        if (!problems.isEmpty()) {
            problems.add(
                    directory
                            + ": has results of another sweep; undo the change, or name another"
                            + " directory with --out DIR");
            throw new BadInputException(problems);
        }
    }

    /** What a process leaves that was killed before the facts were there. */
    private static boolean isOfBeginning(String name) {
        return name.equals(LOCK) || name.equals(half(FACTS));
    }

    private static String half(String name) {
        return "." + name + ".new";
    }

    /** What a directory says of its results. */
    record Written(SweepFacts facts, Shard shard) {
        BlockRange range() {
            return BlockRange.shard(
                    facts.configurationCount(), facts.blockSize(), shard.number(), shard.count());
        }
    }

    /** Reads what a directory says of its results. */
    static Written written(Path directory) {
        try {
            final String text = Files.readString(directory.resolve(FACTS), StandardCharsets.UTF_8);
            final List<String> lines = new ArrayList<>(text.lines().toList());
            if (lines.isEmpty() || !lines.getLast().startsWith(SHARD_LINE)) {
                throw new BadInputException(
                        directory.resolve(FACTS) + ": is not complete; this is no sweep");
            }
            final Shard shard = Shard.parse(lines.removeLast().substring(SHARD_LINE.length()));
            return new Written(SweepFacts.parse(String.join("\n", lines)), shard);
        } catch (IOException e) {
            throw new BadInputException(directory + ": holds no results of a sweep (" + e + ")");
        }
    }

    /**
     * Hands every sound block of results of a directory to somebody; what is not sound is a
     * problem.
     */
    static void read(Path directory, SweepFacts facts, Consumer<ResultBlock> each) {
        final Path results = directory.resolve(RESULTS);
        if (!Files.isDirectory(results)) {
            return;
        }
        final long hash = facts.hash();
        final int metricCount = facts.metrics().size();
        final List<String> problems = new ArrayList<>();
        final long[] number = {0};
        try {
            ResultLog.read(
                    results,
                    document -> {
                        try {
                            each.accept(ResultBlock.of(document, hash, metricCount));
                        } catch (IllegalArgumentException e) {
                            if (problems.size() < PROBLEMS_SHOWN) {
                                problems.add(
                                        results + ": document " + number[0] + " " + e.getMessage());
                            }
                        }
                        number[0]++;
                    });
        } catch (JournalException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
    }

    /** What is done already. */
    SweepLedger ledger() {
        final SweepLedger ledger = new SweepLedger(range);
        read(directory, facts, ledger::add);
        return ledger;
    }

    /** The log, for more results. */
    ResultLog log() {
        try {
            return ResultLog.open(directory.resolve(RESULTS));
        } catch (IOException e) {
            throw new BadInputException(String.valueOf(e.getMessage()));
        }
    }

    BlockRange range() {
        return range;
    }

    Path path() {
        return directory;
    }

    private static void writeWhole(Path file, String text) throws IOException {
        final Path half = file.resolveSibling(half(file.getFileName().toString()));
        try {
            Files.writeString(half, text, StandardCharsets.UTF_8);
            try {
                Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(half, file);
            }
        } finally {
            Files.deleteIfExists(half);
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
            lockFile.close();
        } catch (IOException e) {
            throw new BadInputException(directory + ": the lock cannot be given back (" + e + ")");
        }
    }
}
