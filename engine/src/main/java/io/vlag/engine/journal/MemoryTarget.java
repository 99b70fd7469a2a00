package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps all documents on the heap, up to a bound. For tests, for short runs, and for reports
 * without files.
 */
public final class MemoryTarget implements JournalTarget {
    private final long maxBytes;
    private final List<byte[]> documents = new ArrayList<>();
    private long bytes;

    /**
     * @param maxBytes how much may be kept, bytes; more is an error of the run, since nothing is
     *     dropped
     */
    public MemoryTarget(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public void open() {}

    @Override
    public synchronized void append(MemorySegment document, long sequence) throws IOException {
        if (bytes + document.byteSize() > maxBytes) {
            throw new IOException(
                    "the journal in memory is full: %,d bytes are kept and %,d are allowed; allow more or write it to a directory"
                            .formatted(bytes, maxBytes));
        }
        documents.add(document.toArray(ValueLayout.JAVA_BYTE));
        bytes += document.byteSize();
    }

    @Override
    public void close() {}

    synchronized int documentCount() {
        return documents.size();
    }

    /** A document by its sequence; the array is the target's own. */
    synchronized byte[] document(int sequence) {
        return documents.get(sequence);
    }
}
