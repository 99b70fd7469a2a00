package io.vlag.engine.workload;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.util.List;

/**
 * stress-ng's CPU stressor with load control: a parent that forks one process after the other and
 * waits; each calls methods and sleeps for the rest of the time. See docs/model/stress-ng-cpu.md.
 */
public final class StressNgCpu {
    private static final String INSTANCE = "cpu";

    private StressNgCpu() {}

    /** The workload; as many processes. */
    public static Workload of(int instanceCount, Step.CpuLoad load) {
        return new Workload(
                "stress-ng cpu",
                List.of(
                        template(
                                "stress-ng",
                                1,
                                List.of(
                                        new Step.Loop(
                                                instanceCount, List.of(new Step.Fork(INSTANCE))),
                                        new Step.Suspend("end of the instances"))),
                        template(INSTANCE, 0, List.of(new Step.Loop(Step.FOREVER, List.of(load))))),
                List.of(),
                false,
                0,
                List.of());
    }

    private static TaskTemplate template(String name, int instanceCount, List<Step> steps) {
        return new TaskTemplate(
                name,
                instanceCount,
                SchedPolicy.OTHER,
                0,
                0,
                0,
                CpuSet.ALL,
                "",
                0,
                steps,
                SourcePosition.of("stress-ng cpu"));
    }
}
