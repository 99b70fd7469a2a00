package io.vlag.engine.sim;

import io.vlag.engine.check.InvariantChecker;
import io.vlag.engine.check.QueueDump;
import io.vlag.engine.config.Governor;
import io.vlag.engine.config.Preemption;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.Clamps;
import io.vlag.engine.kernel.CpufreqHook;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.kernel.IowaitTime;
import io.vlag.engine.kernel.Kernel;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.QuotaTimers;
import io.vlag.engine.kernel.SchedutilGovernor;
import io.vlag.engine.kernel.WaitQueues;
import io.vlag.engine.plan.GroupPlan;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.Index;
import io.vlag.hw.Conservative;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Ondemand;
import io.vlag.hw.PinnedGovernors;
import io.vlag.hw.SampledGovernor;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.RqClock;
import io.vlag.pelt.UtilEst;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One simulation: a plan, a slab, a journal. Owned by one thread. Building it allocates; running it
 * does not.
 */
public final class Simulation implements AutoCloseable {
    /** In place of a number of events: the invariants are not checked. */
    public static final long NO_CHECKS = 0;

    /**
     * Run queue clocks at simulated time 0: one PELT period, so that period boundaries lie where
     * they would from 0 on. Not 0, which as the time of a task's averages means that they belong to
     * no queue.
     */
    private static final long CLOCK_START_NS = 1 << 20;

    private SimPlan plan;
    private final Slab slab;
    private final SimTables tables;
    private final Kernel kernel;
    private final Journal journal;
    private final TaskPool pool;
    private final WaitQueues waits;
    private final TotalsReader totals;
    private final EventLoop loop;
    private final @Nullable InvariantChecker checker;
    private final @Nullable CheckedLoop checkedLoop;
    private final @Nullable SampledGovernor sampled;
    private final @Nullable SchedutilGovernor schedutil;
    private final @Nullable Clamps clamps;

    /**
     * Claims the slab and puts everything together, ready for time 0.
     *
     * @param openJournal makes the journal, given the arena offset of its state in the slab; closed
     *     with the simulation
     */
    public Simulation(SimPlan plan, LongFunction<Journal> openJournal) {
        this(plan, openJournal, NO_CHECKS);
    }

    /**
     * As above, with the invariants checked.
     *
     * @param checkEvery events between two full checks; {@link #NO_CHECKS}: none
     */
    public Simulation(SimPlan plan, LongFunction<Journal> openJournal, long checkEvery) {
        this(plan, openJournal, checkEvery, SlabPlan::allocate);
    }

    /**
     * As above, with memory from somebody else.
     *
     * @param memory gives a zeroed slab of at least the size of the plan, which the simulation
     *     closes
     */
    public Simulation(
            SimPlan plan,
            LongFunction<Journal> openJournal,
            long checkEvery,
            Function<SlabPlan, Slab> memory) {
        this.plan = plan;
        final SimTables.Layout layout = SimTables.Layout.of(plan);
        slab = memory.apply(layout.slabPlan());
        tables = SimTables.over(slab, layout, plan);
        journal = openOrRelease(openJournal);
        journal.init();
        clamps = plan.workload().clamps() ? newClamps() : null;
        schedutil = plan.governor() == Governor.SCHEDUTIL ? newSchedutil(clamps) : null;
        final CpufreqHook hook =
                new CpufreqHook(
                        tables.kernel().runQueues(),
                        tables.kernel().tasks(),
                        schedutil,
                        clamps,
                        plan.energyRules().consolidatedCalls());
        final FairClass fair =
                new FairClass(
                        plan.fairRules(),
                        new FairState(
                                tables.kernel().entities(),
                                tables.kernel().queues(),
                                tables.kernel().runQueues(),
                                tables.kernel().groups()),
                        plan.wakeRules().migrationCostNs(),
                        plan.cfsTunables(),
                        QuotaTimers.of(tables.kernel().events(), tables.kernel().slots()),
                        hook,
                        clamps);
        final KernelParts parts =
                KernelParts.assemble(
                        tables.kernel(),
                        fair,
                        plan.wakeRules(),
                        plan.lazyPreemption(),
                        plan.irqTimeAccounting(),
                        plan.topology(),
                        tables.hw(),
                        plan.cpufreqRules(),
                        plan.energyRules(),
                        plan.energyDomains(),
                        plan.fairRules().utilEstForm == FairRules.UTIL_EST_FORM_TWO_NUMBERS
                                ? UtilEst.TWO_NUMBERS
                                : UtilEst.ONE_NUMBER,
                        hook,
                        clamps,
                        journal);
        kernel = Kernel.of(parts, plan.preemption());
        sampled = newSampled(new IowaitTime(parts));
        final Operations operations = new Operations(parts);
        waits = new WaitQueues(tables.waitQueues(), parts.tasks());
        pool =
                new TaskPool(
                        parts,
                        tables.objects(),
                        tables.freeTasks(),
                        plan.workload(),
                        plan.groups().groupOfTemplate(),
                        plan.budget(),
                        plan.cpuCount());
        totals = new TotalsReader(plan, tables, pool);
        final StepRunner runner = stepRunner(parts, operations, waits);
        final Interrupts interrupts =
                new Interrupts(kernel, tables.kernel().groups(), runner, operations);
        final int[][] cpusOfDomains = cpusOfDomains();
        final ClockStretch stretch = new ClockStretch(parts, operations, cpusOfDomains);
        final FrequencyControl frequency =
                new FrequencyControl(parts, plan.governor(), sampled, stretch, cpusOfDomains);
        loop =
                new EventLoop(
                        tables.clock(),
                        parts,
                        runner,
                        interrupts,
                        frequency,
                        new HardwareEvents(parts, stretch, schedutil, cpusOfDomains));
        init(waits);
        checker = checkEvery == NO_CHECKS ? null : checkerOrRelease(fair, checkEvery);
        checkedLoop =
                checker == null
                        ? null
                        : new CheckedLoop(loop, parts.events(), tables.clock(), checker);
    }

    private Clamps newClamps() {
        return new Clamps(
                tables.kernel().tasks(),
                tables.kernel().entities(),
                plan.energyRules().clampsPaired(),
                plan.energyRules().clampsCountedFirst(),
                tables.clampsAt(),
                plan.cpuCount());
    }

    private @Nullable SampledGovernor newSampled(IowaitTime iowait) {
        return switch (plan.governor()) {
            case ONDEMAND ->
                    new Ondemand(
                            tables.sampledAt(),
                            plan.machine(),
                            plan.ondemand(),
                            tables.hw().freqs(),
                            tables.hw().idles(),
                            iowait);
            case CONSERVATIVE ->
                    new Conservative(
                            tables.sampledAt(),
                            plan.machine(),
                            plan.conservative(),
                            tables.hw().freqs(),
                            tables.hw().idles());
            case PERFORMANCE, POWERSAVE, USERSPACE, SCHEDUTIL -> null;
        };
    }

    private SchedutilGovernor newSchedutil(@Nullable Clamps clamps) {
        return new SchedutilGovernor(
                plan.cpufreqRules(),
                tables.kernel(),
                clamps,
                tables.hw(),
                plan.machine(),
                plan.rateLimitsNs(),
                tables.schedutilAt(),
                tables.utilSeen(),
                journal);
    }

    /** A checker that cannot have its memory must not keep the slab and the journal. */
    private InvariantChecker checkerOrRelease(FairClass fair, long checkEvery) {
        try {
            return new InvariantChecker(
                    tables.kernel(),
                    tables.hw(),
                    fair,
                    plan.fairRules(),
                    plan.wakeRules(),
                    plan.irqTimeAccounting(),
                    plan.preemption() == Preemption.FULL ? 1 : 2,
                    plan.seed(),
                    checkEvery);
        } catch (RuntimeException | Error e) {
            journal.close();
            slab.close();
            throw e;
        }
    }

    /** A journal that cannot be opened must not keep the slab. */
    private Journal openOrRelease(LongFunction<Journal> openJournal) {
        try {
            return openJournal.apply(tables.journalAt());
        } catch (RuntimeException | Error e) {
            slab.close();
            throw e;
        }
    }

    private StepRunner stepRunner(KernelParts parts, Operations operations, WaitQueues waits) {
        final UserCode userCode = new UserCode(tables.hw());
        final TaskSteps taskSteps =
                new TaskSteps(parts, tables.objects(), tables.programs(), operations);
        return new StepRunner(
                parts,
                kernel.scheduler(),
                kernel.wakeups(),
                kernel.yieldRule(),
                kernel.preemptibility(),
                tables.programs(),
                operations,
                new PipeSteps(
                        parts,
                        kernel.wakeups(),
                        tables.pipes(),
                        tables.programs(),
                        waits,
                        operations,
                        userCode,
                        plan.pipeSparePages()),
                new SyncSteps(
                        parts,
                        kernel.wakeups(),
                        tables.objects(),
                        tables.programs(),
                        waits,
                        operations,
                        userCode),
                taskSteps,
                new AttributeSteps(
                        kernel,
                        plan.budget().taskCount(),
                        tables.programs(),
                        operations,
                        AffinitySets.words(plan.workload().affinities(), plan.cpuCount())),
                new LoopSteps(parts.tasks(), tables.programs(), tables.loops()),
                new FrameSteps(
                        parts,
                        tables.programs(),
                        tables.frames(),
                        plan.workload().source().frames()),
                new CpuLoadSteps(parts, tables.programs(), operations, taskSteps),
                pool);
    }

    private int[][] cpusOfDomains() {
        final MachinePlan machine = plan.machine();
        final int[][] cpusOf = new int[machine.domainCount()][];
        for (int domain = 0; domain < cpusOf.length; domain++) {
            cpusOf[domain] = machine.cpusOfDomain(domain);
        }
        return cpusOf;
    }

    private void init(WaitQueues waits) {
        initCpus();
        initClocks();
        initObjects(waits);
        plan.workload().writeTo(tables.programs());
        tables.freeTasks().init();
        startTasks();
        startZones();
        journal.runStarted(0);
    }

    private void initCpus() {
        tables.kernel().events().init();
        tables.hw().reset(0);
        if (clamps != null) {
            clamps.init();
        }
        for (int cpu = 0; cpu < plan.cpuCount(); cpu++) {
            final int capacity = plan.machine().cpus().get(cpu).capacity();
            tables.kernel()
                    .runQueues()
                    .init(
                            cpu,
                            capacity,
                            plan.tickNs(),
                            plan.baseSliceNs(),
                            plan.baseSliceNormalizedNs());
            tables.kernel().queues().init(cpu, 0);
            RqClock.init(tables.kernel().runQueues().clockAt(cpu), CLOCK_START_NS);
        }
        final List<GroupPlan> groups = plan.groups().groups();
        for (int group = 1; group <= groups.size(); group++) {
            final GroupPlan spec = groups.get(group - 1);
            final FairClass fair = kernel.parts().fair();
            fair.newGroup(group, spec.parent(), spec.loadWeight(), spec.idle());
            if (spec.quotaNs() != 0) {
                fair.limitGroup(
                        group, spec.quotaNs(), spec.periodNs(), spec.firstExpiryNs(plan.seed()));
            }
        }
        kernel.init(tables.rtQueues(), plan.tickPhaseNs(), plan.seed());
    }

    private void initClocks() {
        if (schedutil != null) {
            schedutil.start(0);
        }
        for (int domain = 0; domain < plan.machine().domainCount(); domain++) {
            tables.hw().startAt(domain, pinnedOpp(domain), 0);
            if (sampled != null) {
                sampled.start(domain, 0, 0);
            }
        }
        for (int cpu = 0; cpu < plan.cpuCount(); cpu++) {
            tables.kernel().runQueues().freqScale(cpu, tables.hw().freqs().freqScale(cpu));
        }
    }

    /** The clock at the start: that of a governor which keeps one, or the lowest. */
    private int pinnedOpp(int domain) {
        final FreqDomains freqs = tables.hw().freqs();
        return switch (plan.governor()) {
            case PERFORMANCE -> PinnedGovernors.performance(freqs, domain);
            case USERSPACE ->
                    PinnedGovernors.userspace(
                            freqs, domain, Math.toIntExact(plan.setSpeedKhz().orElseThrow()));
            case POWERSAVE, ONDEMAND, CONSERVATIVE, SCHEDUTIL ->
                    PinnedGovernors.powersave(freqs, domain);
        };
    }

    private void initObjects(WaitQueues waits) {
        final int[] slotCounts = plan.workload().pipeSlotCounts();
        int queue = 0;
        for (int pipe = 0; pipe < slotCounts.length; pipe++) {
            tables.pipes().slotCount(pipe, slotCounts[pipe]);
            waits.init(queue);
            tables.pipes().readers(pipe, queue++);
            waits.init(queue);
            tables.pipes().writers(pipe, queue++);
        }
        for (int object = 0; object < plan.workload().syncCount(); object++) {
            waits.init(queue);
            tables.objects().waiters(object, queue++);
            tables.objects().owner(object, Index.NONE);
            tables.objects().partyCount(object, plan.workload().partyCounts()[object]);
        }
    }

    private void startZones() {
        for (int zone = 0; zone < plan.machine().thermalZones().size(); zone++) {
            tables.kernel()
                    .events()
                    .schedule(
                            tables.kernel().slots().ofZone(zone), tables.hw().zones().pollNs(zone));
        }
    }

    /** Creates the tasks that start by themselves; each starts when its timer slot comes up. */
    private void startTasks() {
        for (int template = 0; template < plan.workload().templates().size(); template++) {
            final TaskTemplate spec = plan.workload().templates().get(template);
            for (int instance = 0; instance < spec.instanceCount(); instance++) {
                final int firstCpu = spec.cpus().toBitSet(plan.cpuCount()).nextSetBit(0);
                final int task = pool.create(template, Math.max(firstCpu, 0), spec.startDelayNs());
                tables.kernel()
                        .events()
                        .schedule(tables.kernel().slots().ofTimer(task), spec.startDelayNs());
            }
        }
    }

    /**
     * Runs up to and including {@code horizonNs} of simulated time.
     *
     * @return events handled
     */
    public long runUntil(long horizonNs) {
        return runUntil(horizonNs, Long.MAX_VALUE);
    }

    /**
     * Runs up to and including {@code horizonNs}, but not more than {@code eventLimit} events;
     * {@link #nowNs} tells how far it came.
     *
     * @return events handled
     */
    public long runUntil(long horizonNs, long eventLimit) {
        return checkedLoop == null
                ? loop.runUntil(horizonNs, eventLimit)
                : checkedLoop.runUntil(horizonNs, eventLimit);
    }

    /** Simulated time, ns. */
    public long nowNs() {
        return tables.clock().nowNs();
    }

    /** Events handled since the start. */
    public long eventCount() {
        return tables.clock().handledCount();
    }

    public SimPlan plan() {
        return plan;
    }

    /** For tests that break the state. */
    SimTables tables() {
        return tables;
    }

    /** What checks the state, null without checks; for tests that break it. */
    @Nullable InvariantChecker checker() {
        return checker;
    }

    /** Size of all state, bytes. */
    public long slabBytes() {
        return slab.bytes();
    }

    /** Digest of everything the journal was told. */
    public long digest() {
        return journal.digest();
    }

    /**
     * Begins again at time 0 with another seed, on the same slab and without building anything: all
     * state lies in the slab. Not for simulations that are checked or recorded, nor after one
     * threw.
     *
     * @param reseeded the plan of this simulation with another seed
     */
    public void restart(SimPlan reseeded) {
        if (!reseeded.isReseeded(plan) || checker != null || journal.isRecording()) {
            throw new IllegalArgumentException("another plan, a checker or a recording journal");
        }
        plan = reseeded;
        slab.reset();
        journal.init();
        init(waits);
    }

    /** Sums all counters as they stand now, without allocating. */
    public void readTotals(RunTotals into) {
        totals.read(into);
    }

    /** The fair queues of a CPU as they stand now, for a reader. */
    public String queueText(int cpu) {
        return QueueDump.of(tables.kernel(), kernel.parts().fair()).text(cpu);
    }

    /** Reads all counters as they stand now. */
    public Reading read() {
        return new Readings(plan, tables, pool).read();
    }

    /** Tells the journal that the run came to its end. */
    public void end() {
        journal.runEnded(nowNs());
    }

    @Override
    public void close() {
        try {
            journal.close();
            if (checker != null) {
                checker.close();
            }
        } finally {
            slab.close();
        }
    }
}
