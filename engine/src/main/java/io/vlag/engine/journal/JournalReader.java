package io.vlag.engine.journal;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal from its beginning, record by record, and checks on the way: every document's
 * checksum and size, the run id, sequences without gap or repetition, and at the end the digest and
 * the number of records. A document that fails stops the reader with a {@link JournalException}
 * that names it; everything before is sound.
 *
 * <p>Input is untrusted: no size that is read decides how much memory is taken, beyond fixed
 * bounds. One thread.
 */
public final class JournalReader implements AutoCloseable {
    /** Most metadata a journal may carry, bytes; 16 MiB is half a million task names. */
    static final int METADATA_BYTES_MAX = 16 << 20;

    private final String name;
    private final DocumentSource source;
    private final byte[] bytes = new byte[DocumentHeader.DOCUMENT_BYTES_MAX];
    private final MemorySegment buffer = MemorySegment.ofArray(bytes);
    private final CRC32C crc = new CRC32C();
    private final RunHeader header;
    private final long runId;
    private long sequence = -1; // of the document in the buffer, as it should be
    private long recordOffset; // of the next record in the buffer
    private long recordLimit;
    private boolean started;
    private boolean complete;
    private long digestState;
    private long recordCount;

    private JournalReader(String name, DocumentSource source) {
        this.name = name;
        this.source = source;
        final ByteArrayOutputStream json = new ByteArrayOutputStream();
        boolean last = false;
        while (!last) {
            final MemorySegment document = nextDocument();
            if (document == null) {
                throw new JournalException(
                        name
                                + ": the run's metadata is not complete; the run was cut off at its start"
                                + " or has not written it yet");
            }
            if (DocumentHeader.kind(document) != DocumentHeader.KIND_METADATA) {
                throw problem("holds records, but the run's metadata has not ended");
            }
            if (json.size() + document.byteSize() > METADATA_BYTES_MAX) {
                throw problem("takes the run's metadata past " + METADATA_BYTES_MAX + " bytes");
            }
            json.writeBytes(document.asSlice(DocumentHeader.BYTES).toArray(ValueLayout.JAVA_BYTE));
            last = DocumentHeader.isLast(document);
        }
        header = RunHeader.fromJson(json.toByteArray());
        runId = DocumentHeader.runId(buffer);
    }

    /**
     * Opens a journal directory, also one that is still being written.
     *
     * @throws JournalException when it is no journal or its metadata is not sound
     */
    public static JournalReader open(Path directory) {
        return open(directory.toString(), new ChronicleDocuments(directory));
    }

    /** Opens a journal in memory. */
    public static JournalReader open(MemoryTarget target) {
        return open("journal in memory", new MemoryDocuments(target));
    }

    static JournalReader open(String name, DocumentSource source) {
        try {
            return new JournalReader(name, source);
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    public RunHeader header() {
        return header;
    }

    /**
     * Moves the view to the next record.
     *
     * @return false when there is none now: at the end if {@link #isComplete}, else a live journal
     *     may have more later
     * @throws JournalException when the next document is not sound
     */
    public boolean next(RecordView view) {
        if (recordOffset == recordLimit && !nextRecords()) {
            return false;
        }
        view.wrap(buffer, recordOffset);
        check(view);
        recordOffset += RecordSchema.RECORD_BYTES;
        return true;
    }

    /** Whether the run's last record has been read, so that no record is missing. */
    public boolean isComplete() {
        return complete;
    }

    /** Digest over the records read so far; the run's own digest once {@link #isComplete}. */
    public long digest() {
        return Digest.finish(digestState, recordCount);
    }

    /** Records of the run so far, RUN_START and RUN_END not counted. */
    public long recordCount() {
        return recordCount;
    }

    @Override
    public void close() {
        source.close();
    }

    private boolean nextRecords() {
        final MemorySegment document = nextDocument();
        if (document == null) {
            return false;
        }
        if (DocumentHeader.kind(document) != DocumentHeader.KIND_RECORDS) {
            throw problem("holds metadata after the end of the metadata");
        }
        if (DocumentHeader.runId(document) != runId) {
            throw problem(
                    "belongs to run %x, but the journal is of run %x"
                            .formatted(DocumentHeader.runId(document), runId));
        }
        recordOffset = DocumentHeader.BYTES;
        recordLimit = document.byteSize();
        return true;
    }

    /** The next document, checked; null when there is none now. */
    private @Nullable MemorySegment nextDocument() {
        final int length = source.next(bytes);
        if (length == DocumentSource.NOTHING) {
            return null;
        }
        sequence++;
        final MemorySegment document = buffer.asSlice(0, length);
        final String problem = DocumentHeader.problem(document, crc);
        if (problem != null) {
            throw problem(problem);
        }
        if (DocumentHeader.sequence(document) != sequence) {
            throw problem(
                    "has sequence "
                            + DocumentHeader.sequence(document)
                            + "; documents are missing or repeated");
        }
        return document;
    }

    private void check(RecordView record) {
        if (complete) {
            throw problem("holds records after the end of the run");
        }
        final int type = record.type();
        if (!started) {
            if (type != RecordSchema.RUN_START) {
                throw problem("does not begin with RUN_START");
            }
            started = true;
            digestState = record.arg2();
            recordCount = record.recordCount();
        } else if (type == RecordSchema.RUN_END) {
            if (record.arg2() != digestState || record.recordCount() != recordCount) {
                throw problem(
                        "ends the run with %,d records and state %016x, but %,d and %016x were read"
                                .formatted(
                                        record.recordCount(),
                                        record.arg2(),
                                        recordCount,
                                        digestState));
            }
            complete = true;
        } else if (type == RecordSchema.RUN_START) {
            throw problem("starts the run a second time");
        } else {
            digestState =
                    Digest.mix(
                            digestState,
                            record.digestHead(),
                            record.timeNs(),
                            record.args(),
                            record.arg2());
            recordCount++;
        }
    }

    /** An exception about the document in the buffer. */
    private JournalException problem(String what) {
        return new JournalException(name + ": block " + sequence + " " + what);
    }
}
