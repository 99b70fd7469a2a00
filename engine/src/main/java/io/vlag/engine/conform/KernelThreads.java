package io.vlag.engine.conform;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.HardwareSpec;
import io.vlag.engine.config.KernelVersion;
import io.vlag.engine.config.MachineFile;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads of the recorded system that wake up in the workload's time. Their timers are those of
 * the tick, so they expire a little before one and are run by it.
 */
final class KernelThreads {
    /** Before the tick, and less than a timer's slack. */
    private static final long AHEAD_NS = 25_000;

    /** Ticks between the starts of two of them. */
    private static final int STAGGER_TICKS = 5;

    private KernelThreads() {}

    /** With the first tick at {@code phaseNs}. */
    static List<TaskTemplate> of(MachineFile machine, Meta meta, long phaseNs) {
        final long tickNs = 1_000_000_000L / meta.hz();
        final List<TaskTemplate> threads = new ArrayList<>();
        for (final HardwareSpec.KernelThreadSpec thread : specs(machine, meta.kernel())) {
            final long start =
                    phaseNs + (long) STAGGER_TICKS * (threads.size() + 1) * tickNs - AHEAD_NS;
            threads.add(
                    new TaskTemplate(
                            thread.name(),
                            1,
                            SchedPolicy.OTHER,
                            0,
                            0,
                            0,
                            new CpuSet(List.of(0)),
                            "",
                            start,
                            List.of(
                                    new Step.Loop(
                                            Step.FOREVER,
                                            List.of(
                                                    new Step.Timer(
                                                            thread.name(),
                                                            thread.periodNs().value(),
                                                            false,
                                                            true),
                                                    new Step.Run(thread.instructions().value())))),
                            SourcePosition.of(thread.name())));
        }
        return threads;
    }

    private static List<HardwareSpec.KernelThreadSpec> specs(
            MachineFile machine, KernelVersion kernel) {
        return machine
                .variants()
                .getFirst()
                .hardware()
                .recordedSystem()
                .map(HardwareSpec.RecordedSystemSpec::kernelThreads)
                .orElse(List.of())
                .stream()
                .filter(thread -> thread.kernels().contains(kernel))
                .toList();
    }
}
