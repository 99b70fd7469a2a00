package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.List;

/** Programs of stress-ng 0.15.06, as far as a scenario can ask for them by name. */
public final class StressNg {
    private StressNg() {}

    /**
     * The pipe stressor: every instance is a writer and a reader, two processes without affinity, and a pipe in packet mode.
     * The writer fills and writes 512 bytes without end, each successful write is one bogo op; the reader reads and compares.
     * Templates alternate: writer0, reader0, writer1, ...
     *
     * <p>Deviation: one FIONREAD call in 512 reads is left out.
     *
     * @param code user code of the machine
     */
    public static Workload pipe(
            Scenario.WorkloadSource.StressNgPipe source, MachineSpec.StressNgPipeCode code, SourcePosition position) {
        final List<TaskTemplate> tasks = new ArrayList<>();
        final List<PipeSpec> pipes = new ArrayList<>();
        for (int i = 0; i < source.instanceCount(); i++) {
            final String pipe = "pipe" + i;
            pipes.add(new PipeSpec(pipe, source.slotCount()));
            tasks.add(task("writer" + i, new Step.PipeWrite(pipe, code.writerInstructions().value()), position));
            tasks.add(task("reader" + i, new Step.PipeRead(pipe, code.readerInstructions().value()), position));
        }
        return new Workload("stress-ng pipe", tasks, pipes, 0, List.of());
    }

    private static TaskTemplate task(String name, Step step, SourcePosition position) {
        return new TaskTemplate(
                name,
                1,
                SchedPolicy.OTHER,
                0,
                0,
                0,
                CpuSet.ALL,
                "",
                0,
                List.of(new Step.Loop(Step.FOREVER, List.of(step))),
                position);
    }
}
