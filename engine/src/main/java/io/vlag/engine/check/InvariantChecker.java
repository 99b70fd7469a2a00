package io.vlag.engine.check;

import io.vlag.engine.kernel.EntityTree;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.WakeRules;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskState;
import io.vlag.hw.HwModel;

/**
 * Checks one simulation after its events; reads its tables and writes none of them. What only shows
 * between two events is looked at after each, everything else after each {@code every}-th.
 */
public final class InvariantChecker implements AutoCloseable {
    private final KernelParts.Tables tables;
    private final long seed;
    private final long every;
    private final boolean estimatesDrift;
    private final FairQueueCheck fairQueues;
    private final GroupCheck groups;
    private final PeltCheck pelt;
    private final TaskCheck tasks;
    private final CpuCheck cpus;
    private final TimeCheck times;
    private final WaitCheck waits;
    private final QueueDump dump;
    private final long[] migrationsBefore;
    private final int[] cpuBefore;
    private final int[] stateBefore;
    private final EntityTree entityTree;
    private long eventCount;

    /**
     * @param fair the fair class over the same tables
     * @param irqTimeAccounting whether the clocks of tasks leave interrupts out
     * @param ticksOver ticks after which a request to reschedule acts at the latest
     * @param seed of the run, for the report
     * @param every events between two full checks, at least 1
     */
    public InvariantChecker(
            KernelParts.Tables tables,
            HwModel hw,
            FairClass fair,
            FairRules fairRules,
            WakeRules wakeRules,
            boolean irqTimeAccounting,
            int ticksOver,
            long seed,
            long every) {
        if (every < 1) {
            throw new IllegalArgumentException("a check every " + every + " events");
        }
        this.tables = tables;
        this.seed = seed;
        this.every = every;
        final FairState state =
                new FairState(
                        tables.entities(), tables.queues(), tables.runQueues(), tables.groups());
        estimatesDrift =
                fairRules.utilEstDelayed == FairRules.UTIL_EST_DELAYED_DRIFTS
                        || wakeRules.delayedWakeeDequeued()
                                && fairRules.utilEstFinalDequeue
                                        == FairRules.UTIL_EST_FINAL_DEQUEUE_SUBTRACT;
        entityTree = new EntityTree(state);
        fairQueues = new FairQueueCheck(fairRules, state, fair);
        groups = new GroupCheck(fairRules, state, entityTree.taskCount());
        pelt =
                new PeltCheck(
                        fairRules,
                        state,
                        !estimatesDrift,
                        se -> entityTree.isTask(se) && tables.tasks().rtPriority(se) > 0);
        tasks = new TaskCheck(tables, entityTree.taskCount());
        cpus =
                new CpuCheck(
                        tables, hw.idles(), irqTimeAccounting, wakeRules.lazyResched(), entityTree);
        times = new TimeCheck(tables, hw, irqTimeAccounting, entityTree.taskCount());
        waits =
                new WaitCheck(
                        fairRules,
                        state,
                        fair,
                        fairQueues,
                        ticksOver,
                        wakeRules.hrtick() && !wakeRules.hrtickAtSwitch());
        dump = new QueueDump(tables, state, fair);
        migrationsBefore = new long[entityTree.taskCount()];
        cpuBefore = new int[migrationsBefore.length];
        stateBefore = new int[migrationsBefore.length];
    }

    /**
     * An event was handled.
     *
     * @param slot whose event it was
     * @throws InvariantViolation at the first thing that is wrong, with everything that is known
     */
    public void eventHandled(int slot, long nowNs) {
        eventCount++;
        try {
            cpus.observe(nowNs);
            times.observe(nowNs);
            waits.observe();
            noteMoves();
            if (eventCount % every == 0) {
                checkAll(nowNs);
            }
        } catch (InvariantViolation violation) {
            throw placed(violation, slot, nowNs);
        }
    }

    private void checkAll(long nowNs) {
        final int cpuCount = tables.cpus().count();
        tasks.begin();
        for (int q = tables.queues().count() - 1; q >= 0; q--) { // inner groups first
            fairQueues.check(q);
            final int queued = fairQueues.queuedCount(q);
            for (int i = 0; i < queued; i++) {
                if (entityTree.isTask(fairQueues.member(i))) {
                    tasks.onFairQueue(fairQueues.member(i));
                }
            }
        }
        groups.check();
        tasks.check();
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            cpus.check(cpu);
        }
        times.check(nowNs);
        for (int se = 0; se < entityTree.taskCount(); se++) {
            pelt.checkEntity(se);
        }
        // With groups a queue gets averages from below, rounded on each level.
        for (int cpu = 0; cpu < cpuCount && !tables.queues().hasGroups(); cpu++) {
            pelt.checkQueue(cpu);
        }
    }

    /** A move leaves rounding behind in the averages of both queues. */
    private void noteMoves() {
        for (int task = 0; task < migrationsBefore.length; task++) {
            final long migrations = tables.tasks().migrations(task);
            final int cpu = tables.tasks().cpu(task);
            final int state = tables.tasks().state(task);
            for (long move = migrationsBefore[task]; move < migrations; move++) {
                pelt.moved(cpuBefore[task]);
                pelt.moved(cpu);
            }
            if (state != stateBefore[task]
                    && (state == TaskState.DEAD || stateBefore[task] == TaskState.NEW)) {
                pelt.moved(cpu);
            }
            migrationsBefore[task] = migrations;
            cpuBefore[task] = cpu;
            stateBefore[task] = state;
        }
    }

    private InvariantViolation placed(InvariantViolation violation, int slot, long nowNs) {
        final StringBuilder text = new StringBuilder();
        text.append(violation.getMessage())
                .append(
                        "%n  at %d ns, event %d: %s; seed %d%n"
                                .formatted(nowNs, eventCount, eventName(slot), seed));
        final int cpuCount = tables.cpus().count();
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            if (violation.cpu() < 0 || violation.cpu() == cpu) {
                text.append(dump.text(cpu));
            }
        }
        final InvariantViolation placed =
                new InvariantViolation(
                        violation.invariant(), violation.cpu(), text.toString().stripTrailing());
        placed.setStackTrace(violation.getStackTrace());
        return placed;
    }

    private String eventName(int slot) {
        final Slots slots = tables.slots();
        if (slots.isDomain(slot)) {
            return "new clock of domain " + slot;
        }
        if (slots.isOpEnd(slot)) {
            return "end of an operation on CPU " + slots.cpuOfOpEnd(slot);
        }
        if (slots.isIpi(slot)) {
            return "inter-processor interrupt on CPU " + slots.cpuOfIpi(slot);
        }
        if (slots.isTick(slot)) {
            return "tick on CPU " + slots.cpuOfTick(slot);
        }
        if (slots.isSlice(slot)) {
            return "end of a slice on CPU " + slots.cpuOfSlice(slot);
        }
        return "timer of task " + slots.taskOfTimer(slot);
    }

    @Override
    public void close() {
        pelt.close();
    }
}
