package io.vlag.hw;

/**
 * One operating point of a frequency domain.
 *
 * @param khz clock, kHz
 * @param microvolt core voltage, uV
 * @param capacity capacity of one CPU of the domain at this clock, 1..1024, 1024 = the biggest CPU
 *     at its top clock
 * @param busyUw power of one busy CPU, uW; {@link MachinePlan#NONE}: the core type's formula
 * @param idleUw power of one CPU in idle state 0, uW; {@link MachinePlan#NONE}: as the state says
 * @param kernelUw power of one busy CPU in the kernel's energy model, uW; {@link MachinePlan#NONE}
 *     when the kernel has none
 */
public record Opp(int khz, int microvolt, int capacity, long busyUw, long idleUw, long kernelUw) {

    /** Power by the core type's formula, no energy model in the kernel. */
    public Opp(int khz, int microvolt, int capacity) {
        this(khz, microvolt, capacity, MachinePlan.NONE, MachinePlan.NONE, MachinePlan.NONE);
    }
}
