package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import java.util.List;

/**
 * One phase of a thread; a thread that lists its events without phases has one phase without
 * properties of its own.
 */
record RtAppPhase(
        String name,
        SourcePosition at,
        String key,
        RtAppAttributes attributes,
        List<RtAppEvent> events) {
    RtAppPhase {
        events = List.copyOf(events);
    }

    /**
     * How often it runs in each turn of the thread; 1 unless given, {@code Step.FOREVER} without
     * end.
     */
    long loopCount() {
        return attributes.loop.map(Located::value).orElse(1L);
    }
}
