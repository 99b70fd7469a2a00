package io.vlag.engine.check;

import io.vlag.engine.state.GroupTable;

/**
 * A state that must not be: a fault of the simulator. The message names the invariant, where it
 * broke and the values; {@link InvariantChecker} adds time, event and queue.
 */
public final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Invariant invariant;
    private final int cpu;

    /**
     * @param cpu the CPU concerned, -1 when it is no single one
     */
    public InvariantViolation(Invariant invariant, int cpu, String message) {
        super(message);
        this.invariant = invariant;
        this.cpu = cpu;
    }

    /** A violation with its values, not yet placed in time. */
    static InvariantViolation of(Invariant invariant, int cpu, int task, String values) {
        return new InvariantViolation(
                invariant, cpu, invariant.label() + place(cpu, task) + ": " + values);
    }

    /**
     * A violation on the queue of a group.
     *
     * @param entity its name, empty when it is no single one
     */
    static InvariantViolation onQueue(
            Invariant invariant, int cpu, int group, String entity, String values) {
        final String inGroup = group == GroupTable.ROOT ? "" : ", group " + group;
        return new InvariantViolation(
                invariant,
                cpu,
                invariant.label()
                        + place(cpu, -1)
                        + inGroup
                        + (entity.isEmpty() ? "" : ", " + entity)
                        + ": "
                        + values);
    }

    private static String place(int cpu, int task) {
        final String onCpu = cpu < 0 ? "" : ", CPU " + cpu;
        return onCpu + (task < 0 ? "" : ", task " + task);
    }

    public Invariant invariant() {
        return invariant;
    }

    /** The CPU concerned, -1 when it is no single one. */
    public int cpu() {
        return cpu;
    }
}
