package io.vlag.engine.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;

/** Documents of a Chronicle Queue directory, opened read-only; another process may be appending. */
final class ChronicleDocuments implements DocumentSource {
    private final Path directory;
    private final ChronicleQueue queue;
    private final ExcerptTailer tailer;
    private long sequence; // of the next document

    ChronicleDocuments(Path directory) {
        this.directory = directory;
        if (!Files.isDirectory(directory)) {
            throw new JournalException(
                    directory + ": there is no such directory; a journal is a directory");
        }
        try {
            queue = ChronicleSettings.readable(directory);
            tailer = queue.createTailer();
        } catch (RuntimeException | InternalError e) {
            throw new JournalException(
                    directory + ": cannot be opened as a Chronicle queue: " + e, e);
        }
    }

    @Override
    public int next(byte[] into) {
        try (DocumentContext context = tailer.readingDocument()) {
            final Wire wire = context.wire();
            if (!context.isPresent() || wire == null) {
                return NOTHING;
            }
            final Bytes<?> bytes = wire.bytes();
            final long length = bytes.readRemaining();
            if (length > DocumentHeader.DOCUMENT_BYTES_MAX) {
                throw problem(
                        "has %,d bytes; at most %,d are possible"
                                .formatted(length, DocumentHeader.DOCUMENT_BYTES_MAX));
            }
            final int copied = bytes.read(into, 0, (int) length);
            if (copied != length) {
                throw problem("ends after %,d of %,d bytes".formatted(copied, length));
            }
            sequence++;
            return copied;
        } catch (JournalException e) {
            throw e;
        } catch (RuntimeException
                | InternalError e) { // InternalError: the file ends before its mapping does
            throw new JournalException(
                    directory + ": block " + sequence + " cannot be fetched: " + e, e);
        }
    }

    private JournalException problem(String what) {
        return new JournalException(directory + ": block " + sequence + " " + what);
    }

    @Override
    public void close() {
        tailer.close();
        queue.close();
    }
}
