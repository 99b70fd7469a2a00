package io.vlag.engine.conform;

import io.vlag.engine.config.MachineFile;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import java.util.ArrayList;
import java.util.List;

/**
 * What rt-app really executes for its {@code run} events: whole passes of a loop, as many as its
 * calibration of the loop allows, its own code around them, and the start of its threads.
 */
final class RtAppCode {
    private static final int INSTRUCTIONS_PER_NS = 1;

    private final long believedLoopNs;
    private final long loopNs;
    private final long turnNs;
    private final long startNs;

    private RtAppCode(long believedLoopNs, long loopNs, long turnNs, long startNs) {
        this.believedLoopNs = believedLoopNs;
        this.loopNs = loopNs;
        this.turnNs = turnNs;
        this.startNs = startNs;
    }

    /** On a machine that executes one instruction a ns; unknown there, events are taken as said. */
    static RtAppCode of(MachineFile machine, Meta meta) {
        return machine.variants()
                .getFirst()
                .hardware()
                .recordedSystem()
                .map(
                        system ->
                                new RtAppCode(
                                        meta.rtAppLoopNs(),
                                        system.rtAppLoop().value() / INSTRUCTIONS_PER_NS,
                                        system.rtAppTurn().value() / INSTRUCTIONS_PER_NS,
                                        system.rtAppStart().value() / INSTRUCTIONS_PER_NS))
                .orElse(new RtAppCode(0, 0, 0, 0));
    }

    /**
     * The threads of one file: each sets itself up and waits until all have.
     *
     * @param file names them together
     */
    TaskTemplate of(TaskTemplate task, String file) {
        if (believedLoopNs == 0) {
            return task;
        }
        final List<Step> steps = new ArrayList<>();
        steps.add(new Step.RunFor(startNs));
        steps.add(new Step.Barrier(file));
        steps.addAll(steps(task.steps()));
        return task.withSteps(steps);
    }

    private List<Step> steps(List<Step> steps) {
        return steps.stream().map(this::step).toList();
    }

    private Step step(Step step) {
        return switch (step) {
            case Step.Run(long workNs, int memoryMilli) ->
                    new Step.Run(workNs / believedLoopNs * loopNs + turnNs, memoryMilli);
            case Step.Loop(long count, List<Step> body) -> new Step.Loop(count, steps(body));
            default -> step;
        };
    }
}
