package io.vlag.engine.sim;

import io.vlag.engine.config.Governor;
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
import io.vlag.engine.plan.SimPlan;
import io.vlag.hw.Conservative;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Ondemand;
import io.vlag.hw.PinnedGovernors;
import io.vlag.hw.SampledGovernor;
import io.vlag.pelt.UtilEst;
import org.jspecify.annotations.Nullable;

/**
 * Everything that works on a simulation's tables, for the settings of one plan. It keeps nothing
 * from one event to the next: all state lies in the slab. So settings are changed while a
 * simulation runs by another machinery over the same tables, and a copy of the slab is a copy of
 * the simulation. {@code SlabHoldsAllStateTest} finds a field that breaks this.
 */
final class Machinery {
    private final SimPlan plan;
    private final SimTables tables;
    private final Journal journal;
    private final Kernel kernel;
    private final TaskPool pool;
    private final WaitQueues waits;
    private final TotalsReader totals;
    private final EventLoop loop;
    private final FrequencyControl frequency;
    private final @Nullable SampledGovernor sampled;
    private final @Nullable SchedutilGovernor schedutil;
    private final @Nullable Clamps clamps;

    /**
     * @param plan whose settings are in force
     */
    Machinery(SimPlan plan, SimTables tables, Journal journal) {
        this.plan = plan;
        this.tables = tables;
        this.journal = journal;
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
        frequency = new FrequencyControl(parts, plan.governor(), sampled, stretch, cpusOfDomains);
        loop =
                new EventLoop(
                        tables.clock(),
                        parts,
                        runner,
                        interrupts,
                        frequency,
                        new HardwareEvents(parts, stretch, schedutil, cpusOfDomains));
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

    /** The clock that a governor keeps; the lowest for one that chooses. */
    int pinnedOpp(int domain) {
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

    SimPlan plan() {
        return plan;
    }

    Kernel kernel() {
        return kernel;
    }

    TaskPool pool() {
        return pool;
    }

    WaitQueues waits() {
        return waits;
    }

    TotalsReader totals() {
        return totals;
    }

    EventLoop loop() {
        return loop;
    }

    FrequencyControl frequency() {
        return frequency;
    }

    @Nullable SampledGovernor sampled() {
        return sampled;
    }

    @Nullable SchedutilGovernor schedutil() {
        return schedutil;
    }

    @Nullable Clamps clamps() {
        return clamps;
    }
}
