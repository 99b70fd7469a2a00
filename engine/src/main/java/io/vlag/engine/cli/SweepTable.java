package io.vlag.engine.cli;

import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.sweep.BlockRange;
import io.vlag.engine.sweep.ConfigurationSpace;
import io.vlag.engine.sweep.FailureReason;
import io.vlag.engine.sweep.ResultBlock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All results of a sweep as CSV, in the order of the ids. Results come in any order: they are first
 * put at their place in a file of fixed records, so memory does not grow with the sweep.
 */
final class SweepTable {
    private static final int FIXED_BYTES = 20;

    private final MergedSweep merged;
    private final @Nullable ConfigurationSpace space;
    private final int metricCount;
    private final int recordBytes;

    private SweepTable(MergedSweep merged, @Nullable SweepSpec spec) {
        this.merged = merged;
        this.space = spec == null ? null : new ConfigurationSpace(spec);
        this.metricCount = merged.facts().metrics().size();
        this.recordBytes = FIXED_BYTES + metricCount * Double.BYTES;
    }

    /**
     * Writes the table; nobody ever sees half of it.
     *
     * @param spec for the values of the axes; null leaves them out
     */
    static void write(MergedSweep merged, @Nullable SweepSpec spec, Path file) {
        final Path half = file.resolveSibling("." + file.getFileName() + ".new");
        final Path records = file.resolveSibling("." + file.getFileName() + ".records");
        try {
            try {
                new SweepTable(merged, spec).write(half, records);
                Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(half);
                Files.deleteIfExists(records);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new BadInputException(file + ": cannot be written (" + e + ")");
        }
    }

    private void write(Path half, Path records) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        records,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            merged.forEach(block -> place(block, channel));
            try (BufferedWriter csv = Files.newBufferedWriter(half, StandardCharsets.UTF_8)) {
                head(csv);
                lines(csv, channel);
            }
        }
    }

    private void place(ResultBlock block, FileChannel channel) {
        final ByteBuffer records = ByteBuffer.allocate(block.count() * recordBytes);
        for (int index = 0; index < block.count(); index++) {
            records.putInt(block.reason(index).ordinal());
            records.putLong(block.events(index));
            records.putLong(block.digest(index));
            for (int metric = 0; metric < metricCount; metric++) {
                records.putDouble(block.metric(index, metric));
            }
        }
        try {
            long at = merged.range().firstIdOf(block.block()) * recordBytes;
            records.flip();
            while (records.hasRemaining()) {
                at += channel.write(records, at);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void head(BufferedWriter csv) throws IOException {
        csv.write("id");
        if (space != null) {
            csv.write(",seed");
            for (final SweepSpec.Axis axis : space.spec().axes()) {
                csv.write("," + quoted(axis.key()));
            }
        }
        csv.write(",reason,events,digest");
        for (final String metric : merged.facts().metrics()) {
            csv.write("," + quoted(metric));
        }
        csv.write("\n");
    }

    private void lines(BufferedWriter csv, FileChannel channel) throws IOException {
        final BlockRange range = merged.range();
        final ByteBuffer records = ByteBuffer.allocate(range.blockSize() * recordBytes);
        for (long block = range.firstBlock(); block < range.endBlock(); block++) {
            records.clear().limit(range.idsIn(block) * recordBytes);
            long at = range.firstIdOf(block) * recordBytes;
            while (records.hasRemaining()) {
                final int read = channel.read(records, at);
                if (read < 0) {
                    throw new IOException("the records end before their time");
                }
                at += read;
            }
            records.flip();
            for (long id = range.firstIdOf(block); records.hasRemaining(); id++) {
                line(csv, id, records);
            }
        }
    }

    private void line(BufferedWriter csv, long id, ByteBuffer records) throws IOException {
        csv.write(Long.toString(id));
        if (space != null) {
            csv.write("," + space.seedOf(id));
            final List<String> values = space.values(space.pointOf(id));
            for (final String value : values) {
                csv.write("," + quoted(value));
            }
        }
        final FailureReason reason = FailureReason.values()[records.getInt()];
        csv.write(
                ","
                        + reason.name().toLowerCase(Locale.ROOT)
                        + ","
                        + records.getLong()
                        + ","
                        + HexFormat.of().toHexDigits(records.getLong()));
        for (int metric = 0; metric < metricCount; metric++) {
            final double value = records.getDouble();
            csv.write(",");
            if (!Double.isNaN(value)) {
                csv.write(
                        value == Math.rint(value) && Math.abs(value) < 1e15
                                ? Long.toString((long) value)
                                : Double.toString(value));
            }
        }
        csv.write("\n");
    }

    private static String quoted(String text) {
        return text.matches("[A-Za-z0-9_.+=\\[\\]-]*")
                ? text
                : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
