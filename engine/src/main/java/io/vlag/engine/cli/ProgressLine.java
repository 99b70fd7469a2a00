package io.vlag.engine.cli;

import io.vlag.engine.sweep.RunProgress;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line on a terminal that says how far the runs are: rewritten by a thread of its own a few
 * times a second, wiped at the end. On anything but a terminal it does not exist.
 */
final class ProgressLine implements AutoCloseable {
    private static final long PERIOD_MS = 200;
    private static final String WIPE = "\r\u001B[K";

    private final PrintWriter err;
    private final RunProgress progress;
    private final int runCount;
    private final long totalNs;
    private final long startNs = System.nanoTime();
    private final @Nullable Thread painter;

    private ProgressLine(
            PrintWriter err, RunProgress progress, int runCount, long totalNs, boolean visible) {
        this.err = err;
        this.progress = progress;
        this.runCount = runCount;
        this.totalNs = totalNs;
        this.painter =
                visible
                        ? Thread.ofPlatform().daemon().name("vlag-progress").start(this::paint)
                        : null;
    }

    /**
     * @param totalNs simulated time of all runs, ns
     */
    static ProgressLine start(
            PrintWriter err, RunProgress progress, int runCount, long totalNs, boolean visible) {
        return new ProgressLine(err, progress, runCount, totalNs, visible);
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
        final double done = totalNs == 0 ? 1 : (double) progress.simulatedNs() / totalNs;
        final double rate = progress.eventCount() / seconds;
        return String.format(
                Locale.ROOT,
                "%d/%d runs  %3.0f %%  %s events  %s/s  ETA %s",
                progress.endedRunCount(),
                runCount,
                100 * done,
                Numbers.rough((double) progress.eventCount()),
                Numbers.rough(rate),
                done <= 0 ? "-" : clock(seconds * (1 - done) / done));
    }

    private static String clock(double seconds) {
        final long whole = Math.round(seconds);
        return whole < 3_600
                ? "%d:%02d".formatted(whole / 60, whole % 60)
                : "%d:%02d:%02d".formatted(whole / 3_600, whole / 60 % 60, whole % 60);
    }

    @Override
    public void close() {
        if (painter != null) {
            painter.interrupt();
            boolean interrupted = false;
            while (painter.isAlive()) {
                try {
                    painter.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
