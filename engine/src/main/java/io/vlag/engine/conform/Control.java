package io.vlag.engine.conform;

import java.util.List;

/**
 * A negative control: the recording of one kernel against the simulation of another one, or of the
 * same with other flags, where the two recordings differ.
 *
 * @param kernel release of the recorded kernel
 * @param cpuCount CPUs of the recording
 * @param otherKernel release whose recording was simulated
 * @param otherScenario scenario of that recording
 * @param differing figures in which the two recordings differ by more than the tolerance
 * @param tellingApart measured figures that agree in the right simulation and not in this one
 */
public record Control(
        String kernel,
        String scenario,
        int cpuCount,
        String otherKernel,
        String otherScenario,
        List<String> differing,
        List<String> tellingApart) {
    public Control {
        differing = List.copyOf(differing);
        tellingApart = List.copyOf(tellingApart);
    }

    /** Whether the comparison notices that the simulation is the wrong one. */
    public boolean isToldApart() {
        return !tellingApart.isEmpty();
    }

    /** Same kernel, other flags or tunables. */
    public boolean isOfFlags() {
        return kernel.equals(otherKernel);
    }
}
