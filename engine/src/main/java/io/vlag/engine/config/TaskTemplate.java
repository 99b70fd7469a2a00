package io.vlag.engine.config;

import java.util.List;

/**
 * One task, or several alike.
 *
 * @param name printable name; untrusted, escape it before showing it in HTML or on a terminal
 * @param instanceCount how many start at the beginning; 0 for a template that is only forked
 * @param policy scheduling policy
 * @param nice -20..19; for fair policies
 * @param rtPriority 1..99; for FIFO and RR, else 0
 * @param sliceNs custom slice, 100_000..100_000_000 ns; 0 for the base slice
 * @param cpus CPUs it may run on
 * @param taskGroup path of its task group; empty for the root group
 * @param startDelayNs when it starts after the simulation, ns
 * @param steps the program; the task exits when it ends
 * @param inherits when forked, it takes policy, nice level, priority, slice and CPUs of its parent
 * @param clamp utilisation clamps it starts with
 * @param position where it was written
 */
public record TaskTemplate(
        String name,
        int instanceCount,
        SchedPolicy policy,
        int nice,
        int rtPriority,
        long sliceNs,
        CpuSet cpus,
        String taskGroup,
        long startDelayNs,
        List<Step> steps,
        boolean inherits,
        UtilClamp clamp,
        SourcePosition position) {
    public TaskTemplate {
        steps = List.copyOf(steps);
    }

    /** A task without clamps. */
    public TaskTemplate(
            String name,
            int instanceCount,
            SchedPolicy policy,
            int nice,
            int rtPriority,
            long sliceNs,
            CpuSet cpus,
            String taskGroup,
            long startDelayNs,
            List<Step> steps,
            boolean inherits,
            SourcePosition position) {
        this(
                name,
                instanceCount,
                policy,
                nice,
                rtPriority,
                sliceNs,
                cpus,
                taskGroup,
                startDelayNs,
                steps,
                inherits,
                UtilClamp.NONE,
                position);
    }

    /** A task with attributes of its own. */
    public TaskTemplate(
            String name,
            int instanceCount,
            SchedPolicy policy,
            int nice,
            int rtPriority,
            long sliceNs,
            CpuSet cpus,
            String taskGroup,
            long startDelayNs,
            List<Step> steps,
            SourcePosition position) {
        this(
                name,
                instanceCount,
                policy,
                nice,
                rtPriority,
                sliceNs,
                cpus,
                taskGroup,
                startDelayNs,
                steps,
                false,
                position);
    }

    /** The same task with another program. */
    public TaskTemplate withSteps(List<Step> newSteps) {
        return new TaskTemplate(
                name,
                instanceCount,
                policy,
                nice,
                rtPriority,
                sliceNs,
                cpus,
                taskGroup,
                startDelayNs,
                newSteps,
                inherits,
                position);
    }

    /** The same task in another group. */
    public TaskTemplate inGroup(String newGroup) {
        return new TaskTemplate(
                name,
                instanceCount,
                policy,
                nice,
                rtPriority,
                sliceNs,
                cpus,
                newGroup,
                startDelayNs,
                steps,
                inherits,
                position);
    }
}
