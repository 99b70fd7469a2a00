package io.vlag.engine.check;

import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.NiceWeights;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.EventQueue;
import java.util.Arrays;

/** Every task is in exactly one place, the one its state says, and somebody will wake a sleeper. */
final class TaskCheck {
    private static final int IDLE_POLICY = SchedPolicy.IDLE.ordinal();

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final EntityTable entities;
    private final RtQueueTable rtQueues;
    private final EventQueue events;
    private final Slots slots;
    private final int taskCount;
    private final int[] fairPlaces; // by task: how many fair queues hold it
    private final int[] rtPlaces;
    private final int[] wakePlaces;
    private final boolean[] isWakeTarget;

    TaskCheck(KernelParts.Tables tables, int taskCount) {
        tasks = tables.tasks();
        cpus = tables.cpus();
        affinity = tables.affinity();
        entities = tables.entities();
        rtQueues = tables.rtQueues();
        events = tables.events();
        slots = tables.slots();
        this.taskCount = taskCount;
        fairPlaces = new int[taskCount];
        rtPlaces = new int[taskCount];
        wakePlaces = new int[taskCount];
        isWakeTarget = new boolean[taskCount];
    }

    /** Forgets what was counted; {@link #onFairQueue} and {@link #check} follow. */
    void begin() {
        Arrays.fill(fairPlaces, 0);
    }

    /** A fair queue holds the task, waiting or running. */
    void onFairQueue(int task) {
        fairPlaces[task]++;
    }

    void check() {
        countLists();
        for (int task = 0; task < taskCount; task++) {
            checkPlace(task);
        }
    }

    private void countLists() {
        Arrays.fill(rtPlaces, 0);
        Arrays.fill(wakePlaces, 0);
        Arrays.fill(isWakeTarget, false);
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            if (cpus.op(cpu) == CpuOp.WAKE) {
                isWakeTarget[cpus.wakeTarget(cpu)] = true;
            }
            countWakeList(cpu);
            countRealTime(cpu);
        }
    }

    private void countWakeList(int cpu) {
        int length = 0;
        int last = Index.NONE;
        for (int task = cpus.wakeListHead(cpu);
                task != Index.NONE;
                task = tasks.wakeListNext(task)) {
            if (++length > taskCount) {
                throw wrong(Invariant.TASK_PLACE, cpu, task, "the wake list does not end");
            }
            wakePlaces[task]++;
            last = task;
        }
        if (last != cpus.wakeListTail(cpu)) {
            throw wrong(
                    Invariant.TASK_PLACE,
                    cpu,
                    last,
                    "last on the wake list, whose tail is " + cpus.wakeListTail(cpu));
        }
        if (length > 0 && !events.isArmed(slots.ofIpi(cpu))) {
            throw wrong(
                    Invariant.WAKE_SOURCE,
                    cpu,
                    last,
                    "on a wake list, and no interrupt is on its way");
        }
    }

    private void countRealTime(int cpu) {
        int length = 0;
        for (int priority = 1; priority < RtQueueTable.PRIORITY_COUNT; priority++) {
            int before = Index.NONE;
            for (int task = rtQueues.head(cpu, priority);
                    task != Index.NONE;
                    task = tasks.rtNext(task)) {
                if (++length > taskCount
                        || tasks.rtPrev(task) != before
                        || tasks.rtPriority(task) != priority
                        || tasks.cpu(task) != cpu) {
                    throw wrong(
                            Invariant.REAL_TIME_LIST,
                            cpu,
                            task,
                            "on the list of priority %d; its own is %d, its CPU %d, before it %d"
                                    .formatted(
                                            priority,
                                            tasks.rtPriority(task),
                                            tasks.cpu(task),
                                            tasks.rtPrev(task)));
                }
                rtPlaces[task]++;
                before = task;
            }
            if (before != rtQueues.tail(cpu, priority)) {
                throw wrong(
                        Invariant.REAL_TIME_LIST,
                        cpu,
                        before,
                        "last of priority %d, whose tail is %d"
                                .formatted(priority, rtQueues.tail(cpu, priority)));
            }
        }
        if (length != rtQueues.nrRunning(cpu)) {
            throw wrong(
                    Invariant.REAL_TIME_LIST,
                    cpu,
                    Index.NONE,
                    "counts %d tasks, %d are on it".formatted(rtQueues.nrRunning(cpu), length));
        }
    }

    private void checkPlace(int task) {
        final int state = tasks.state(task);
        final boolean rt = tasks.rtPriority(task) > 0;
        final boolean delayed = entities.delayed(task);
        final int fair = fairPlaces[task];
        final boolean right =
                switch (state) {
                    case TaskState.RUNNABLE ->
                            fair == (rt || isKeptOff(task) ? 0 : 1)
                                    && rtPlaces[task] == (rt ? 1 : 0)
                                    && wakePlaces[task] == 0
                                    && !delayed
                                    && (rt || entities.cpu(task) == tasks.cpu(task));
                    case TaskState.SLEEPING ->
                            fair == (delayed ? 1 : 0)
                                    && rtPlaces[task] == 0
                                    && wakePlaces[task] == 0;
                    case TaskState.WAKING ->
                            fair == (delayed ? 1 : 0)
                                    && rtPlaces[task] == 0
                                    && wakePlaces[task] == 1;
                    default -> fair + rtPlaces[task] + wakePlaces[task] == 0 && !delayed;
                };
        if (!right || entities.onRq(task) != (fair == 1)) {
            throw wrong(
                    Invariant.TASK_PLACE,
                    tasks.cpu(task),
                    task,
                    "state %s, delayed %b, onRq %b of CPU %d; on %d fair queues, %d real-time lists, %d wake lists"
                            .formatted(
                                    stateName(state),
                                    delayed,
                                    entities.onRq(task),
                                    entities.cpu(task),
                                    fair,
                                    rtPlaces[task],
                                    wakePlaces[task]));
        }
        if (state == TaskState.SLEEPING) {
            checkWakeSource(task);
        }
        if (state == TaskState.RUNNABLE) {
            checkRunnable(task, rt);
        }
    }

    /** Waits for quota, off its queue. */
    private boolean isKeptOff(int task) {
        return entities.throttle(task) == EntityTable.THROTTLE_OFF;
    }

    private void checkWakeSource(int task) {
        if (tasks.waitQueue(task) == Index.NONE
                && !events.isArmed(slots.ofTimer(task))
                && !isWakeTarget[task]) {
            throw wrong(
                    Invariant.WAKE_SOURCE,
                    tasks.cpu(task),
                    task,
                    "asleep, on no wait queue, without a timer, and nobody is waking it");
        }
    }

    private void checkRunnable(int task, boolean rt) {
        if (!affinity.allows(task, tasks.cpu(task))) {
            throw wrong(
                    Invariant.AFFINITY, tasks.cpu(task), task, "queued on a CPU it may not use");
        }
        final long loadWeight =
                NiceWeights.loadWeight(
                        tasks.policy(task) == IDLE_POLICY
                                ? NiceWeights.IDLE_WEIGHT
                                : NiceWeights.weight(tasks.nice(task)));
        if (!rt && entities.loadWeight(task) != loadWeight) {
            throw wrong(
                    Invariant.WEIGHT,
                    tasks.cpu(task),
                    task,
                    "load weight is %d, nice %d has %d"
                            .formatted(entities.loadWeight(task), tasks.nice(task), loadWeight));
        }
    }

    private static InvariantViolation wrong(Invariant invariant, int cpu, int task, String values) {
        return InvariantViolation.of(invariant, cpu, task, values);
    }

    static String stateName(int state) {
        return switch (state) {
            case TaskState.NEW -> "NEW";
            case TaskState.RUNNABLE -> "RUNNABLE";
            case TaskState.SLEEPING -> "SLEEPING";
            case TaskState.WAKING -> "WAKING";
            case TaskState.DEAD -> "DEAD";
            default -> "unknown " + state;
        };
    }
}
