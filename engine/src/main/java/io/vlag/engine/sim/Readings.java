package io.vlag.engine.sim;

import io.vlag.engine.config.FrameSpec;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.kernel.UtilSeen;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FrameTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.ClusterIdle;
import io.vlag.hw.ClusterPlan;
import io.vlag.hw.CpuPlan;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.HwCounters;
import io.vlag.hw.IdleStates;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Takes readings of a simulation's tables. Cold. */
final class Readings {
    private final SimPlan plan;
    private final SimTables tables;
    private final TaskPool pool;

    Readings(SimPlan plan, SimTables tables, TaskPool pool) {
        this.plan = plan;
        this.tables = tables;
        this.pool = pool;
    }

    Reading read() {
        final long nowNs = tables.clock().nowNs();
        final List<Long> cycles = new ArrayList<>();
        for (int domain = 0; domain < plan.machine().domainCount(); domain++) {
            cycles.add(tables.hw().freqs().cycles(domain, nowNs));
        }
        return new Reading(
                nowNs,
                tables.clock().handledCount(),
                0,
                cpus(nowNs),
                tasks(nowNs),
                cycles,
                domains(nowNs),
                clusters(nowNs),
                LongStream.range(0, plan.machine().thermalZones().size())
                        .map(zone -> tables.hw().zones().milliC((int) zone))
                        .boxed()
                        .toList(),
                frames(),
                tables.hw().energy().totalUj(nowNs));
    }

    private List<Reading.FrameReading> frames() {
        final List<FrameSpec> streams = plan.workload().source().frames();
        final FrameTable frames = tables.frames();
        return IntStream.range(0, streams.size())
                .mapToObj(
                        stream ->
                                new Reading.FrameReading(
                                        streams.get(stream).name(),
                                        streams.get(stream).periodNs(),
                                        frames.ended(stream),
                                        frames.janky(stream),
                                        frames.missed(stream),
                                        LongStream.range(
                                                        0,
                                                        Math.min(
                                                                frames.ended(stream),
                                                                FrameTable.DURATIONS_MAX))
                                                .map(
                                                        frame ->
                                                                frames.durationNs(
                                                                        stream, (int) frame))
                                                .boxed()
                                                .toList()))
                .toList();
    }

    private List<Reading.DomainReading> domains(long nowNs) {
        final FreqDomains freqs = tables.hw().freqs();
        return IntStream.range(0, plan.machine().domainCount())
                .mapToObj(
                        domain ->
                                new Reading.DomainReading(
                                        tables.hw().energy().domainNj(domain, nowNs),
                                        freqs.transitionCount(domain),
                                        IntStream.rangeClosed(0, freqs.opps().top(domain))
                                                .mapToObj(
                                                        opp ->
                                                                freqs.residencyNs(
                                                                        domain, opp, nowNs))
                                                .toList(),
                                        utils(domain)))
                .toList();
    }

    private Reading.UtilReading utils(int domain) {
        final UtilSeen seen = tables.utilSeen();
        return new Reading.UtilReading(
                seen.sum(domain),
                IntStream.range(0, UtilSeen.STEPS)
                        .mapToObj(step -> seen.count(domain, step))
                        .toList());
    }

    private List<Reading.ClusterReading> clusters(long nowNs) {
        final ClusterIdle clusters = tables.hw().clusters();
        final List<ClusterPlan> plans = plan.machine().clusters();
        return IntStream.range(0, plans.size())
                .mapToObj(
                        cluster ->
                                new Reading.ClusterReading(
                                        tables.hw().energy().clusterNj(cluster, nowNs),
                                        IntStream.range(0, plans.get(cluster).idleStates().size())
                                                .mapToObj(
                                                        state ->
                                                                new Reading.StateReading(
                                                                        clusters.stateNs(
                                                                                cluster, state,
                                                                                nowNs),
                                                                        clusters.stayCount(
                                                                                cluster, state),
                                                                        0,
                                                                        0))
                                                .toList()))
                .toList();
    }

    private List<Reading.StateReading> idleStates(int cpu, long nowNs) {
        final IdleStates idles = tables.hw().idles();
        return IntStream.range(0, idles.stateCount(cpu))
                .mapToObj(
                        state ->
                                new Reading.StateReading(
                                        idles.stateNs(cpu, state, nowNs),
                                        idles.stayCount(cpu, state),
                                        idles.tooDeepCount(cpu, state),
                                        idles.tooShallowCount(cpu, state)))
                .toList();
    }

    private List<Reading.CpuReading> cpus(long nowNs) {
        final CpuTable cpus = tables.kernel().cpus();
        final HwCounters counters = tables.hw().counters();
        final List<Reading.CpuReading> readings = new ArrayList<>();
        for (int cpu = 0; cpu < plan.cpuCount(); cpu++) {
            readings.add(
                    new Reading.CpuReading(
                            cpus.switches(cpu),
                            cpus.voluntarySwitches(cpu),
                            cpus.involuntarySwitches(cpu),
                            cpus.ticks(cpu),
                            cpus.ipis(cpu),
                            cpus.newidlePulls(cpu),
                            cpus.balancePulls(cpu),
                            counters.userNs(cpu),
                            counters.systemNs(cpu),
                            counters.irqNs(cpu),
                            tables.hw().idles().idleNs(cpu, nowNs),
                            counters.cycles(cpu),
                            counters.instructionsMilli(cpu),
                            counters.branchMissesMilli(cpu),
                            counters.cacheMissesMilli(cpu),
                            tables.hw().energy().energyUj(cpu, nowNs),
                            idleStates(cpu, nowNs)));
        }
        return readings;
    }

    private List<Reading.TaskReading> tasks(long nowNs) {
        final TaskTable tasks = tables.kernel().tasks();
        final List<TaskTemplate> templates = plan.workload().templates();
        final List<Reading.TaskReading> readings = new ArrayList<>();
        for (int task = 0; task < plan.budget().taskCount(); task++) {
            if (tasks.startNs(task) <= nowNs && tasks.switchesIn(task) + tasks.wakeups(task) > 0) {
                final int template = tasks.template(task);
                readings.add(reading(task, template, templates.get(template).name(), false));
            }
        }
        for (int template = 0; template < templates.size(); template++) {
            if (tasks.switchesIn(pool.totalsOf(template)) > 0) {
                readings.add(
                        reading(
                                pool.totalsOf(template),
                                template,
                                templates.get(template).name(),
                                true));
            }
        }
        return readings;
    }

    private Reading.TaskReading reading(int task, int template, String name, boolean ended) {
        final TaskTable tasks = tables.kernel().tasks();
        return new Reading.TaskReading(
                task,
                template,
                name,
                ended,
                tasks.bogoOps(task),
                tasks.cpuNs(task) + (ended ? 0 : runningNs(task)),
                tasks.bigNs(task) + (ended || !isOnBig(task) ? 0 : runningNs(task)),
                tasks.energyNj(task) + (ended ? 0 : runningNj(task)),
                tasks.switchesIn(task),
                tasks.voluntarySwitches(task),
                tasks.involuntarySwitches(task),
                tasks.migrations(task),
                tasks.wakeups(task),
                tasks.activations(task),
                tasks.delayedSleeps(task),
                tasks.waitNsSum(task),
                tasks.waitNsMax(task));
    }

    /** CPU time of a running task since its switch-in, up to its run queue's last clock update. */
    private long runningNs(int task) {
        final TaskTable tasks = tables.kernel().tasks();
        final int cpu = tasks.cpu(task);
        final RunQueueTable runQueues = tables.kernel().runQueues();
        return isRunning(task) ? runQueues.clockTaskNs(cpu) - tasks.lastRunNs(task) : 0;
    }

    private boolean isOnBig(int task) {
        final List<CpuPlan> cpus = plan.machine().cpus();
        final int biggest = cpus.stream().mapToInt(CpuPlan::capacity).max().orElse(0);
        return plan.energyDomains().isAsymmetric()
                && cpus.get(tables.kernel().tasks().cpu(task)).capacity() == biggest;
    }

    /** Energy of a running task's CPU since its switch-in, up to now. */
    private long runningNj(int task) {
        final int cpu = tables.kernel().tasks().cpu(task);
        return isRunning(task)
                ? tables.hw().energy().energyNj(cpu, tables.clock().nowNs())
                        - tables.kernel().cpus().energySeenNj(cpu)
                : 0;
    }

    private boolean isRunning(int task) {
        final TaskTable tasks = tables.kernel().tasks();
        return tasks.state(task) == TaskState.RUNNABLE
                && tables.kernel().cpus().curr(tasks.cpu(task)) == task;
    }
}
