package io.vlag.engine.sim;

import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.WaitQueues;
import io.vlag.engine.plan.GroupPlan;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.Index;
import io.vlag.pelt.RqClock;
import java.util.List;

/** Brings a zeroed slab to the state before the first event. Cold. */
final class StartState {
    /**
     * Run queue clocks at simulated time 0: one PELT period, so that period boundaries lie where
     * they would from 0 on. Not 0, which as the time of a task's averages means that they belong to
     * no queue.
     */
    private static final long CLOCK_START_NS = 1 << 20;

    private final SimPlan plan;
    private final SimTables tables;
    private final Machinery machinery;

    /**
     * @param plan with the seed of the run
     * @param machinery for the settings at the start
     */
    StartState(SimPlan plan, SimTables tables, Machinery machinery) {
        this.plan = plan;
        this.tables = tables;
        this.machinery = machinery;
    }

    void write() {
        initCpus();
        initClocks();
        initObjects(machinery.waits());
        plan.workload().writeTo(tables.programs());
        tables.freeTasks().init();
        startTasks();
        startZones();
    }

    private void initCpus() {
        tables.kernel().events().init();
        tables.hw().reset(0);
        if (machinery.clamps() != null) {
            machinery.clamps().init();
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
            final FairClass fair = machinery.kernel().parts().fair();
            fair.newGroup(group, spec.parent(), spec.loadWeight(), spec.idle());
            if (spec.quotaNs() != 0) {
                fair.limitGroup(
                        group, spec.quotaNs(), spec.periodNs(), spec.firstExpiryNs(plan.seed()));
            }
        }
        machinery.kernel().init(tables.rtQueues(), plan.tickPhaseNs(), plan.seed());
    }

    private void initClocks() {
        if (machinery.schedutil() != null) {
            machinery.schedutil().start(0);
        }
        for (int domain = 0; domain < plan.machine().domainCount(); domain++) {
            tables.hw().startAt(domain, machinery.pinnedOpp(domain), 0);
            if (machinery.sampled() != null) {
                machinery.sampled().start(domain, 0, 0);
            }
        }
        for (int cpu = 0; cpu < plan.cpuCount(); cpu++) {
            tables.kernel().runQueues().freqScale(cpu, tables.hw().freqs().freqScale(cpu));
        }
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
                final int task =
                        machinery
                                .pool()
                                .create(template, Math.max(firstCpu, 0), spec.startDelayNs());
                tables.kernel()
                        .events()
                        .schedule(tables.kernel().slots().ofTimer(task), spec.startDelayNs());
            }
        }
    }
}
