package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Results of a sweep: documents appended to a Chronicle Queue directory, over several lives of the
 * process. A document is there as a whole or not at all; one that a kill cut off is passed over.
 * One thread, and one process at a time: whoever opens it holds the directory's lock.
 */
public final class ResultLog implements AutoCloseable {
    private static final long DOCUMENTS_PER_SPACE_CHECK = 64;

    private final Path directory;
    private final PointerBytesStore source = BytesStore.nativePointer();
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private long appendedCount;

    private ResultLog(Path directory) {
        this.directory = directory;
        queue = ChronicleSettings.continued(directory);
        appender = queue.createAppender();
    }

    /**
     * Opens the log for more results, an existing one behind its last complete document.
     *
     * @throws IOException when the directory cannot be written or the disk is full
     */
    public static ResultLog open(Path directory) throws IOException {
        Files.createDirectories(directory);
        if (!Files.isWritable(directory)) {
            throw new IOException(directory + " may not be written to");
        }
        checkFreeSpace(directory);
        try {
            return new ResultLog(directory);
        } catch (RuntimeException | InternalError e) {
            throw new IOException(directory + ": cannot be opened as a Chronicle queue: " + e, e);
        }
    }

    /**
     * Hands every complete document to somebody, in the order in which they were written.
     *
     * @throws JournalException when the directory is no log
     */
    public static void read(Path directory, Consumer<MemorySegment> each) {
        try (ChronicleDocuments documents = new ChronicleDocuments(directory)) {
            final byte[] bytes = new byte[DocumentHeader.DOCUMENT_BYTES_MAX];
            final MemorySegment buffer = MemorySegment.ofArray(bytes);
            for (int length = documents.next(bytes);
                    length != DocumentSource.NOTHING;
                    length = documents.next(bytes)) {
                each.accept(buffer.asSlice(0, length));
            }
        }
    }

    /**
     * Appends a document.
     *
     * @param document native memory
     * @throws IOException when it is not written; what was written before stays
     */
    public void append(MemorySegment document) throws IOException {
        if (appendedCount++ % DOCUMENTS_PER_SPACE_CHECK == 0) {
            checkFreeSpace(directory);
        }
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
        } catch (InternalError e) { // the file could not grow under its mapping
            throw new IOException(
                    directory + ": a fault while writing; most likely the disk is full, make room",
                    e);
        }
    }

    private static void checkFreeSpace(Path directory) throws IOException {
        final long freeBytes = Files.getFileStore(directory).getUsableSpace();
        if (freeBytes < ChronicleTarget.FREE_BYTES_MIN) {
            throw new IOException(
                    "%s: the disk has %,d bytes left and the results need %,d to go on; make room"
                            .formatted(directory, freeBytes, ChronicleTarget.FREE_BYTES_MIN));
        }
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
    }
}
