package io.vlag.engine.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GroupLayoutTest {
    @Test
    void recordsAreAsLargeAsTheirStep() {
        assertEquals(GroupLayout.BYTES, GroupLayout.LAYOUT.byteSize());
        assertEquals(1, Integer.bitCount(GroupLayout.BYTES));
    }
}
