package io.vlag.engine.config;

import java.util.List;

/**
 * Everything that runs in a scenario.
 *
 * @param name short name for reports
 * @param tasks all templates
 * @param pipes all pipes the steps name
 * @param threadsShareMemory tasks are threads of one process, so that switching between them keeps
 *     the address space
 * @param durationNs how long the workload says it lasts, ns; 0 when it does not say
 * @param frames all streams of frames the steps name
 * @param notes what an importer ignored or approximated, for the user
 */
public record Workload(
        String name,
        List<TaskTemplate> tasks,
        List<PipeSpec> pipes,
        boolean threadsShareMemory,
        long durationNs,
        List<FrameSpec> frames,
        List<String> notes) {
    public Workload {
        tasks = List.copyOf(tasks);
        pipes = List.copyOf(pipes);
        frames = List.copyOf(frames);
        notes = List.copyOf(notes);
    }

    /** A workload without frames. */
    public Workload(
            String name,
            List<TaskTemplate> tasks,
            List<PipeSpec> pipes,
            boolean threadsShareMemory,
            long durationNs,
            List<String> notes) {
        this(name, tasks, pipes, threadsShareMemory, durationNs, List.of(), notes);
    }
}
