package io.vlag.engine.kernel;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Bytes that code allocates when it is warm. */
final class Allocations {
    private static final int BATCHES = 4;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /**
     * The least bytes of several batches, the first one being warm-up: the virtual machine may
     * allocate when it compiles or gives up compiled code, the code itself would in every batch.
     */
    static long leastBytes(LongSupplier batch) {
        long sink = batch.getAsLong();
        long least = Long.MAX_VALUE;
        for (int i = 1; i < BATCHES; i++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            sink += batch.getAsLong();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        if (sink == Long.MIN_VALUE) {
            throw new IllegalStateException("never, but the results are used");
        }
        return least;
    }
}
