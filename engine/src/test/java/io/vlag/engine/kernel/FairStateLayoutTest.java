package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityLayout;
import io.vlag.engine.state.FairQueueLayout;
import io.vlag.engine.state.RunQueueLayout;
import java.lang.foreign.StructLayout;
import org.junit.jupiter.api.Test;

/** Records have the size that the tables step by, and what is hot together shares a line. */
class FairStateLayoutTest {
    private static final long LINE_BYTES = 64;

    @Test
    void recordsAreAsLargeAsTheirStep() {
        assertSize(EntityLayout.LAYOUT, EntityLayout.BYTES);
        assertSize(FairQueueLayout.LAYOUT, FairQueueLayout.BYTES);
        assertSize(RunQueueLayout.LAYOUT, RunQueueLayout.BYTES);
        assertEquals(1, Integer.bitCount(EntityLayout.BYTES));
    }

    @Test
    void aSearchOfTheTreeTouchesOneLineAnEntity() {
        assertEquals(0, EntityLayout.VRUNTIME / LINE_BYTES);
        assertEquals(0, EntityLayout.DEADLINE / LINE_BYTES);
        assertEquals(0, EntityLayout.MIN / LINE_BYTES);
        assertEquals(0, EntityLayout.NODE / LINE_BYTES);
        assertEquals(0, EntityLayout.MAX_SLICE / LINE_BYTES);
    }

    @Test
    void averagesStartAtALine() {
        assertEquals(0, EntityLayout.AVG % LINE_BYTES);
        assertEquals(0, FairQueueLayout.AVG % LINE_BYTES);
        assertEquals(0, RunQueueLayout.CLOCK % LINE_BYTES);
    }

    private static void assertSize(StructLayout layout, long bytes) {
        assertEquals(bytes, layout.byteSize());
        assertEquals(0, bytes % LINE_BYTES);
    }
}
