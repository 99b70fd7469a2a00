package io.vlag.engine.importer;

import io.vlag.engine.config.Step;
import java.util.List;
import java.util.Set;

/** Finds programs that would go round without simulated time passing. */
final class Untimed {
    /** So many steps in a row may take no time. */
    static final long STEPS_MAX = 1_000_000;

    /** Barriers with a single user, which let it pass at once. */
    private final Set<String> openBarriers;

    Untimed(Set<String> openBarriers) {
        this.openBarriers = openBarriers;
    }

    /**
     * True when the program goes round for ever, or almost, without a step that takes time or
     * waits.
     */
    boolean runsAway(List<Step> program) {
        return program.stream().anyMatch(step -> stepCount(step) > STEPS_MAX);
    }

    /** Steps in a row without time; {@link Long#MAX_VALUE} when there is no end. */
    private long stepCount(Step step) {
        if (!(step instanceof Step.Loop(long count, List<Step> body))) {
            return takesTime(step) ? 0 : 1;
        }
        long inBody = 1;
        for (Step inner : body) {
            final long inStep = stepCount(inner);
            if (inStep > STEPS_MAX) {
                return inStep;
            }
            inBody += inStep;
        }
        if (body.stream().anyMatch(this::takesTime)) {
            return 0;
        }
        if (count == Step.FOREVER) {
            return Long.MAX_VALUE;
        }
        final long total = count * inBody;
        return Math.multiplyHigh(count, inBody) == 0 && total >= 0 ? total : Long.MAX_VALUE;
    }

    private boolean takesTime(Step step) {
        return switch (step) {
            case Step.Run(long workNs, int _) -> workNs > 0;
            case Step.RunFor(long cpuNs) -> cpuNs > 0;
            case Step.Sleep(long durationNs, boolean _) -> durationNs > 0;
            case Step.Timer timer -> timer.periodNs() > 0;
            case Step.Barrier(String barrier) -> !openBarriers.contains(barrier);
            case Step.Suspend _, Step.Wait _, Step.SignalAndWait _ -> true;
            case Step.PipeRead _, Step.PipeWrite _ -> true;
            case Step.Loop(long count, List<Step> body) ->
                    count != 0 && body.stream().anyMatch(this::takesTime);
            case Step.Resume _, Step.Lock _, Step.Unlock _, Step.Signal _, Step.Broadcast _ ->
                    false;
            case Step.CpuLoad _ -> true;
            case Step.FrameStart _, Step.FrameEnd _ -> false;
            case Step.Yield _, Step.YieldTo _, Step.Fork _, Step.Exec _ -> false;
            case Step.SetNice _,
                    Step.SetAffinity _,
                    Step.SetPolicy _,
                    Step.SetSlice _,
                    Step.SetUclamp _ ->
                    false;
            case Step.Exit _ -> true;
        };
    }
}
