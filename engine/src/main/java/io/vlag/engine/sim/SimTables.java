package io.vlag.engine.sim;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.Clamps;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.SchedutilGovernor;
import io.vlag.engine.kernel.UtilSeen;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.FrameTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.LoopTable;
import io.vlag.engine.state.PipeTable;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.SyncTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.state.WaitQueueTable;
import io.vlag.hw.HwModel;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.SampledGovernor;
import io.vlag.hw.SmtPlan;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.IndexFreeList;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;

/**
 * All tables of one simulation over its slab.
 *
 * @param freeTasks task records that no task uses
 * @param sampledAt arena offset of a sampling governor's state
 * @param schedutilAt arena offset of schedutil's state
 * @param utilSeen utilisations that schedutil looked at
 * @param clampsAt arena offset of the CPUs' utilisation clamps
 * @param frames streams of frames
 * @param journalAt arena offset of the journal's state
 */
record SimTables(
        KernelParts.Tables kernel,
        HwModel hw,
        RtQueueTable rtQueues,
        ProgramTable programs,
        LoopTable loops,
        PipeTable pipes,
        SyncTable objects,
        WaitQueueTable waitQueues,
        IndexFreeList freeTasks,
        SimClock clock,
        long sampledAt,
        long schedutilAt,
        UtilSeen utilSeen,
        long clampsAt,
        FrameTable frames,
        long journalAt) {

    /**
     * Where each table lies in the slab, and how large the slab is; the same for every simulation
     * of a plan.
     */
    record Layout(
            SlabPlan slabPlan,
            Slots slots,
            HwModel.Offsets hw,
            long tasks,
            long cpus,
            long affinity,
            long entities,
            long queues,
            long groups,
            long runQueues,
            long rtQueues,
            long events,
            long programs,
            long loops,
            long pipes,
            long objects,
            long waitQueues,
            long freeTasks,
            long clock,
            long sampled,
            long schedutil,
            long utilSeen,
            long clamps,
            long frames,
            long journal) {

        static Layout of(SimPlan plan) {
            final SlabPlan slab = new SlabPlan();
            final int cpuCount = plan.cpuCount();
            final int taskCount = plan.budget().taskCount();
            final Slots slots =
                    new Slots(
                            plan.machine().domainCount(),
                            cpuCount,
                            taskCount,
                            plan.groups().count(),
                            hardwareSlots(plan.machine()));
            return new Layout(
                    slab,
                    slots,
                    HwModel.reserve(slab, plan.machine(), plan.costs()),
                    TaskTable.reserve(slab, taskRecordCount(plan)),
                    CpuTable.reserve(slab, cpuCount),
                    AffinityTable.reserve(slab, taskCount, cpuCount),
                    EntityTable.reserve(slab, entityCount(plan)),
                    FairQueueTable.reserve(slab, queueCount(plan)),
                    GroupTable.reserve(slab, plan.groups().count()),
                    RunQueueTable.reserve(slab, cpuCount),
                    RtQueueTable.reserve(slab, cpuCount),
                    EventQueue.reserve(slab, slots.slotCount()),
                    ProgramTable.reserve(slab, plan.workload().instructionCount()),
                    LoopTable.reserve(slab, taskCount * plan.budget().loopsPerTask()),
                    PipeTable.reserve(slab, plan.workload().pipeSlotCounts().length),
                    SyncTable.reserve(slab, objectCount(plan)),
                    WaitQueueTable.reserve(slab, waitQueueCount(plan)),
                    IndexFreeList.reserve(slab, taskCount),
                    SimClock.reserve(slab),
                    SampledGovernor.reserve(slab, plan.machine()),
                    SchedutilGovernor.reserve(slab, plan.machine()),
                    UtilSeen.reserve(slab, plan.machine().domainCount()),
                    Clamps.reserve(slab, cpuCount),
                    FrameTable.reserve(slab, plan.workload().source().frames().size()),
                    Journal.reserve(slab));
        }
    }

    /** Lays the tables over a slab of this layout. */
    static SimTables over(Slab slab, Layout layout, SimPlan plan) {
        final int cpuCount = plan.cpuCount();
        final int taskCount = plan.budget().taskCount();
        final RtQueueTable rtQueues = new RtQueueTable(slab.at(layout.rtQueues()));
        return new SimTables(
                new KernelParts.Tables(
                        new TaskTable(slab.at(layout.tasks()), taskRecordCount(plan)),
                        new CpuTable(slab.at(layout.cpus()), cpuCount),
                        new AffinityTable(slab.at(layout.affinity()), cpuCount),
                        new EntityTable(slab.at(layout.entities()), entityCount(plan)),
                        new FairQueueTable(slab.at(layout.queues()), queueCount(plan), cpuCount),
                        new GroupTable(slab.at(layout.groups()), plan.groups().count()),
                        new RunQueueTable(slab.at(layout.runQueues()), cpuCount),
                        rtQueues,
                        new EventQueue(slab.at(layout.events()), layout.slots().slotCount()),
                        layout.slots()),
                new HwModel(
                        slab,
                        layout.hw(),
                        plan.machine(),
                        plan.machineTables(),
                        plan.costs(),
                        plan.idlePolicy()),
                rtQueues,
                new ProgramTable(slab.at(layout.programs()), plan.workload().instructionCount()),
                new LoopTable(slab.at(layout.loops())),
                new PipeTable(slab.at(layout.pipes()), plan.workload().pipeSlotCounts().length),
                new SyncTable(slab.at(layout.objects()), objectCount(plan)),
                new WaitQueueTable(slab.at(layout.waitQueues()), waitQueueCount(plan)),
                new IndexFreeList(slab.at(layout.freeTasks()), taskCount),
                new SimClock(slab.at(layout.clock())),
                slab.at(layout.sampled()),
                slab.at(layout.schedutil()),
                new UtilSeen(slab.at(layout.utilSeen())),
                slab.at(layout.clamps()),
                new FrameTable(slab.at(layout.frames())),
                slab.at(layout.journal()));
    }

    private static Slots.Hardware hardwareSlots(MachinePlan machine) {
        final boolean threadsShare =
                machine.coreTypes().stream().anyMatch(type -> !type.smt().equals(SmtPlan.NONE));
        return new Slots.Hardware(
                machine.ceilings().size(),
                machine.thermalZones().size(),
                threadsShare ? machine.cpuCount() : 0);
    }

    /** Tasks, and behind them one record a template for what its ended tasks counted. */
    private static int taskRecordCount(SimPlan plan) {
        return plan.budget().taskCount() + plan.workload().templates().size();
    }

    /** Tasks, and behind them one entity for each group but the root on each CPU. */
    private static int entityCount(SimPlan plan) {
        return plan.budget().taskCount() + (plan.groups().count() - 1) * plan.cpuCount();
    }

    /** One queue for each group, the root included, on each CPU. */
    private static int queueCount(SimPlan plan) {
        return plan.groups().count() * plan.cpuCount();
    }

    /** Shared objects, then the own timers of each task. */
    private static int objectCount(SimPlan plan) {
        return plan.workload().syncCount()
                + plan.budget().taskCount() * plan.budget().ownTimersPerTask();
    }

    /** Two queues a pipe (readers, writers), then one a shared object. */
    private static int waitQueueCount(SimPlan plan) {
        return 2 * plan.workload().pipeSlotCounts().length + plan.workload().syncCount();
    }
}
