package io.vlag.engine.journal;

import java.nio.file.Path;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** The one way in which this package opens Chronicle queues. */
final class ChronicleSettings {
    /**
     * Size of a mapped chunk; a document must fit into a quarter. Small, since each run has files
     * of its own.
     */
    static final int CHUNK_BYTES = 1 << 20;

    /** The one data file; named after the day at which the clock stands. */
    static final String FILE = "19700101F.cq4";

    /** Chronicle's table of files. */
    static final String TABLE = "metadata.cq4t";

    /**
     * The clock of all journals stands still: a run never rolls into a second file and its file
     * name is fixed.
     */
    private static final TimeProvider STANDING_CLOCK = () -> 0;

    /** How long an unfinished document of a killed process is waited for. */
    private static final long RECOVERY_MS = 500;

    static {
        // Chronicle's own watch over the disk is a thread per process that only logs;
        // ChronicleFile checks itself.
        setDefault("chronicle.disk.monitor.disable");
        setDefault("chronicle.analytics.disable");
    }

    private ChronicleSettings() {}

    static ChronicleQueue writable(Path directory) {
        return builder(directory).build();
    }

    /** For a directory that another process, perhaps a killed one, has written to before. */
    static ChronicleQueue continued(Path directory) {
        return builder(directory).timeoutMS(RECOVERY_MS).build();
    }

    static ChronicleQueue readable(Path directory) {
        return builder(directory).readOnly(true).build();
    }

    private static SingleChronicleQueueBuilder builder(Path directory) {
        return SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(RollCycles.FAST_DAILY)
                .timeProvider(STANDING_CLOCK)
                .blockSize(CHUNK_BYTES);
    }

    private static void setDefault(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }
}
