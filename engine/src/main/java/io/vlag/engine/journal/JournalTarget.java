package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Where the documents of one run go. All three methods are called by the journal's writer thread
 * alone, in the order open, append*, close; an instance serves one run.
 */
public interface JournalTarget {
    /**
     * Whether anything is kept. If not, the simulation thread writes no records and no writer
     * thread exists.
     */
    default boolean isRecording() {
        return true;
    }

    /** Whether it wants the records of reasons, which are left out otherwise. */
    default boolean wantsReasons() {
        return false;
    }

    /** Opens files; an error here reaches the caller of {@link Journal#open} at once. */
    void open() throws IOException;

    /**
     * Keeps one document; when it returns, the memory behind {@code document} is written again by
     * the simulation.
     *
     * @param document a complete document, {@link DocumentHeader} first
     * @param sequence its number in the run, from 0 without gaps
     */
    void append(MemorySegment document, long sequence) throws IOException;

    /** Closes files; called once, after a failed append too. */
    void close() throws IOException;
}
