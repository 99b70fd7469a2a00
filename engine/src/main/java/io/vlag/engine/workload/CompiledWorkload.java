package io.vlag.engine.workload;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.state.ProgramTable;
import java.util.List;

/**
 * A workload with its names replaced by indices and its programs in one run of instructions.
 * Immutable; the plan sizes the slab from its counts and every simulation of the plan writes the
 * same program table from it.
 *
 * @param source the records it was compiled from
 * @param entryOf first instruction of each template's program
 * @param ownTimerCountOf timers that each task of a template has for itself
 * @param loopCountOf loop counters that each task of a template needs
 * @param pipeSlotCounts capacity of each pipe
 * @param syncCount mutexes, events, conditions, barriers and shared timers
 * @param partyCounts by sync object: tasks that use it as a barrier, else 0
 * @param affinities sets that programs switch to
 * @param forks whether any program starts tasks
 * @param clamps whether any task has utilisation clamps
 */
public record CompiledWorkload(
        Workload source,
        List<Instruction> instructions,
        int[] entryOf,
        int[] ownTimerCountOf,
        int[] loopCountOf,
        int[] pipeSlotCounts,
        int syncCount,
        int[] partyCounts,
        List<CpuSet> affinities,
        boolean forks,
        boolean clamps) {

    public List<TaskTemplate> templates() {
        return source.tasks();
    }

    public int instructionCount() {
        return instructions.size();
    }

    /** Tasks that exist from the start. */
    public int startingTaskCount() {
        return source.tasks().stream().mapToInt(TaskTemplate::instanceCount).sum();
    }

    /** Writes all programs. */
    public void writeTo(ProgramTable table) {
        for (int index = 0; index < instructions.size(); index++) {
            final Instruction instruction = instructions.get(index);
            table.op(index, instruction.op());
            table.a(index, instruction.a());
            table.b(index, instruction.b());
            table.c(index, instruction.c());
        }
    }
}
