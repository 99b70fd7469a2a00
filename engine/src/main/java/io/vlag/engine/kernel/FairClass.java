package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.RqClock;
import org.jspecify.annotations.Nullable;

/**
 * The fair class of one simulation: every operation the rest of the kernel has on it. The queue of
 * CPU {@code rq} has the same index; a task's own queue follows from its group. The caller moves
 * the CPU's clocks first; all methods take "now" from them. Single-threaded.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c. Which kernel is decided by {@link
 *     FairRules}. Golden vectors: eevdf/seq_*.csv, pelt/seq_*.csv replay exactly.
 */
@HotPath
public final class FairClass {
    /** Absent entity. */
    public static final int NONE = EntityTable.NONE;

    public static final int ENQUEUE_WAKEUP = 1;
    public static final int ENQUEUE_RESTORE = 2;
    public static final int ENQUEUE_MIGRATED = 4;

    /** First enqueue of a new task. 6.6 does not pass it at the activation. */
    public static final int ENQUEUE_INITIAL = 8;

    /** The entity is delayed and wakes up where it is. */
    public static final int ENQUEUE_DELAYED = 16;

    public static final int DEQUEUE_SLEEP = 1;
    public static final int DEQUEUE_SAVE = 2;
    public static final int DEQUEUE_MOVE = 4;

    /** A sleep that is never delayed: stopped, traced, frozen, parked. */
    public static final int DEQUEUE_SPECIAL = 8;

    /** The entity moves to another CPU: its averages leave this one. */
    public static final int DEQUEUE_MIGRATING = 16;

    public static final int WAKE_FORK = 4;
    public static final int WAKE_TTWU = 8;
    public static final int WAKE_SYNC = 16;

    /** The wake-up went through CPU selection. */
    public static final int WAKE_RQ_SELECTED = 32;

    private static final int LOAD_SHIFT = 10;
    private static final int NICE_0_WEIGHT = 1_024;

    /** Least slice a user can ask for, ns. */
    public static final long SLICE_NS_MIN = 100_000;

    /** Largest slice a user can ask for, ns. */
    public static final long SLICE_NS_MAX = 100_000_000;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final VirtualAverage average;
    private final SliceProtection protection;
    private final Accounting accounting;
    private final Pick pick;
    private final LoadTracking load;
    private final UtilEstimate estimate;
    private final DelayedDequeue delay;
    private final Departure departure;
    private final Reweight reweight;
    private final FinalDequeue finalDequeue;
    private final Preemption preemption;
    private final CfsPlacement cfsPlacement;
    private final TickPreemption tickPreemption;
    private final GranularityCheck granularityCheck;
    private final LeftmostPick leftmostPick;
    private final TurnRules turns;
    private final boolean placesSleepers;
    private final boolean ticksEndSlices;
    private final boolean judgesByGranularity;
    private final boolean picksLeftmost;
    private final @Nullable Clamps clamps;

    /** With the CFS tunables of one CPU. */
    public FairClass(FairRules rules, FairState state, long migrationCostNs) {
        this(rules, state, migrationCostNs, CfsTunables.DEFAULT);
    }

    // With task groups, the walks over all levels stand for the single steps.
    private final boolean grouped;
    private final GroupTable groups;
    private final EntityTree entityTree;
    private final GroupPropagation propagation;
    private final Quota quota;
    private final Throttle throttle;
    private final GroupWalk groupWalk;
    private final GroupSwitch groupSwitch;

    /**
     * @param migrationCostNs how long a task counts as cache-hot; here only for next buddies and
     *     sync wake-ups
     * @param tunables without effect on kernels that are not CFS
     */
    public FairClass(FairRules rules, FairState state, long migrationCostNs, CfsTunables tunables) {
        this(rules, state, migrationCostNs, tunables, QuotaTimers.none());
    }

    /** Without a governor. */
    public FairClass(
            FairRules rules,
            FairState state,
            long migrationCostNs,
            CfsTunables tunables,
            QuotaTimers timers) {
        this(
                rules,
                state,
                migrationCostNs,
                tunables,
                timers,
                CpufreqHook.counting(state.runQueues()),
                null);
    }

    /**
     * @param migrationCostNs how long a task counts as cache-hot; here only for next buddies and
     *     sync wake-ups
     * @param tunables without effect on kernels that are not CFS
     * @param timers when quotas are full again
     * @param hook whom changes of utilisation are told
     * @param clamps null when no task has clamps
     */
    public FairClass(
            FairRules rules,
            FairState state,
            long migrationCostNs,
            CfsTunables tunables,
            QuotaTimers timers,
            CpufreqHook hook,
            @Nullable Clamps clamps) {
        this.clamps = clamps;
        entities = state.entities();
        queues = state.queues();
        runQueues = state.runQueues();
        final WeightedDelta weighted = new WeightedDelta(rules, entities);
        final FairTree tree = new FairTree(rules, state);
        average = new VirtualAverage(rules, state, tree);
        final Lag lag = new Lag(rules, state, tree, average, weighted);
        final Placement placement = new Placement(rules, state, average, weighted);
        protection = new SliceProtection(rules, state, tree, average, weighted);
        grouped = queues.hasGroups();
        groups = state.groups();
        entityTree = new EntityTree(state);
        quota = new Quota(state, entityTree, timers);
        throttle = new Throttle(rules, state, entityTree, quota);
        accounting = new Accounting(rules, state, average, weighted, placement, protection, quota);
        pick = new Pick(rules, state, tree, average, protection);
        propagation = new GroupPropagation(state, entityTree);
        load = new LoadTracking(rules, state, entityTree, propagation, hook);
        estimate = new UtilEstimate(rules, state);
        delay = new DelayedDequeue(rules, state, average, lag, placement, accounting, load);
        departure = new Departure(rules, state, average, lag, delay);
        reweight =
                new Reweight(
                        rules, state, tree, average, lag, placement, protection, accounting, load);
        final CfsSlice slice = new CfsSlice(state, tree, entityTree, weighted, tunables);
        final WakeupGranularity granularity = new WakeupGranularity(state, weighted, tunables);
        cfsPlacement = new CfsPlacement(rules, state, accounting, weighted, slice, tunables);
        tickPreemption = new TickPreemption(rules, state, tree, slice, accounting, tunables);
        granularityCheck =
                new GranularityCheck(
                        rules, state, entityTree, throttle, granularity, accounting, tunables);
        leftmostPick = new LeftmostPick(state, tree, granularity);
        turns =
                new TurnRules(
                        rules,
                        placement,
                        pick,
                        protection,
                        cfsPlacement,
                        leftmostPick,
                        tickPreemption);
        groupWalk =
                new GroupWalk(
                        rules,
                        state,
                        entityTree,
                        tree,
                        average,
                        turns,
                        accounting,
                        load,
                        propagation,
                        estimate,
                        delay,
                        departure,
                        reweight,
                        quota,
                        throttle);
        finalDequeue = new FinalDequeue(state, accounting, load, departure, groupWalk);
        groupSwitch =
                new GroupSwitch(
                        state,
                        entityTree,
                        tree,
                        average,
                        accounting,
                        turns,
                        load,
                        groupWalk,
                        finalDequeue,
                        throttle);
        preemption =
                new Preemption(
                        rules,
                        state,
                        average,
                        pick,
                        protection,
                        accounting,
                        finalDequeue,
                        entityTree,
                        groupWalk,
                        throttle,
                        migrationCostNs);
        placesSleepers = cfsPlacement.applies();
        ticksEndSlices = tickPreemption.applies();
        judgesByGranularity = granularityCheck.applies();
        picksLeftmost = rules.pickRule == FairRules.PICK_RULE_LEFTMOST;
    }

    /**
     * Makes a record of the group table and the group's zeroed queues and entities an empty task
     * group.
     *
     * @param group 1.. ; later than its parent
     * @param parent the group it lies in, 0 for the root
     * @param shares load weight, table weight times 1024; at least 2
     * @param idle the group is SCHED_IDLE as a whole
     */
    @ColdPath
    public void newGroup(int group, int parent, long shares, boolean idle) {
        groups.init(group, parent, shares, idle);
        for (int cpu = 0; cpu < runQueues.count(); cpu++) {
            queues.init(entityTree.queueOf(group, cpu), 0);
            final int se = entityTree.entityOf(group, cpu);
            entities.cpu(se, cpu);
            entities.group(se, parent);
            entities.policy(se, idle ? EntityTable.POLICY_IDLE : EntityTable.POLICY_NORMAL);
            entities.sliceNs(se, runQueues.baseSliceNs(cpu));
            entities.loadWeight(se, shares);
        }
    }

    /**
     * Limits what a group may use.
     *
     * @param quotaNs CPU time a period; over 0
     * @param firstExpiryNs end of the first period; the others follow at distances of a period
     */
    @ColdPath
    public void limitGroup(int group, long quotaNs, long periodNs, long firstExpiryNs) {
        groups.quotaNs(group, quotaNs);
        groups.periodNs(group, periodNs);
        groups.expiryNs(group, firstExpiryNs);
        groups.runtimeNs(group, quotaNs);
    }

    /** A period of a group's quota has ended; returns whether queues wait for that. */
    public boolean refillQuota(int group) {
        return quota.refill(group);
    }

    /** Whether quota that was given back is to be handed on now. */
    boolean slackIsWorthIt(int group, long nowNs) {
        return quota.slackIsWorthIt(group, nowNs);
    }

    /** The queue of a group that was throttled first, NONE when none is. */
    public int firstThrottled(int group) {
        return groups.throttledHead(group);
    }

    /** Gives the first throttled queue of its group what it lacks; false: there is not enough. */
    public boolean giveQuota(int q) {
        if (!quota.give(q)) {
            return false;
        }
        groupWalk.unthrottleQueue(q);
        return true;
    }

    /** Whether a task that is about to run user code has to wait for quota first. */
    public boolean mustWaitForQuota(int task) {
        return throttle.isDue(task);
    }

    /** The running task leaves its queue until there is quota; the caller schedules. */
    public void waitForQuota(int rq, int task) {
        groupWalk.keepOff(rq, task);
    }

    /**
     * A task is about to leave its CPU or this class: if it was kept off its queue for want of
     * quota, it is queued again; on its new queue it is judged anew.
     *
     * @implNote Models Linux 6.18 to 7.2, kernel/sched/fair.c dequeue_throttled_task().
     */
    public void forgetQuota(int rq, int task) {
        if (throttle.forget(task)) {
            enqueueEntity(rq, task, ENQUEUE_WAKEUP);
        }
    }

    /** Whether a task may not be moved between two CPUs: its group waits for quota on one. */
    boolean isThrottledOn(int rq, int task) {
        return throttle.isThrottled(queueOf(rq, task));
    }

    /**
     * Makes an unused record a new task of the root group, not queued.
     *
     * @param nice -20..19
     * @param policy {@code EntityTable.POLICY_...}; SCHED_IDLE ignores the nice level
     */
    public void newTask(int rq, int se, int nice, int policy) {
        newTask(rq, se, nice, policy, GroupTable.ROOT);
    }

    /** As the other form, for a task of any group. */
    public void newTask(int rq, int se, int nice, int policy, int group) {
        entities.clear(se);
        entities.cpu(se, rq);
        entities.group(se, group);
        entities.policy(se, policy);
        entities.nice(se, nice);
        entities.sliceNs(se, runQueues.baseSliceNs(rq));
        final boolean idle = policy == EntityTable.POLICY_IDLE;
        entities.loadWeight(
                se,
                NiceWeights.loadWeight(idle ? NiceWeights.IDLE_WEIGHT : NiceWeights.weight(nice)));
        entities.inverseWeight(
                se, idle ? NiceWeights.idleReciprocal() : NiceWeights.reciprocal(nice));
        load.newTask(queueOf(rq, se), se);
    }

    /** Whether a new task has to be placed by {@link #placeNew} before it is queued. */
    public boolean placesAtFork() {
        return placesSleepers;
    }

    /**
     * Gives a new task its place on the CPU it is created on, wherever it will start.
     *
     * @param parentRq CPU of the parent, or of whoever creates the task
     */
    public void placeNew(int parentRq, int se) {
        cfsPlacement.placeNew(queueOf(parentRq, se), se);
    }

    /**
     * Queues an entity, or wakes a delayed one where it is.
     *
     * @param flags {@code ENQUEUE_...}
     */
    public void enqueue(int rq, int se, int flags) {
        final Clamps counted = clamps;
        if (counted == null) {
            enqueueEntity(rq, se, flags);
        } else {
            counted.enqueueBegins(rq, se, flags);
            enqueueEntity(rq, se, flags);
            counted.enqueueEnds(rq, se, flags);
        }
    }

    private void enqueueEntity(int rq, int se, int flags) {
        estimate.enqueue(rq, se, flags);
        if (grouped) {
            enqueueInGroup(rq, se, flags);
            return;
        }
        if ((flags & ENQUEUE_DELAYED) != 0) {
            delay.requeue(rq, se);
            return;
        }
        assert !entities.onRq(se) : se;
        entities.cpu(se, rq);
        final boolean running = queues.curr(rq) == se;
        if (running) {
            turns.place(rq, se, flags);
        }
        accounting.account(rq);
        load.updateAndAttach(rq, se);
        if (!running) {
            turns.place(rq, se, flags);
        }
        join(rq, se, running, (flags & ENQUEUE_MIGRATED) != 0);
    }

    /**
     * Takes an entity off its queue, or lets a delayed one finish.
     *
     * @param flags {@code DEQUEUE_...}
     * @return false: it blocks, but stays queued as delayed
     */
    public boolean dequeue(int rq, int se, int flags) {
        if (clamps != null) {
            clamps.dequeueBegins(rq, se);
        }
        if (grouped) {
            return groupWalk.dequeue(rq, se, flags);
        }
        final boolean sleep = (flags & DEQUEUE_SLEEP) != 0;
        estimate.beforeDequeue(rq, se, flags);
        accounting.account(rq);
        accounting.clearBuddy(rq, se);
        load.update(rq, se);
        if (sleep && !entities.delayed(se)) {
            estimate.insideDequeue(rq, se);
        }
        if ((flags & DEQUEUE_MIGRATING) != 0) {
            load.detach(rq, se);
        }
        final boolean leaves = !delay.applies(rq, se, flags);
        if (leaves) {
            departure.leave(rq, se, flags);
        } else {
            delay.begin(rq, se);
        }
        if (sleep) {
            estimate.afterDequeue(rq, se, leaves);
        }
        return leaves;
    }

    /**
     * Moves a queued entity that does not run, delayed or not, away from its CPU; {@link
     * #attachQueued} follows.
     */
    public void detachQueued(int rq, int se) {
        dequeue(rq, se, DEQUEUE_MIGRATING);
    }

    /** Queues on {@code rq} what {@link #detachQueued} took from another CPU. */
    public void attachQueued(int rq, int se) {
        enqueue(rq, se, ENQUEUE_MIGRATED);
    }

    /**
     * A sleeping entity will be woken on another CPU; its next enqueue there carries
     * ENQUEUE_MIGRATED.
     */
    public void migrateSleeping(int se, int fromRq, int toRq) {
        load.leaveWhileBlocked(queueOf(fromRq, se), se);
        if (placesSleepers) {
            cfsPlacement.makeRelative(queueOf(fromRq, se), se);
        }
        entities.cpu(se, toRq);
    }

    /**
     * Chooses what runs next on a CPU and switches to it: accounts, picks, finishes delayed
     * entities that are picked, puts the previous one back, takes the chosen one. Clears the
     * request to reschedule. With nothing to run, the CPU's clocks go idle.
     *
     * @return the chosen entity, NONE to go idle
     */
    public int pickNext(int rq) {
        final int chosen = choose(rq);
        final boolean goesIdle = chosen == NONE && queues.curr(rq) != NONE;
        take(rq, chosen);
        if (goesIdle) {
            enterIdle(rq);
        }
        return chosen;
    }

    /**
     * The second half of {@link #pickNext}: switches from the running entity to the chosen one and
     * clears the request to reschedule.
     *
     * @param chosen what {@link #choose} returned, NONE when nothing is queued
     */
    public void take(int rq, int chosen) {
        if (grouped) {
            groupSwitch.take(rq, chosen);
            return;
        }
        final int prev = queues.curr(rq);
        if (chosen != prev || !picksLeftmost) {
            accounting.clearBuddy(rq, chosen);
        }
        if (chosen != prev) {
            if (prev != NONE) {
                putPrev(rq);
            }
            if (chosen != NONE) {
                setNext(rq, chosen, true);
            }
        }
        runQueues.needResched(rq, RunQueueTable.RESCHED_NONE);
    }

    /** The CPU goes idle: its clocks catch up or lose what they are behind. */
    public void enterIdle(int rq) {
        RqClock.enterIdle(runQueues.clockAt(rq), PeltLayout.utilSum(queues.avgAt(rq)));
    }

    /**
     * The first half of {@link #pickNext}: accounts and chooses, finishing delayed entities on the
     * way.
     *
     * @return the entity that should run, NONE when none is queued
     */
    public int choose(int rq) {
        if (grouped) {
            return groupSwitch.choose(rq);
        }
        while (queues.nrQueued(rq) != 0) {
            accounting.account(rq);
            final int chosen = turns.pick(rq);
            if (!entities.delayed(chosen)) {
                return chosen;
            }
            finalDequeue.finish(rq, chosen);
        }
        return NONE;
    }

    /** The running entity stops running; if it is still queued, it waits in the tree. */
    public void putPrev(int rq) {
        if (grouped) {
            groupSwitch.putPrev(rq);
            return;
        }
        final int prev = queues.curr(rq);
        if (entities.onRq(prev)) {
            accounting.account(rq);
            average.insert(rq, prev);
            load.update(rq, prev);
        }
        queues.curr(rq, NONE);
    }

    /**
     * A queued entity starts to run.
     *
     * @param picked it was chosen by {@link #choose}; otherwise it is put back after a change of
     *     its attributes
     */
    public void setNext(int rq, int se, boolean picked) {
        if (grouped) {
            groupSwitch.setNext(se, picked);
            return;
        }
        average.erase(rq, se);
        load.update(rq, se);
        turns.switchIn(rq, se, picked);
        entities.execStartNs(se, runQueues.clockTaskNs(rq));
        queues.curr(rq, se);
    }

    /**
     * Periodic tick while a fair entity runs; makes a lazy request that was already pending
     * immediate.
     */
    public void tick(int rq) {
        if (runQueues.needResched(rq) == RunQueueTable.RESCHED_LAZY) {
            runQueues.needResched(rq, RunQueueTable.RESCHED_NOW);
        }
        if (grouped) {
            groupSwitch.tick(rq);
            return;
        }
        accounting.account(rq);
        load.update(rq, queues.curr(rq));
        turns.tick(rq);
    }

    /**
     * Asks for a reschedule if a woken, queued entity should take the CPU from the running one.
     *
     * @param flags {@code WAKE_...}
     * @return whether a reschedule is pending now
     */
    public boolean wakeupPreempt(int rq, int se, int flags) {
        if (judgesByGranularity) {
            granularityCheck.check(rq, se, flags);
        } else {
            preemption.check(rq, se, flags);
        }
        return runQueues.needResched(rq) != RunQueueTable.RESCHED_NONE;
    }

    /**
     * The timer at the end of the running entity's slice: accounts, and asks for a reschedule if
     * others wait.
     */
    public void sliceEnded(int rq) {
        account(rq);
        if (groupSwitch.othersWait(rq)) {
            accounting.requestResched(rq);
        }
    }

    /**
     * Running time until the running entity's request, or its protection, is used up, as of its
     * last account, ns; -1 when nothing else is queued, so that nothing has to end.
     */
    public long sliceLeftNs(int rq) {
        long least = -1;
        for (int se = entityTree.runningTask(rq); se != NONE; se = entityTree.parent(se)) {
            final long leftNs = sliceLeftNs(entityTree.queueOf(se), se);
            least = least < 0 || leftNs >= 0 && leftNs < least ? leftNs : least;
        }
        return least;
    }

    private long sliceLeftNs(int q, int curr) {
        if (queues.nrQueued(q) < 2) {
            return -1;
        }
        if (ticksEndSlices) {
            return tickPreemption.leftNs(q, curr);
        }
        final long virtualNs = protection.end(curr) - entities.vruntime(curr);
        return Math.max(0, virtualNs) * (entities.loadWeight(curr) >> LOAD_SHIFT) / NICE_0_WEIGHT;
    }

    /** The running entity yields. No reschedule is requested: the caller schedules. */
    public void yieldTask(int rq) {
        groupSwitch.yieldTask(rq);
    }

    /** A new nice level for a task; queued, running, delayed or asleep. */
    public void setNice(int rq, int se, int nice) {
        setPolicy(rq, se, nice, entities.policy(se));
    }

    /**
     * A new nice level and policy of this class for a task; queued, running, delayed or asleep.
     *
     * @param policy {@code EntityTable.POLICY_...}; SCHED_IDLE ignores the nice level
     */
    public void setPolicy(int rq, int se, int nice, int policy) {
        final boolean queued = entities.onRq(se);
        final boolean running = takeOff(rq, se);
        final boolean idle = policy == EntityTable.POLICY_IDLE;
        entities.policy(se, policy);
        entities.nice(se, nice);
        reweight.reweight(
                queueOf(rq, se),
                se,
                NiceWeights.loadWeight(idle ? NiceWeights.IDLE_WEIGHT : NiceWeights.weight(nice)));
        entities.inverseWeight(
                se, idle ? NiceWeights.idleReciprocal() : NiceWeights.reciprocal(nice));
        putOn(rq, se, queued, running);
    }

    /**
     * A task leaves for another class: a delayed one finishes its sleep, lag and deadline are kept,
     * its averages leave the queue and go on ageing.
     *
     * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c switched_from_fair().
     */
    public void leaveClass(int rq, int se) {
        if (entities.delayed(se)) {
            dequeue(rq, se, DEQUEUE_SLEEP);
        }
        takeOff(rq, se);
        load.leaveClass(queueOf(rq, se), se);
    }

    /**
     * A task comes from another class.
     *
     * @param queued it waits or runs, otherwise it is asleep
     * @param running it runs now
     * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c switched_to_fair().
     */
    public void joinClass(int rq, int se, boolean queued, boolean running) {
        entities.cpu(se, rq);
        load.joinClass(queueOf(rq, se), se);
        putOn(rq, se, queued, running);
    }

    /**
     * The running entity of {@code rq} yields to one that waits, here or on another CPU:
     * yield_to().
     */
    public void yieldTo(int rq, int targetRq, int target) {
        if (entities.policy(target) != EntityTable.POLICY_IDLE) {
            queues.next(queueOf(targetRq, target), target);
        }
        yieldTask(rq);
    }

    /**
     * A new request size.
     *
     * @param sliceNs moved into {@link #SLICE_NS_MIN} .. {@link #SLICE_NS_MAX}; 0 = the default
     *     again
     */
    public void setSlice(int rq, int se, long sliceNs) {
        final boolean queued = entities.onRq(se);
        final boolean running = takeOff(rq, se);
        entities.customSlice(se, sliceNs != 0);
        entities.sliceNs(
                se,
                sliceNs == 0
                        ? runQueues.baseSliceNs(rq)
                        : Math.clamp(sliceNs, SLICE_NS_MIN, SLICE_NS_MAX));
        putOn(rq, se, queued, running);
    }

    /** Takes a task off its queue and puts it back, around a change of its clamps. */
    void takeOffForClamps(int rq, int se) {
        takeOff(rq, se);
    }

    /**
     * The other half of {@link #takeOffForClamps}.
     *
     * @param queued it was queued before
     * @param running it ran before
     */
    void putBackForClamps(int rq, int se, boolean queued, boolean running) {
        putOn(rq, se, queued, running);
    }

    /** A new load weight (table weight times 1024) for an entity, which stays queued if it is. */
    public void reweight(int rq, int se, long loadWeight) {
        reweight.reweight(queueOf(rq, se), se, loadWeight);
    }

    /** Ages the averages of a CPU's queue, as the balancer and the idle loop do. */
    public boolean updateBlocked(int rq) {
        updateBlockedGroups(rq);
        return load.updateBlocked(rq);
    }

    /** Ages a task that sleeps since it left {@code rq}, before a CPU is chosen for it. */
    void ageSleeping(int rq, int se) {
        load.ageBlocked(queueOf(rq, se), se);
    }

    /** Whether at most one entity is queued. */
    public boolean isAlone(int rq) {
        return queues.nrQueued(rq) < 2;
    }

    /** Commits the running entity's time so far. */
    public void account(int rq) {
        groupSwitch.account(rq);
    }

    /** Whether an entity is at or below the average. */
    public boolean eligible(int rq, int se) {
        return average.eligible(queueOf(rq, se), se);
    }

    /** V, without the side effect that computing it has in some kernels. */
    public long averageVruntime(int rq) {
        return average.averageOnCopy(rq);
    }

    /**
     * What a pick would choose now, as the wake-up check asks; no side effects. NONE when none is
     * queued.
     */
    public int pick(int rq, boolean protect) {
        return picksLeftmost ? leftmostPick.pick(rq) : pick.pick(rq, protect);
    }

    /** First waiting entity in the tree's order, NONE when none waits. */
    public int firstWaiting(int rq) {
        return groupSwitch.firstWaiting(rq);
    }

    /** Next waiting entity in the tree's order, NONE after the last. */
    public int nextWaiting(int se) {
        return groupSwitch.nextWaiting(se);
    }

    /** Queue of the task's group on a CPU. */
    int queueOf(int rq, int se) {
        return entityTree.queueOf(entities.group(se), rq);
    }

    /** A task's load as its CPU's root queue sees it: task_h_load(). */
    long hierarchicalLoad(int task) {
        return grouped
                ? propagation.hierarchicalLoad(task)
                : PeltLayout.loadAvg(entities.avgAt(task));
    }

    private void enqueueInGroup(int rq, int se, int flags) {
        if ((flags & ENQUEUE_DELAYED) != 0) {
            groupWalk.requeueDelayed(se);
            return;
        }
        assert !entities.onRq(se) : se;
        entities.cpu(se, rq);
        groupWalk.enqueue(se, flags);
    }

    /** Groups inside groups first, so that what left a group shows above it in the same pass. */
    private void updateBlockedGroups(int rq) {
        for (int group = groups.count() - 1; group > GroupTable.ROOT; group--) {
            final int q = entityTree.queueOf(group, rq);
            load.updateBlocked(q);
            final int se = entityTree.entityOf(group, rq);
            final long at = entities.avgAt(se);
            if ((PeltLayout.loadAvg(at) | PeltLayout.utilAvg(at)) != 0
                    || propagation.isPending(se)) {
                load.updateAndPublish(entityTree.queueOf(se), se);
            }
        }
    }

    private void join(int rq, int se, boolean running, boolean migrated) {
        queues.nrQueued(rq, queues.nrQueued(rq) + 1);
        queues.loadWeight(rq, queues.loadWeight(rq) + entities.loadWeight(se));
        if (delay.countsAsRunnable(se)) {
            queues.hNrRunnable(rq, queues.hNrRunnable(rq) + 1);
        }
        if (migrated) {
            entities.execStartNs(se, 0);
        }
        if (!running) {
            average.insert(rq, se);
        }
        entities.onRq(se, true);
    }

    /** Takes a task off its queue for a change of its attributes; returns whether it runs. */
    private boolean takeOff(int rq, int se) {
        final boolean running = entityTree.runningTask(rq) == se;
        if (entities.onRq(se)) {
            dequeue(rq, se, DEQUEUE_SAVE);
        }
        if (running) {
            putPrev(rq);
        }
        return running;
    }

    private void putOn(int rq, int se, boolean queued, boolean running) {
        if (queued) {
            enqueue(rq, se, ENQUEUE_RESTORE);
        }
        if (running) {
            setNext(rq, se, false);
        }
    }
}
