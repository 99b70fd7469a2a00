package io.vlag.engine.sim;

import io.vlag.engine.config.FrameSpec;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.FrameTable;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;
import java.util.List;

/** Marks of frames in programs; they take no time. */
@HotPath
final class FrameSteps {
    private final TaskTable tasks;
    private final ProgramTable programs;
    private final FrameTable frames;
    private final long[] periodNs;

    FrameSteps(
            KernelParts parts, ProgramTable programs, FrameTable frames, List<FrameSpec> streams) {
        this.tasks = parts.tasks();
        this.programs = programs;
        this.frames = frames;
        this.periodNs = streams.stream().mapToLong(FrameSpec::periodNs).toArray();
    }

    int start(int task, int pc) {
        frames.start(programs.a(pc), tasks.wakeNs(task));
        return StepOutcome.NEXT;
    }

    int end(int pc, long nowNs) {
        frames.end(programs.a(pc), nowNs, periodNs[programs.a(pc)]);
        return StepOutcome.NEXT;
    }
}
