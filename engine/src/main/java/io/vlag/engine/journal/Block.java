package io.vlag.engine.journal;

import io.vlag.offheap.Memory;
import java.lang.foreign.MemorySegment;

/**
 * One preallocated piece of memory that travels between the simulation thread and the writer
 * thread: room for a header, then the payload. Its plain fields are safe because the queues it
 * travels through publish them.
 */
final class Block {
    static final int BYTES = DocumentHeader.DOCUMENT_BYTES_MAX;

    private final long at;
    int kind;
    int flags;
    int payloadBytes;

    Block(long at) {
        this.at = at;
    }

    /** Arena offset of the payload. */
    long payloadAt() {
        return at + DocumentHeader.BYTES;
    }

    /** Arena offset past the last whole record that fits. */
    long limitAt() {
        return payloadAt() + (long) DocumentHeader.RECORD_COUNT_MAX * RecordSchema.RECORD_BYTES;
    }

    /** Header and payload as they are filled now. */
    MemorySegment document() {
        return Memory.ARENA.asSlice(at, DocumentHeader.BYTES + payloadBytes);
    }
}
