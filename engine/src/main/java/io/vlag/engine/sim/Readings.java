package io.vlag.engine.sim;

import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.HwCounters;
import java.util.ArrayList;
import java.util.List;

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
                tables.hw().energy().totalUj(nowNs));
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
                            tables.hw().energy().energyUj(cpu, nowNs)));
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
        final boolean running =
                tasks.state(task) == TaskState.RUNNABLE && tables.kernel().cpus().curr(cpu) == task;
        return running ? runQueues.clockTaskNs(cpu) - tasks.lastRunNs(task) : 0;
    }
}
