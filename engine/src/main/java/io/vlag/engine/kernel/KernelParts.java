package io.vlag.engine.kernel;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.HwModel;
import io.vlag.offheap.EventQueue;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one simulation's kernel, put together once. Cold: everything takes what it needs in
 * its constructor.
 *
 * @param lazyPreemption whether lazy requests wait for a point that honours them (false: they act
 *     at once)
 */
public record KernelParts(
        WakeRules wakeRules,
        EnergyRules energyRules,
        boolean lazyPreemption,
        Topology topology,
        TaskTable tasks,
        CpuTable cpus,
        AffinityTable affinity,
        EntityTable entities,
        FairQueueTable queues,
        RunQueueTable runQueues,
        FairClass fair,
        RtClass rt,
        RtLoad rtLoad,
        RtThrottle rtThrottle,
        FairServer fairServer,
        SchedClasses classes,
        WakeLists wakeLists,
        CpuLoad load,
        CpuSelection selection,
        Fitness fitness,
        CpufreqHook hook,
        CostMeter costs,
        Interrupts interrupts,
        Clocks clocks,
        SliceTimer sliceTimer,
        HwModel hw,
        EventQueue events,
        Slots slots,
        Journal journal) {

    /** Tables of a simulation, laid over its slab. */
    public record Tables(
            TaskTable tasks,
            CpuTable cpus,
            AffinityTable affinity,
            EntityTable entities,
            FairQueueTable queues,
            GroupTable groups,
            RunQueueTable runQueues,
            RtQueueTable rtQueues,
            EventQueue events,
            Slots slots) {}

    /**
     * Puts a kernel together over the tables.
     *
     * @param domains what the kernel knows of CPUs that differ
     * @param estForm numbers in a utilisation estimate, of {@code UtilEst}
     * @param clamps null when no task has clamps
     */
    public static KernelParts assemble(
            Tables tables,
            FairClass fair,
            WakeRules rules,
            boolean lazyPreemption,
            boolean irqTimeAccounting,
            Topology topology,
            HwModel hw,
            CpufreqRules cpufreqRules,
            EnergyRules energyRules,
            EnergyDomains domains,
            int estForm,
            CpufreqHook hook,
            @Nullable Clamps clamps,
            Journal journal) {
        final RtClass rt = new RtClass(tables.tasks(), tables.rtQueues());
        final RtLoad rtLoad = new RtLoad(cpufreqRules, tables.rtQueues(), tables.runQueues());
        final WakeLists wakeLists = new WakeLists(tables.cpus(), tables.tasks());
        final CpuLoad load =
                new CpuLoad(
                        rules,
                        tables.cpus(),
                        tables.queues(),
                        tables.runQueues(),
                        tables.entities(),
                        tables.tasks(),
                        fair,
                        rt,
                        rtLoad,
                        wakeLists);
        final Fitness fitness =
                new Fitness(energyRules, domains, tables.cpus(), tables.affinity(), load, clamps);
        final WakeAffine wakeAffine =
                new WakeAffine(rules, topology, tables.tasks(), tables.cpus(), load);
        final IdleSibling idleSibling =
                new IdleSibling(
                        rules,
                        topology,
                        tables.tasks(),
                        tables.cpus(),
                        tables.affinity(),
                        load,
                        fitness);
        final CostMeter costs =
                new CostMeter(hw, irqTimeAccounting, tables.cpus(), tables.runQueues());
        return new KernelParts(
                rules,
                energyRules,
                lazyPreemption,
                topology,
                tables.tasks(),
                tables.cpus(),
                tables.affinity(),
                tables.entities(),
                tables.queues(),
                tables.runQueues(),
                fair,
                rt,
                rtLoad,
                new RtThrottle(
                        rules.rtThrottling(),
                        tables.rtQueues(),
                        tables.runQueues(),
                        tables.events(),
                        tables.slots()),
                new FairServer(
                        rules.fairServer(),
                        tables.cpus(),
                        tables.rtQueues(),
                        tables.queues(),
                        tables.runQueues(),
                        tables.events(),
                        tables.slots(),
                        costs),
                new SchedClasses(
                        tables.tasks(),
                        tables.cpus(),
                        tables.entities(),
                        tables.runQueues(),
                        fair,
                        rt,
                        hook,
                        clamps),
                wakeLists,
                load,
                new CpuSelection(
                        topology,
                        tables.tasks(),
                        tables.cpus(),
                        tables.affinity(),
                        load,
                        wakeAffine,
                        idleSibling,
                        fair,
                        fitness,
                        new EnergyPlacement(
                                energyRules,
                                cpufreqRules,
                                estForm,
                                domains,
                                tables,
                                load,
                                fitness,
                                clamps,
                                journal)),
                fitness,
                hook,
                costs,
                new Interrupts(tables.events(), tables.slots(), costs),
                new Clocks(tables.cpus(), tables.runQueues(), costs, energyRules.halfLifeShift()),
                new SliceTimer(rules, fair, tables.cpus(), tables.events(), tables.slots()),
                hw,
                tables.events(),
                tables.slots(),
                journal);
    }
}
