package io.vlag.engine.sim;

import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.RunTotals.Counter;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.HwCounters;

/**
 * Sums a simulation's counters without allocating; counts the tasks that {@link Readings} lists.
 */
final class TotalsReader {
    private final SimTables tables;
    private final TaskPool pool;
    private final int taskCount;
    private final int templateCount;

    TotalsReader(SimPlan plan, SimTables tables, TaskPool pool) {
        this.tables = tables;
        this.pool = pool;
        this.taskCount = plan.budget().taskCount();
        this.templateCount = plan.workload().templates().size();
    }

    void read(RunTotals into) {
        final long nowNs = tables.clock().nowNs();
        into.clear();
        into.set(Counter.TIME_NS, nowNs);
        into.set(Counter.EVENTS, tables.clock().handledCount());
        into.set(Counter.ENERGY_UJ, tables.hw().energy().totalUj(nowNs));
        final FreqDomains freqs = tables.hw().freqs();
        for (int domain = 0; domain < into.domainCount(); domain++) {
            into.cyclesOfDomain(domain, freqs.cycles(domain, nowNs));
        }
        for (int cpu = 0; cpu < tables.hw().cpuCount(); cpu++) {
            addCpu(cpu, nowNs, into);
        }
        final TaskTable tasks = tables.kernel().tasks();
        for (int task = 0; task < taskCount; task++) {
            if (tasks.startNs(task) <= nowNs && tasks.switchesIn(task) + tasks.wakeups(task) > 0) {
                addTask(task, into);
            }
        }
        for (int template = 0; template < templateCount; template++) {
            if (tasks.switchesIn(pool.totalsOf(template)) > 0) {
                addTask(pool.totalsOf(template), into);
            }
        }
    }

    private void addCpu(int cpu, long nowNs, RunTotals into) {
        final CpuTable cpus = tables.kernel().cpus();
        final HwCounters counters = tables.hw().counters();
        into.add(Counter.SWITCHES, cpus.switches(cpu));
        into.add(Counter.VOLUNTARY_SWITCHES, cpus.voluntarySwitches(cpu));
        into.add(Counter.INVOLUNTARY_SWITCHES, cpus.involuntarySwitches(cpu));
        into.add(Counter.TICKS, cpus.ticks(cpu));
        into.add(Counter.IPIS, cpus.ipis(cpu));
        into.add(Counter.NEWIDLE_PULLS, cpus.newidlePulls(cpu));
        into.add(Counter.BALANCE_PULLS, cpus.balancePulls(cpu));
        into.add(Counter.USER_NS, counters.userNs(cpu));
        into.add(Counter.SYSTEM_NS, counters.systemNs(cpu));
        into.add(Counter.IRQ_NS, counters.irqNs(cpu));
        into.add(Counter.IDLE_NS, tables.hw().idles().idleNs(cpu, nowNs));
        into.add(Counter.CYCLES, counters.cycles(cpu));
        into.add(Counter.INSTRUCTIONS_MILLI, counters.instructionsMilli(cpu));
        into.add(Counter.BRANCH_MISSES_MILLI, counters.branchMissesMilli(cpu));
        into.add(Counter.CACHE_MISSES_MILLI, counters.cacheMissesMilli(cpu));
    }

    private void addTask(int task, RunTotals into) {
        final TaskTable tasks = tables.kernel().tasks();
        into.add(Counter.BOGO_OPS, tasks.bogoOps(task));
        into.add(Counter.MIGRATIONS, tasks.migrations(task));
        into.add(Counter.WAKEUPS, tasks.wakeups(task));
        into.add(Counter.ACTIVATIONS, tasks.activations(task));
        into.add(Counter.DELAYED_SLEEPS, tasks.delayedSleeps(task));
    }
}
