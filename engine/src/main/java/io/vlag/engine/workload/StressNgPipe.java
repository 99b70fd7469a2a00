package io.vlag.engine.workload;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.PipeSpec;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * stress-ng 0.15.06's pipe stressor: every instance is a process that makes a pipe in packet mode,
 * forks one reader, and writes 512-byte packets; the reader reads one packet a call. See
 * docs/model/pipe.md.
 */
public final class StressNgPipe {
    /**
     * The parent starts instance after instance; each takes about this long to reach its own fork.
     */
    private static final long INSTANCE_SPACING_NS = 300_000;

    private StressNgPipe() {}

    /**
     * The workload.
     *
     * @param instanceCount pairs
     * @param slotCount packets a pipe holds
     * @param writerInstructions user code of one write: fill, count, call
     * @param readerInstructions user code of one read: compare, loop, call
     */
    public static Workload of(
            int instanceCount, int slotCount, long writerInstructions, long readerInstructions) {
        final List<TaskTemplate> tasks = new ArrayList<>();
        final List<PipeSpec> pipes = new ArrayList<>();
        for (int instance = 0; instance < instanceCount; instance++) {
            final String pipe = "pipe" + instance;
            final String reader = "reader" + instance;
            pipes.add(new PipeSpec(pipe, slotCount));
            tasks.add(
                    template(
                            "writer" + instance,
                            1,
                            instance * INSTANCE_SPACING_NS,
                            List.of(
                                    new Step.Fork(reader),
                                    new Step.Loop(
                                            Step.FOREVER,
                                            List.of(
                                                    new Step.PipeWrite(
                                                            pipe, writerInstructions))))));
            tasks.add(
                    template(
                            reader,
                            0,
                            0,
                            List.of(
                                    new Step.Loop(
                                            Step.FOREVER,
                                            List.of(
                                                    new Step.PipeRead(
                                                            pipe, readerInstructions))))));
        }
        return new Workload("stress-ng pipe", tasks, pipes, false, 0, List.of());
    }

    private static TaskTemplate template(
            String name, int instanceCount, long startNs, List<Step> steps) {
        return new TaskTemplate(
                name,
                instanceCount,
                SchedPolicy.OTHER,
                0,
                0,
                0,
                CpuSet.ALL,
                "",
                startNs,
                steps,
                SourcePosition.of("stress-ng pipe"));
    }
}
