package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.hw.ClusterIdle;
import io.vlag.hw.HwModel;
import io.vlag.hw.IdleGovernors;
import io.vlag.hw.TurboCeilings;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * Entering and leaving idle: the idle state is chosen and costs its latency, the tick stops unless
 * the stay may be short, and the hardware around the CPU takes notice.
 */
@HotPath
public final class IdleLoop {
    private static final int IDLE_ENTER = CostPath.IDLE_ENTER.ordinal();
    private static final int IDLE_EXIT = CostPath.IDLE_EXIT.ordinal();
    private static final int TICK = CostPath.TICK.ordinal();

    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final CpuLoad load;
    private final HwModel hw;
    private final EventQueue events;
    private final Slots slots;
    private final CostMeter costs;
    private final NextTimer nextTimer;
    private final Journal journal;
    private final BlockedLoad blocked;

    IdleLoop(KernelParts parts, BlockedLoad blocked) {
        this.blocked = blocked;
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.load = parts.load();
        this.hw = parts.hw();
        this.events = parts.events();
        this.slots = parts.slots();
        this.costs = parts.costs();
        this.nextTimer = new NextTimer(parts.tasks(), parts.events(), parts.slots());
        this.journal = parts.journal();
    }

    /** The CPU has nothing to run: the switch to the idle task is done. */
    void enter(int cpu, long nowNs) {
        costs.charge(cpu, IDLE_ENTER);
        blocked.idleEntered(cpu, nowNs);
        cpus.idleReadyNs(cpu, nowNs + costs.takeOverheadNs(cpu));
        settle(cpu, nowNs);
        hardwareReacts(hw.turbo().cpuIdle(cpu), hw.smt().cpuIdle(cpu), cpu, nowNs);
    }

    /** Chooses an idle state and enters it. */
    private void settle(int cpu, long nowNs) {
        final int cluster = hw.clusters().cluster(cpu);
        final boolean hasChoice =
                hw.idles().stateCount(cpu) > 1 || hw.clusters().hasStates(cluster);
        final long timerNs = hasChoice ? nextTimer.ofCpu(cpu) : EventQueue.NEVER;
        final int choice =
                hw.idleGovernors()
                        .choose(
                                cpu,
                                Math.max(0, timerNs - nowNs),
                                Math.max(0, cpus.nextTickNs(cpu) - nowNs));
        if ((choice & IdleGovernors.KEEP_TICK) == 0) {
            if (cpus.tickOn(cpu) != 0) {
                blocked.tickStopped(cpu);
            }
            cpus.tickOn(cpu, 0);
            events.cancel(slots.ofTick(cpu));
        } else if (!events.isArmed(slots.ofTick(cpu))) {
            armTick(cpu, nowNs);
        }
        final int state = IdleGovernors.state(choice);
        final int clusterBefore = hw.clusters().state(cluster);
        hw.goIdle(cpu, state, timerNs, nowNs);
        journal.idleEntered(nowNs, cpu, state, timerNs == EventQueue.NEVER ? 0 : timerNs - nowNs);
        final int clusterState = hw.clusters().state(cluster);
        if (clusterState != clusterBefore) {
            journal.clusterIdleEntered(nowNs, cpu, cluster, clusterState);
        }
    }

    /**
     * The CPU is about to switch away from the idle task; what it takes is charged to what runs
     * next.
     */
    void leave(int cpu, long nowNs) {
        costs.charge(cpu, IDLE_EXIT);
        unsettle(cpu, false, nowNs);
        costs.chargeNs(cpu, Math.max(0, cpus.idleReadyNs(cpu) - nowNs));
        hardwareReacts(hw.turbo().cpuBusy(cpu), hw.smt().cpuBusy(cpu), cpu, nowNs);
        armTick(cpu, nowNs);
    }

    private void unsettle(int cpu, boolean byTick, long nowNs) {
        final int state = hw.idles().state(cpu);
        final long stayNs = nowNs - hw.idles().sinceNs(cpu);
        final int cluster = hw.clusters().cluster(cpu);
        final int clusterState = hw.clusters().state(cluster);
        final long clusterNs = nowNs - hw.clusters().sinceNs(cluster);
        costs.chargeNs(cpu, hw.goBusy(cpu, nowNs));
        hw.idleGovernors().reflect(cpu, stayNs, byTick);
        journal.idleExited(nowNs, cpu, state, stayNs);
        if (clusterState != hw.clusters().state(cluster)) {
            assert hw.clusters().state(cluster) == ClusterIdle.ON;
            journal.clusterIdleExited(nowNs, cpu, cluster, clusterState, clusterNs);
        }
    }

    /**
     * The tick of an idle CPU, which its governor let go on: the CPU wakes, and unless there is
     * something to run by now, chooses again. It does not balance.
     */
    public void tick(int cpu, long nowNs) {
        final long nextNs = cpus.nextTickNs(cpu) + runQueues.tickNs(cpu);
        cpus.nextTickNs(cpu, nextNs);
        events.schedule(slots.ofTick(cpu), nextNs);
        cpus.ticks(cpu, cpus.ticks(cpu) + 1);
        costs.charge(cpu, TICK);
        journal.ticked(nowNs, cpu, Index.NONE, load.nrRunning(cpu), (int) load.util(cpu));
        if (runQueues.needResched(cpu) == RunQueueTable.RESCHED_NONE) {
            unsettle(cpu, true, nowNs);
            settle(cpu, nowNs);
        }
    }

    /** A core more or less is active, or a thread of a core: limits and speeds follow. */
    private void hardwareReacts(int ceiling, boolean speedChanges, int cpu, long nowNs) {
        if (ceiling != TurboCeilings.NONE && !events.isArmed(slots.ofCeiling(ceiling))) {
            events.schedule(slots.ofCeiling(ceiling), nowNs + hw.turbo().responseNs(ceiling));
        }
        if (speedChanges) {
            events.schedule(slots.ofCore(hw.smt().coreFirst(cpu)), nowNs);
        }
    }

    /** The next tick on this CPU's grid, strictly later than now. */
    void armTick(int cpu, long nowNs) {
        final long tickNs = runQueues.tickNs(cpu);
        long nextNs = cpus.nextTickNs(cpu);
        if (nextNs <= nowNs) {
            nextNs += ((nowNs - nextNs) / tickNs + 1) * tickNs;
            cpus.nextTickNs(cpu, nextNs);
        }
        cpus.tickOn(cpu, 1);
        events.schedule(slots.ofTick(cpu), nextNs);
    }
}
