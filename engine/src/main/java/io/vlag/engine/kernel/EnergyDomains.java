package io.vlag.engine.kernel;

import io.vlag.hw.EnergyModel;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import io.vlag.hw.SmtPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel knows of a machine whose CPUs differ: capacities, performance domains and their
 * energy models. Made once, immutable; a performance domain is a frequency domain.
 */
public final class EnergyDomains {
    private final boolean asymmetric;
    private final boolean energyAware;
    private final int[] capacities;
    private final int[][] cpusOf;
    private final EnergyModel[] models;
    private final int[] topStates;

    private EnergyDomains(MachinePlan machine, int energyForm, boolean schedutil) {
        capacities = machine.cpus().stream().mapToInt(cpu -> cpu.capacity()).toArray();
        asymmetric = machine.cpus().stream().mapToInt(cpu -> cpu.capacity()).distinct().count() > 1;
        final boolean threadsShare =
                machine.coreTypes().stream().anyMatch(type -> !type.smt().equals(SmtPlan.NONE));
        energyAware =
                asymmetric
                        && schedutil
                        && machine.frequencyInvariant()
                        && !threadsShare
                        && machine.domains().stream().allMatch(domain -> domain.hasEnergyModel());
        final List<EnergyModel> list = new ArrayList<>();
        cpusOf = new int[machine.domainCount()][];
        topStates = new int[machine.domainCount()];
        for (int domain = 0; domain < cpusOf.length; domain++) {
            cpusOf[domain] = machine.cpusOfDomain(domain);
            final List<Opp> opps = machine.domains().get(domain).opps();
            topStates[domain] = opps.size() - 1;
            if (energyAware) {
                list.add(
                        new EnergyModel(
                                energyForm,
                                capacities[cpusOf[domain][0]],
                                opps.stream().mapToLong(Opp::khz).toArray(),
                                opps.stream().mapToLong(Opp::kernelUw).toArray()));
            }
        }
        models = list.toArray(new EnergyModel[0]);
    }

    /**
     * The domains of a machine.
     *
     * @param energyForm one of {@code EnergyModel.BY_...}
     * @param schedutil whether that governor is in charge, which energy-aware placement needs
     */
    public static EnergyDomains of(MachinePlan machine, int energyForm, boolean schedutil) {
        return new EnergyDomains(machine, energyForm, schedutil);
    }

    /** Whether CPUs differ in capacity. */
    public boolean isAsymmetric() {
        return asymmetric;
    }

    /**
     * Whether placement may look at energy: capacities differ, every domain has an energy model,
     * schedutil is in charge, utilisation is scaled by the clock, and no CPU has hardware threads.
     */
    public boolean isEnergyAware() {
        return asymmetric && energyAware;
    }

    int domainCount() {
        return cpusOf.length;
    }

    int[] cpusOf(int domain) {
        return cpusOf[domain];
    }

    int capacity(int cpu) {
        return capacities[cpu];
    }

    int cpuCount() {
        return capacities.length;
    }

    EnergyModel model(int domain) {
        return models[domain];
    }

    int topState(int domain) {
        return topStates[domain];
    }
}
