package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class StressNgTest {
    @Test
    void thePipeStressorIsPairsOfWriterAndReader() {
        final MachineSpec.StressNgPipeCode code = new MachineSpec.StressNgPipeCode(
                Quantity.fixed(900, Basis.DECLARED, ""), Quantity.fixed(300, Basis.DECLARED, ""));
        final Workload workload = StressNg.pipe(
                new Scenario.WorkloadSource.StressNgPipe(2, 16), code, SourcePosition.of("test"));
        assertEquals(List.of(new PipeSpec("pipe0", 16), new PipeSpec("pipe1", 16)), workload.pipes());
        assertEquals(
                List.of("writer0", "reader0", "writer1", "reader1"),
                workload.tasks().stream().map(TaskTemplate::name).toList());
        assertEquals(
                List.of(new Step.Loop(Step.FOREVER, List.of(new Step.PipeRead("pipe1", 300)))),
                workload.tasks().getLast().steps());
    }
}
