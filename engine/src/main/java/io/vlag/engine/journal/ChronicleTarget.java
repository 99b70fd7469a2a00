package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One Chronicle Queue directory per run, one document per block. Survives the end of the process at
 * any instant: every completed document stays readable. Does not survive a power cut by itself,
 * since nothing is forced to the disk.
 */
public final class ChronicleTarget implements JournalTarget {
    private final Path directory;
    private @Nullable ChronicleFile file;

    /**
     * @param directory created by {@link #open}; must not hold anything yet, since a journal is one
     *     run
     */
    public ChronicleTarget(Path directory) {
        this.directory = directory;
    }

    @Override
    public void open() throws IOException {
        file = ChronicleFile.create(directory);
    }

    @Override
    public void append(MemorySegment document, long sequence) throws IOException {
        final ChronicleFile file = this.file;
        if (file == null) {
            throw new IllegalStateException("the target is not open");
        }
        file.append(document);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
