package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import java.util.SplittableRandom;

/** Two CPUs on which random, legal things happen to a few tasks. */
final class FairFuzz implements AutoCloseable {
    static final int CPU_COUNT = 2;
    static final int TASK_COUNT = 10;

    private static final int NICE_RANGE = 40;
    private static final int OPERATION_KINDS = 12;
    private static final long GROUP_SHARES = 512 << 10;
    private static final long STEP_NS_MAX = 3_000_000;

    final FairBench bench;
    private final FairClass fair;
    private final EntityTable entities;
    private final SplittableRandom random;
    private boolean limited;
    private int delayedGroups;
    private int throttledQueues;

    FairFuzz(FairRules rules, SplittableRandom random) {
        this(rules, random, 1);
    }

    /**
     * @param groupCount task groups, the root included, each inside one of those before it; tasks
     *     are dealt out in turn, groups that are more than the tasks stay empty
     */
    FairFuzz(FairRules rules, SplittableRandom random, int groupCount) {
        this(rules, random, groupCount, groupCount);
    }

    /**
     * @param usedGroupCount only these get tasks
     */
    FairFuzz(FairRules rules, SplittableRandom random, int groupCount, int usedGroupCount) {
        this.bench = new FairBench(rules, CPU_COUNT, TASK_COUNT, groupCount);
        this.fair = bench.fair;
        this.entities = bench.entities;
        this.random = random;
        for (int cpu = 0; cpu < CPU_COUNT; cpu++) {
            bench.queues.init(cpu, -1_000_000);
            bench.runQueues.init(cpu, cpu == 0 ? 1024 : 512, 4_000_000, 2_800_000, 700_000);
        }
        for (int group = 1; group < groupCount; group++) {
            fair.newGroup(group, (group - 1) / 2, GROUP_SHARES << (group % 3), false);
        }
        for (int task = 0; task < TASK_COUNT; task++) {
            final int policy =
                    task == TASK_COUNT - 1 ? EntityTable.POLICY_IDLE : EntityTable.POLICY_NORMAL;
            final int cpu = task % CPU_COUNT;
            fair.newTask(
                    cpu,
                    task,
                    random.nextInt(NICE_RANGE) + NiceWeights.NICE_MIN,
                    policy,
                    task % usedGroupCount);
            fair.enqueue(cpu, task, FairClass.ENQUEUE_INITIAL);
        }
        for (int cpu = 0; cpu < CPU_COUNT; cpu++) {
            fair.pickNext(cpu);
        }
    }

    /** Operations after which a group entity was delayed. */
    int delayedGroups() {
        return delayedGroups;
    }

    /** Gives the first group a quota that is used up again and again. */
    void limitFirstGroup() {
        fair.limitGroup(1, 3_000_000, 10_000_000, 10_000_000);
        limited = true;
    }

    /** Operations after which a queue was throttled. */
    int throttledQueues() {
        return throttledQueues;
    }

    /** One random operation; returns its name. */
    String step() {
        final String name = limited && random.nextInt(8) == 0 ? refill() : operate();
        if (limited) {
            waitForQuota();
        }
        for (int q = 0; q < bench.queues.count(); q++) {
            throttledQueues += bench.queues.throttled(q);
        }
        for (int se = TASK_COUNT; se < entities.count(); se++) {
            delayedGroups += entities.delayed(se) ? 1 : 0;
        }
        return name;
    }

    private String refill() {
        fair.refillQuota(1);
        for (int q = fair.firstThrottled(1);
                q != FairClass.NONE && fair.giveQuota(q);
                q = fair.firstThrottled(1)) {
            final int cpu = bench.queues.cpu(q);
            if (bench.entityTree.runningTask(cpu) == FairClass.NONE) {
                fair.pickNext(cpu);
            }
        }
        return "refill";
    }

    /** Half of the tasks that are to leave come to their way back to user mode. */
    private void waitForQuota() {
        for (int cpu = 0; cpu < CPU_COUNT; cpu++) {
            final int curr = bench.entityTree.runningTask(cpu);
            if (curr != FairClass.NONE && random.nextBoolean() && fair.mustWaitForQuota(curr)) {
                fair.waitForQuota(cpu, curr);
                fair.pickNext(cpu);
            }
        }
    }

    private String operate() {
        final int cpu = random.nextInt(CPU_COUNT);
        final int task = random.nextInt(TASK_COUNT);
        for (int each = 0; each < CPU_COUNT; each++) {
            bench.advance(each, random.nextLong(STEP_NS_MAX), 0);
        }
        switch (random.nextInt(OPERATION_KINDS)) {
            case 0, 1, 2 -> {
                return wake(task, cpu);
            }
            case 3, 4 -> {
                return sleepCurrent(cpu);
            }
            case 5 -> {
                fair.pickNext(cpu);
                return "pick";
            }
            case 6 -> {
                if (bench.queues.curr(cpu) != FairClass.NONE) {
                    fair.tick(cpu);
                }
                return "tick";
            }
            case 7 -> {
                if (bench.queues.curr(cpu) != FairClass.NONE) {
                    fair.yieldTask(cpu);
                    fair.pickNext(cpu);
                }
                return "yield";
            }
            case 8 -> {
                if (entities.policy(task) != EntityTable.POLICY_IDLE) {
                    fair.setNice(
                            entities.cpu(task),
                            task,
                            random.nextInt(NICE_RANGE) + NiceWeights.NICE_MIN);
                }
                return "nice " + task;
            }
            case 9 -> {
                fair.setSlice(entities.cpu(task), task, random.nextLong(20_000_000));
                return "slice " + task;
            }
            case 10 -> {
                fair.reweight(entities.cpu(task), task, 2048 + random.nextLong(4 << 20));
                return "reweight " + task;
            }
            default -> {
                return migrate(task);
            }
        }
    }

    private String wake(int task, int cpu) {
        int on = entities.cpu(task);
        if (entities.delayed(task)) {
            fair.enqueue(on, task, FairClass.ENQUEUE_DELAYED);
        } else if (!entities.onRq(task) && entities.throttle(task) != EntityTable.THROTTLE_OFF) {
            int flags = FairClass.ENQUEUE_WAKEUP;
            if (on != cpu) {
                fair.migrateSleeping(task, on, cpu);
                flags |= FairClass.ENQUEUE_MIGRATED;
            }
            on = cpu;
            fair.enqueue(on, task, flags);
        } else {
            return "none";
        }
        if (bench.queues.curr(on) == FairClass.NONE
                || fair.wakeupPreempt(on, task, FairClass.WAKE_TTWU)) {
            fair.pickNext(on);
        }
        return "wake " + task;
    }

    private String sleepCurrent(int cpu) {
        final int curr = bench.entityTree.runningTask(cpu);
        if (curr != FairClass.NONE) {
            fair.dequeue(cpu, curr, FairClass.DEQUEUE_SLEEP);
            fair.pickNext(cpu);
        }
        return "sleep " + curr;
    }

    private String migrate(int task) {
        final int from = entities.cpu(task);
        if (entities.onRq(task) && bench.entityTree.runningTask(from) != task) {
            fair.detachQueued(from, task);
            fair.attachQueued(1 - from, task);
        }
        return "migrate " + task;
    }

    @Override
    public void close() {
        bench.close();
    }
}
