package io.vlag.engine.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * First 64 bytes of every document, little-endian; docs/formats/journal.md is the contract for
 * other tools.
 *
 * <pre>
 *  byte  0      8              10    11             12            16     24        32           36     40          48
 *        magic  formatVersion  kind  schemaVersion  payloadBytes  runId  sequence  recordCount  flags  timeNsFirst timeNsLast
 *  byte  56           60
 *        recordBytes  crc32c (over bytes 0..59 and the payload)
 * </pre>
 */
final class DocumentHeader {
    static final int BYTES = 64;

    /** Header and payload together; a reader refuses more before it looks at anything else. */
    static final int DOCUMENT_BYTES_MAX = 64 << 10;

    static final int PAYLOAD_BYTES_MAX = DOCUMENT_BYTES_MAX - BYTES;
    static final int RECORD_COUNT_MAX = PAYLOAD_BYTES_MAX / RecordSchema.RECORD_BYTES;

    /** "VLAGJRNL" in the order of the file. */
    static final long MAGIC = 0x4C4E_524A_4741_4C56L;

    static final int FORMAT_VERSION = 1;

    /** The payload is a piece of the run's metadata, UTF-8 JSON. */
    static final int KIND_METADATA = 1;

    /** The payload is records. */
    static final int KIND_RECORDS = 2;

    /** Flag: last document of its kind's group; set on the last piece of metadata. */
    static final int FLAG_LAST = 1;

    private static final int MAGIC_OFFSET = 0;
    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int KIND_OFFSET = 10;
    private static final int SCHEMA_VERSION_OFFSET = 11;
    private static final int PAYLOAD_BYTES_OFFSET = 12;
    private static final int RUN_ID_OFFSET = 16;
    private static final int SEQUENCE_OFFSET = 24;
    private static final int RECORD_COUNT_OFFSET = 32;
    private static final int FLAGS_OFFSET = 36;
    private static final int TIME_NS_FIRST_OFFSET = 40;
    private static final int TIME_NS_LAST_OFFSET = 48;
    private static final int RECORD_BYTES_OFFSET = 56;
    private static final int CRC_OFFSET = 60;

    private DocumentHeader() {}

    /** Writes the header of a document whose payload is in place, checksum last. */
    static void write(
            MemorySegment document, CRC32C crc, int kind, int flags, long runId, long sequence) {
        final int payloadBytes = (int) document.byteSize() - BYTES;
        final boolean records = kind == KIND_RECORDS;
        putLong(document, MAGIC_OFFSET, MAGIC);
        document.set(RecordSchema.SHORT, FORMAT_VERSION_OFFSET, (short) FORMAT_VERSION);
        document.set(ValueLayout.JAVA_BYTE, KIND_OFFSET, (byte) kind);
        document.set(ValueLayout.JAVA_BYTE, SCHEMA_VERSION_OFFSET, (byte) RecordSchema.VERSION);
        putInt(document, PAYLOAD_BYTES_OFFSET, payloadBytes);
        putLong(document, RUN_ID_OFFSET, runId);
        putLong(document, SEQUENCE_OFFSET, sequence);
        putInt(
                document,
                RECORD_COUNT_OFFSET,
                records ? payloadBytes / RecordSchema.RECORD_BYTES : 0);
        putInt(document, FLAGS_OFFSET, flags);
        putLong(
                document,
                TIME_NS_FIRST_OFFSET,
                records ? getLong(document, BYTES + RecordSchema.TIME_NS_OFFSET) : 0);
        putLong(document, TIME_NS_LAST_OFFSET, records ? timeNsOfLastRecord(document) : 0);
        putInt(document, RECORD_BYTES_OFFSET, RecordSchema.RECORD_BYTES);
        putInt(document, CRC_OFFSET, checksum(document, crc));
    }

    /**
     * Checks everything that can be checked in a document alone.
     *
     * @return null when sound, else what is wrong, without the document's name
     */
    static @Nullable String problem(MemorySegment document, CRC32C crc) {
        final long bytes = document.byteSize();
        if (bytes < BYTES || bytes > DOCUMENT_BYTES_MAX) {
            return "has "
                    + bytes
                    + " bytes; "
                    + BYTES
                    + " to "
                    + DOCUMENT_BYTES_MAX
                    + " are possible";
        }
        if (getLong(document, MAGIC_OFFSET) != MAGIC) {
            return "does not begin with VLAGJRNL; this is not a Vlag journal";
        }
        final int formatVersion = getShort(document, FORMAT_VERSION_OFFSET);
        if (formatVersion != FORMAT_VERSION) {
            return "has format version " + formatVersion + "; this release reads " + FORMAT_VERSION;
        }
        final long payloadBytes = payloadBytes(document);
        if (payloadBytes != bytes - BYTES) {
            return "says " + payloadBytes + " payload bytes, but " + (bytes - BYTES) + " are there";
        }
        final int crcFound = getInt(document, CRC_OFFSET);
        final int crcExpected = checksum(document, crc);
        if (crcFound != crcExpected) {
            return "has checksum %08x, but its bytes give %08x".formatted(crcFound, crcExpected);
        }
        return switch (kind(document)) {
            case KIND_METADATA -> null;
            case KIND_RECORDS -> problemOfRecords(document);
            default -> "has kind " + kind(document) + "; known are 1 (metadata) and 2 (records)";
        };
    }

    private static @Nullable String problemOfRecords(MemorySegment document) {
        final int schemaVersion = schemaVersion(document);
        if (schemaVersion != RecordSchema.VERSION) {
            return "has record schema version "
                    + schemaVersion
                    + "; this release reads "
                    + RecordSchema.VERSION;
        }
        if (getInt(document, RECORD_BYTES_OFFSET) != RecordSchema.RECORD_BYTES) {
            return "has records of "
                    + getInt(document, RECORD_BYTES_OFFSET)
                    + " bytes instead of 32";
        }
        final long recordsBytes = (long) recordCount(document) * RecordSchema.RECORD_BYTES;
        if (recordCount(document) <= 0 || recordsBytes != payloadBytes(document)) {
            return "says "
                    + recordCount(document)
                    + " records in "
                    + payloadBytes(document)
                    + " bytes";
        }
        return null;
    }

    static int kind(MemorySegment document) {
        return getByte(document, KIND_OFFSET);
    }

    static int schemaVersion(MemorySegment document) {
        return getByte(document, SCHEMA_VERSION_OFFSET);
    }

    static int payloadBytes(MemorySegment document) {
        return getInt(document, PAYLOAD_BYTES_OFFSET);
    }

    static long runId(MemorySegment document) {
        return getLong(document, RUN_ID_OFFSET);
    }

    static long sequence(MemorySegment document) {
        return getLong(document, SEQUENCE_OFFSET);
    }

    static int recordCount(MemorySegment document) {
        return getInt(document, RECORD_COUNT_OFFSET);
    }

    static boolean isLast(MemorySegment document) {
        return (getInt(document, FLAGS_OFFSET) & FLAG_LAST) != 0;
    }

    private static long timeNsOfLastRecord(MemorySegment document) {
        return getLong(
                document,
                (int) document.byteSize()
                        - RecordSchema.RECORD_BYTES
                        + RecordSchema.TIME_NS_OFFSET);
    }

    private static int checksum(MemorySegment document, CRC32C crc) {
        final ByteBuffer bytes = document.asByteBuffer();
        crc.reset();
        crc.update(bytes.slice(0, CRC_OFFSET));
        crc.update(bytes.slice(BYTES, bytes.capacity() - BYTES));
        return (int) crc.getValue();
    }

    private static void putInt(MemorySegment document, int offset, int value) {
        document.set(RecordSchema.INT, offset, value);
    }

    private static void putLong(MemorySegment document, int offset, long value) {
        document.set(RecordSchema.LONG, offset, value);
    }

    private static int getByte(MemorySegment document, int offset) {
        return document.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    }

    private static int getShort(MemorySegment document, int offset) {
        return document.get(RecordSchema.SHORT, offset) & 0xFFFF;
    }

    private static int getInt(MemorySegment document, int offset) {
        return document.get(RecordSchema.INT, offset);
    }

    private static long getLong(MemorySegment document, int offset) {
        return document.get(RecordSchema.LONG, offset);
    }
}
