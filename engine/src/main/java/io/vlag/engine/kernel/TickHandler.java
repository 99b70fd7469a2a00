package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/** The periodic tick of a CPU that runs something: sched_tick(). */
@HotPath
public final class TickHandler {
    private static final int TICK = CostPath.TICK.ordinal();
    private static final int ROUND_ROBIN = SchedPolicy.RR.ordinal();

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final SchedClasses classes;
    private final FairClass fair;
    private final RtClass rt;
    private final RtLoad rtLoad;
    private final RtThrottle rtThrottle;
    private final FairServer fairServer;
    private final CpuLoad load;
    private final PeriodicBalance balance;
    private final EventQueue events;
    private final Slots slots;
    private final Clocks clocks;
    private final CostMeter costs;
    private final Journal journal;
    private final Fitness fitness;
    private final CpufreqHook hook;

    TickHandler(KernelParts parts, PeriodicBalance balance) {
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.classes = parts.classes();
        this.fair = parts.fair();
        this.rt = parts.rt();
        this.rtLoad = parts.rtLoad();
        this.rtThrottle = parts.rtThrottle();
        this.fairServer = parts.fairServer();
        this.load = parts.load();
        this.balance = balance;
        this.events = parts.events();
        this.slots = parts.slots();
        this.clocks = parts.clocks();
        this.costs = parts.costs();
        this.journal = parts.journal();
        this.fitness = parts.fitness();
        this.hook = parts.hook();
    }

    /** Handles the tick and arms the next one. The CPU is not idle. */
    public void tick(int cpu, long nowNs) {
        final long nextNs = cpus.nextTickNs(cpu) + runQueues.tickNs(cpu);
        cpus.nextTickNs(cpu, nextNs);
        events.schedule(slots.ofTick(cpu), nextNs);
        cpus.ticks(cpu, cpus.ticks(cpu) + 1);
        final int curr = cpus.curr(cpu);
        costs.charge(cpu, TICK);
        clocks.update(cpu, nowNs);
        if (classes.isRt(curr)) {
            tickRealTime(cpu, curr, nowNs);
        } else {
            fair.tick(cpu);
            fitness.noteMisfit(cpu, curr);
            fitness.check(cpu);
            hook.ticked(cpu);
        }
        balance.tick(cpu, nowNs);
        journal.ticked(nowNs, cpu, curr, load.nrRunning(cpu), (int) load.util(cpu));
    }

    private void tickRealTime(int cpu, int task, long nowNs) {
        rtLoad.update(cpu, true);
        rtThrottle.account(cpu);
        if (load.nrFair(cpu) > 0) {
            fairServer.starved(cpu, nowNs);
        }
        if (tasks.policy(task) != ROUND_ROBIN) {
            return;
        }
        final long leftNs = tasks.rtSliceLeftNs(task) - runQueues.tickNs(cpu);
        tasks.rtSliceLeftNs(task, leftNs);
        if (leftNs > 0) {
            return;
        }
        tasks.rtSliceLeftNs(task, RtClass.RR_QUANTUM_NS);
        if (rt.requeue(cpu, task)) {
            runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
        }
    }
}
