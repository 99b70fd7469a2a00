package io.vlag.engine.cli;

import io.vlag.engine.sweep.SweepJob;
import io.vlag.offheap.CoreAffinity;
import java.util.concurrent.atomic.AtomicInteger;

/** Binds the workers of a sweep to cores, the first to the first, if the user wants it. */
final class CorePinning implements SweepJob.Pinning {
    private final boolean wanted;
    private final AtomicInteger next = new AtomicInteger();

    CorePinning(boolean wanted) {
        this.wanted = wanted;
    }

    @Override
    public void pin() {
        if (wanted) {
            CoreAffinity.bindCurrentThread(
                    next.getAndIncrement() % Runtime.getRuntime().availableProcessors());
        }
    }
}
