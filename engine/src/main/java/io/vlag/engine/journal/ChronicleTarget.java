package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * One Chronicle Queue directory per run, one document per block. Survives the end of the process at
 * any instant: every completed document stays readable. Does not survive a power cut by itself,
 * since nothing is forced to the disk.
 */
public final class ChronicleTarget implements JournalTarget {
    /**
     * Free space below which a run fails in an orderly way instead of faulting inside mapped
     * memory, bytes.
     */
    static final long FREE_BYTES_MIN = 16L << 20;

    private static final long DOCUMENTS_PER_SPACE_CHECK = 16;

    private final Path directory;
    private final PointerBytesStore source = BytesStore.nativePointer();
    private @Nullable ChronicleQueue queue;
    private @Nullable ExcerptAppender appender;

    /**
     * @param directory created by {@link #open}; must not hold anything yet, since a journal is one
     *     run
     */
    public ChronicleTarget(Path directory) {
        this.directory = directory;
    }

    @Override
    public void open() throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new IOException(
                        directory
                                + " is not empty; a journal holds one run, give it a directory of its own");
            }
        }
        checkFreeSpace();
        queue = ChronicleSettings.writable(directory);
        appender = queue.createAppender();
    }

    @Override
    public void append(MemorySegment document, long sequence) throws IOException {
        final ExcerptAppender appender = this.appender;
        if (appender == null) {
            throw new IllegalStateException("the target is not open");
        }
        if (sequence % DOCUMENTS_PER_SPACE_CHECK == 0) {
            checkFreeSpace();
        }
        try {
            write(appender, document);
        } catch (InternalError e) { // the file could not grow under its mapping
            throw new IOException(
                    directory + ": a fault while writing; most likely the disk is full, make room",
                    e);
        }
    }

    private void write(ExcerptAppender appender, MemorySegment document) {
        source.set(document.address(), document.byteSize());
        try (DocumentContext context = appender.writingDocument()) {
            boolean written = false;
            try {
                context.wire().bytes().write(source, 0, document.byteSize());
                written = true;
            } finally {
                if (!written) {
                    context.rollbackOnClose();
                }
            }
        }
    }

    @Override
    public void close() {
        if (appender != null) {
            appender.close();
            appender = null;
        }
        if (queue != null) {
            queue.close();
            queue = null;
        }
    }

    private void checkFreeSpace() throws IOException {
        final long freeBytes = Files.getFileStore(directory).getUsableSpace();
        if (freeBytes < FREE_BYTES_MIN) {
            throw new IOException(
                    "%s: the disk has %,d bytes left and the journal needs %,d to go on; make room"
                            .formatted(directory, freeBytes, FREE_BYTES_MIN));
        }
    }
}
