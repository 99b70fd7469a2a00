package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import java.util.List;

/**
 * One thread object of a file, read but not yet joined with the global section, which may come
 * after it.
 *
 * @param startDelayNs ns after the start of the workload
 * @param sound false when reading it found problems, so that its program is incomplete
 */
record RtAppThread(
        String name,
        SourcePosition at,
        String key,
        RtAppAttributes attributes,
        int instanceCount,
        long startDelayNs,
        List<RtAppPhase> phases,
        boolean sound) {
    RtAppThread {
        phases = List.copyOf(phases);
    }

    /** How often all phases run; for ever unless given. */
    long loopCount() {
        return attributes.loop.map(Located::value).orElse(Step.FOREVER);
    }

    /** The phases that run at all. */
    List<RtAppPhase> executedPhases() {
        return phases.stream().filter(phase -> phase.loopCount() != 0).toList();
    }

    String shownName() {
        return Shown.plain(name);
    }
}
