package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class LayoutTest {
    @Test
    void averagesFillOneCacheLineWithoutOverlap() {
        assertFillsOneLine(PeltLayout.LAYOUT, PeltLayout.BYTES);
    }

    @Test
    void clocksFillOneCacheLineWithoutOverlap() {
        assertFillsOneLine(RqClockLayout.LAYOUT, RqClockLayout.BYTES);
    }

    @Test
    void everyAverageAccessorReachesItsOwnBytes() {
        try (Records records = new Records(1)) {
            final long at = records.at(0);
            PeltLayout.lastUpdateNs(at, 1);
            PeltLayout.loadSum(at, 2);
            PeltLayout.runnableSum(at, 3);
            PeltLayout.loadAvg(at, 4);
            PeltLayout.runnableAvg(at, 5);
            PeltLayout.utilAvg(at, 6);
            PeltLayout.utilSum(at, 0x1_FFFF_FFF9L);
            PeltLayout.periodContrib(at, 8);
            PeltLayout.utilEst(at, 9);
            PeltLayout.utilEwma(at, 10);
            assertEquals(1, PeltLayout.lastUpdateNs(at));
            assertEquals(2, PeltLayout.loadSum(at));
            assertEquals(3, PeltLayout.runnableSum(at));
            assertEquals(4, PeltLayout.loadAvg(at));
            assertEquals(5, PeltLayout.runnableAvg(at));
            assertEquals(6, PeltLayout.utilAvg(at));
            assertEquals(0xFFFF_FFF9L, PeltLayout.utilSum(at), "unsigned 32 bits");
            assertEquals(8, PeltLayout.periodContrib(at));
            assertEquals(9, PeltLayout.utilEst(at));
            assertEquals(10, PeltLayout.utilEwma(at));
        }
    }

    @Test
    void everyClockAccessorReachesItsOwnBytes() {
        try (Records records = new Records(1)) {
            final long at = records.at(0);
            RqClockLayout.clockNs(at, 1);
            RqClockLayout.clockTaskNs(at, 2);
            RqClockLayout.clockTaskMulNs(at, 3);
            RqClockLayout.clockPeltNs(at, 4);
            RqClockLayout.lostIdleNs(at, 5);
            RqClockLayout.clockIdleNs(at, 6);
            RqClockLayout.clockPeltIdleNs(at, 7);
            RqClockLayout.irqPendingNs(at, 8);
            assertEquals(1, RqClockLayout.clockNs(at));
            assertEquals(2, RqClockLayout.clockTaskNs(at));
            assertEquals(3, RqClockLayout.clockTaskMulNs(at));
            assertEquals(4, RqClockLayout.clockPeltNs(at));
            assertEquals(5, RqClockLayout.lostIdleNs(at));
            assertEquals(6, RqClockLayout.clockIdleNs(at));
            assertEquals(7, RqClockLayout.clockPeltIdleNs(at));
            assertEquals(8, RqClockLayout.irqPendingNs(at));
        }
    }

    @Test
    void clearingTouchesOneRecordOnly() {
        try (Records records = new Records(3)) {
            for (int record = 0; record < 3; record++) {
                for (long offset = 0; offset < PeltLayout.BYTES; offset += Long.BYTES) {
                    Memory.putLong(records.at(record) + offset, -1);
                }
            }
            PeltLayout.clear(records.at(1));
            for (long offset = 0; offset < PeltLayout.BYTES; offset += Long.BYTES) {
                assertEquals(-1, Memory.getLong(records.at(0) + offset));
                assertEquals(0, Memory.getLong(records.at(1) + offset));
                assertEquals(-1, Memory.getLong(records.at(2) + offset));
            }
        }
    }

    private static void assertFillsOneLine(StructLayout layout, long bytes) {
        assertEquals(SlabPlan.LINE_BYTES, bytes);
        assertEquals(bytes, layout.byteSize());
        final BitSet taken = new BitSet();
        for (MemoryLayout member : layout.memberLayouts()) {
            final String name = member.name().orElseThrow();
            final int from = (int) layout.byteOffset(PathElement.groupElement(name));
            final int to = from + (int) member.byteSize();
            assertTrue(taken.get(from, to).isEmpty(), name + " overlaps its neighbour");
            assertEquals(0, from % member.byteAlignment(), name + " is not aligned");
            taken.set(from, to);
        }
        assertEquals(bytes, taken.cardinality());
    }
}
