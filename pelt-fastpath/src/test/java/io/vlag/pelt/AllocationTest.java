package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final int BATCHES = 8;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void nothingHereAllocates() {
        try (Records records = new Records(5)) {
            long sink = run(records, 50_000);
            long bytesMin = Long.MAX_VALUE;
            // A single batch may see the compiler at work; code that allocates shows in all of
            // them.
            for (int batch = 0; batch < BATCHES; batch++) {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                sink += run(records, 50_000);
                final long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
                bytesMin = Math.min(bytesMin, bytes);
            }
            assertEquals(0, bytesMin, "bytes allocated; sink=" + sink);
        }
    }

    private static long run(Records records, int rounds) {
        final long queueAt = records.at(0);
        final long taskAt = records.at(1);
        final long clockAt = records.at(2);
        final long irqAt = records.at(3);
        final long newAt = records.at(4);
        long sink = 0;
        for (int i = 0; i < rounds; i++) {
            final long irqNs = RqClock.advance(clockAt, 700_000, i & 4_095, 700, 900, false);
            if (irqNs > 0) {
                IrqAverage.update(irqAt, RqClockLayout.clockNs(clockAt), irqNs, 700, 900);
            }
            final long nowNs = RqClock.peltNow(clockAt);
            final int form = i & 1;
            if (PeltAverage.update(taskAt, nowNs, 1, 1, i & 2, 1024)) {
                UtilEst.markChanged(taskAt);
            }
            PeltAverage.updateAlways(queueAt, nowNs, 1024, 3, 1, 1);
            UtilEst.dequeue(queueAt, taskAt, form);
            UtilEst.update(taskAt, 900, form, true, true);
            UtilEst.enqueue(queueAt, taskAt, form);
            PeltTransfer.detach(queueAt, taskAt, 1024, form);
            MigrateLag.decay(
                    taskAt,
                    queueAt,
                    clockAt,
                    true,
                    RqClockLayout.clockNs(clockAt),
                    1024,
                    form == 0);
            PeltTransfer.attach(queueAt, taskAt, 1024, form);
            PeltTransfer.reweight(queueAt, taskAt, 1024, 335, form);
            PeltTransfer.reweight(queueAt, taskAt, 335, 1024, form);
            PeltTransfer.applyRemoved(queueAt, 3, 2, 1, form);
            PeltTransfer.initTaskUtil(queueAt, newAt, 1024, 900, form);
            sink += CpuUtil.cpuUtil(queueAt, true, 900);
            sink += CpuUtil.cpuUtil(queueAt, newAt, 0, 1, 0, false, true, 900, form, form);
            sink += UtilEst.taskEstimate(taskAt, form);
            RqClock.enterIdle(clockAt, PeltLayout.utilSum(queueAt));
        }
        return sink;
    }
}
