package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Comparison of records. */
final class Records {
    private Records() {}

    /** A record as a value. */
    record Copy(
            int type,
            int version,
            int cpu,
            int taskId,
            long timeNs,
            int arg0,
            int arg1,
            long arg2) {
        static Copy of(RecordView view) {
            return new Copy(
                    view.type(),
                    view.version(),
                    view.cpu(),
                    view.taskId(),
                    view.timeNs(),
                    view.arg0(),
                    view.arg1(),
                    view.arg2());
        }
    }

    /** Reads both to their end; the same records in the same order. Returns how many. */
    static long assertSame(JournalReader expected, JournalReader actual) {
        final RecordView expectedView = new RecordView();
        final RecordView actualView = new RecordView();
        long count = 0;
        while (expected.next(expectedView)) {
            assertEquals(true, actual.next(actualView), "ends after " + count);
            assertEquals(Copy.of(expectedView), Copy.of(actualView), "record " + count);
            count++;
        }
        assertEquals(false, actual.next(actualView), "goes on after " + count);
        return count;
    }
}
