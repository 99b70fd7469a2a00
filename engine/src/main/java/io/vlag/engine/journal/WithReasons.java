package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * A target that also gets the records of reasons: every call of a governor, and the energy of every
 * candidate. The digest covers them, so it differs from that of the same run without.
 *
 * @param target where everything goes
 */
public record WithReasons(JournalTarget target) implements JournalTarget {
    @Override
    public boolean wantsReasons() {
        return true;
    }

    @Override
    public boolean isRecording() {
        return target.isRecording();
    }

    @Override
    public void open() throws IOException {
        target.open();
    }

    @Override
    public void append(MemorySegment document, long sequence) throws IOException {
        target.append(document, sequence);
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}
