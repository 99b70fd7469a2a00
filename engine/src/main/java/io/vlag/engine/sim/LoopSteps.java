package io.vlag.engine.sim;

import io.vlag.engine.state.LoopTable;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/** Loops of programs; they take no time. */
@HotPath
final class LoopSteps {
    private final TaskTable tasks;
    private final ProgramTable programs;
    private final LoopTable loops;

    LoopSteps(TaskTable tasks, ProgramTable programs, LoopTable loops) {
        this.tasks = tasks;
        this.programs = programs;
        this.loops = loops;
    }

    int start(int task, int pc) {
        loops.left(tasks.loops(task) + programs.a(pc), programs.b(pc));
        return StepOutcome.NEXT;
    }

    int end(int task, int pc) {
        final int loop = tasks.loops(task) + programs.a(pc);
        final long left = loops.left(loop);
        if (left == 1) {
            return StepOutcome.NEXT;
        }
        if (left > 1) {
            loops.left(loop, left - 1);
        }
        tasks.pc(task, programs.c(pc));
        return StepOutcome.AGAIN;
    }
}
