package io.vlag.engine.cli;

import io.vlag.engine.sweep.SweepLedger;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line on a terminal that says how far a sweep is. */
final class SweepProgress implements AutoCloseable {
    private static final long PERIOD_MS = 500;
    private static final String WIPE = "\r\u001B[K";

    private final PrintWriter err;
    private final SweepLedger ledger;
    private final long total;
    private final long beforeCount;
    private final long startNs = System.nanoTime();
    private final @Nullable Thread painter;

    private SweepProgress(PrintWriter err, SweepLedger ledger, long total, boolean visible) {
        this.err = err;
        this.ledger = ledger;
        this.total = total;
        this.beforeCount = ledger.resultCount();
        this.painter =
                visible
                        ? Thread.ofPlatform().daemon().name("vlag-progress").start(this::paint)
                        : null;
    }

    static SweepProgress start(PrintWriter err, SweepLedger ledger, long total, boolean visible) {
        return new SweepProgress(err, ledger, total, visible);
    }

    private void paint() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MS);
                err.print(WIPE + line((System.nanoTime() - startNs) / 1e9));
                err.flush();
            }
        } catch (InterruptedException e) {
            err.print(WIPE);
            err.flush();
        }
    }

    /** The line after so many seconds of wall-clock time. */
    String line(double seconds) {
        final long done = ledger.resultCount();
        final double rate = (done - beforeCount) / seconds;
        return String.format(
                Locale.ROOT,
                "%,d/%,d configurations  %3.0f %%  %s/s  %d failed  %s events",
                done,
                total,
                100.0 * done / total,
                Numbers.rough(rate),
                ledger.failedCount(),
                Numbers.rough((double) ledger.eventCount()));
    }

    @Override
    public void close() {
        if (painter != null) {
            painter.interrupt();
            try {
                painter.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
