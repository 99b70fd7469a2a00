package io.vlag.engine.cli;

import io.vlag.engine.sweep.BlockRange;
import io.vlag.engine.sweep.SweepLedger;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * How a sweep went.
 *
 * @param beforeCount results that were there at the start
 * @param wallNs of this life of the process
 * @param allocatedBytes heap allocated by its workers
 */
record SweepSummary(
        String name,
        Shard shard,
        Path directory,
        BlockRange range,
        SweepLedger ledger,
        long beforeCount,
        int workerCount,
        long wallNs,
        long allocatedBytes) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final double NS_PER_S = 1e9;

    private long newCount() {
        return ledger.resultCount() - beforeCount;
    }

    private double perSecond() {
        return newCount() * NS_PER_S / wallNs;
    }

    private String digest() {
        return HexFormat.of().toHexDigits(ledger.digest());
    }

    int exitCode(boolean stopped) {
        if (stopped) {
            return ExitCode.INTERRUPTED;
        }
        return ledger.failedCount() > 0 ? ExitCode.PARTIAL : ExitCode.DONE;
    }

    /** One object and a line feed. */
    String json() {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("sweep", name);
            json.writeStringProperty("shard", shard.toString());
            json.writeStringProperty("directory", directory.toString());
            json.writeNumberProperty("configurations", range.ids());
            json.writeNumberProperty("completed", ledger.completedCount());
            json.writeNumberProperty("failed", ledger.failedCount());
            json.writeNumberProperty("forbidden", ledger.forbiddenCount());
            json.writeNumberProperty("resumedFrom", beforeCount);
            json.writeNumberProperty("workers", workerCount);
            json.writeNumberProperty("wallNs", wallNs);
            json.writeNumberProperty("events", ledger.eventCount());
            json.writeNumberProperty("configurationsPerSecond", perSecond());
            json.writeNumberProperty("peakRssBytes", peakRssBytes());
            json.writeNumberProperty(
                    "allocatedBytesPerConfiguration", allocatedBytes / Math.max(1, newCount()));
            json.writeStringProperty("digest", digest());
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s, shard %s: %,d of %,d configurations (%,d completed, %,d failed, %,d forbidden)%n"
                        + "%,d of them now in %.1f s, %,.0f a second, %,d events in all%n"
                        + "digest %s, results in %s%n",
                Printable.line(name),
                shard,
                ledger.resultCount(),
                range.ids(),
                ledger.completedCount(),
                ledger.failedCount(),
                ledger.forbiddenCount(),
                newCount(),
                wallNs / NS_PER_S,
                perSecond(),
                ledger.eventCount(),
                digest(),
                Printable.line(directory.toString()));
    }

    /** Most memory the process ever had, 0 where the system does not tell. */
    static long peakRssBytes() {
        try {
            for (final String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException e) {
            return 0; // another system
        }
        return 0;
    }
}
