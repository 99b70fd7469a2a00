package io.vlag.engine.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.KernelVersion;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whole passes of rt-app's loop, the code around them, and the start of its threads. */
class RtAppCodeTest {
    private static final ConfigLibrary LIBRARY = new ConfigLibrary(Path.of("..", "batch-configs"));
    private static final long LOOP_NS = 4_023;
    private static final long TURN_NS = 5_650;
    private static final long START_NS = 110_000;

    /** 2,000 us hold 494 passes of 4,047 ns and a rest, which is not run. */
    @Test
    void aRunEventIsWholePassesOfTheLoop() {
        final List<Step> steps = executed("icount-1ns-traced", 4_047, new Step.Run(2_000_000, 0));
        assertEquals(new Step.RunFor(START_NS), steps.getFirst());
        assertEquals(new Step.Barrier("a.json"), steps.get(1));
        assertEquals(new Step.Run(494 * LOOP_NS + TURN_NS, 0), steps.get(2));
    }

    /** An event shorter than a pass is the code around it alone. */
    @Test
    void aShortEventRunsNoPass() {
        assertEquals(
                new Step.Run(TURN_NS, 0),
                executed("icount-1ns-traced", 4_047, new Step.Run(4_046, 0)).getLast());
        assertEquals(
                new Step.Run(LOOP_NS + TURN_NS, 0),
                executed("icount-1ns-traced", 4_047, new Step.Run(4_047, 0)).getLast());
    }

    @Test
    void eventsInsideLoopsAreExecutedAlike() {
        final Step loop =
                new Step.Loop(7, List.of(new Step.Run(8_094, 250), new Step.Sleep(1_000, false)));
        assertEquals(
                new Step.Loop(
                        7,
                        List.of(
                                new Step.Run(2 * LOOP_NS + TURN_NS, 250),
                                new Step.Sleep(1_000, false))),
                executed("icount-1ns-traced", 4_047, loop).getLast());
    }

    /** Where nothing is known of the loop, events last as long as they say. */
    @Test
    void unknownLoopsLeaveEventsAlone() {
        final Step run = new Step.Run(2_000_000, 0);
        assertEquals(List.of(run), executed("icount-1ns", 4_047, run));
        assertEquals(List.of(run), executed("icount-1ns-traced", 0, run));
    }

    private static List<Step> executed(String machine, long believedLoopNs, Step step) {
        final Meta meta =
                new Meta(
                        "b1",
                        new KernelVersion(7, 0, 13),
                        1,
                        250,
                        believedLoopNs,
                        "lazy",
                        Map.of(),
                        List.of());
        final TaskTemplate task =
                new TaskTemplate(
                        "task",
                        1,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        0,
                        CpuSet.ALL,
                        "",
                        0,
                        List.of(step),
                        SourcePosition.of("test"));
        return RtAppCode.of(LIBRARY.machine(machine), meta).of(task, "a.json").steps();
    }
}
