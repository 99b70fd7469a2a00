package io.vlag.hw;

/**
 * What is worked out of a machine's plan alone and takes longer than a short simulation. Immutable:
 * every simulation of the machine uses the same.
 */
public final class MachineTables {
    private final CpuSpeed speeds;
    private final PowerTable powers;

    public MachineTables(MachinePlan machine) {
        speeds = new CpuSpeed(machine);
        powers = new PowerTable(machine);
    }

    CpuSpeed speeds() {
        return speeds;
    }

    PowerTable powers() {
        return powers;
    }
}
