package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;

/** What CPU selection and the balancer read about a CPU. */
@HotPath
final class CpuLoad {
    private final WakeRules rules;
    private final CpuTable cpus;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final EntityTable entities;
    private final TaskTable tasks;
    private final FairClass fair;
    private final RtClass rt;
    private final RtLoad rtLoad;
    private final WakeLists wakeLists;

    CpuLoad(
            WakeRules rules,
            CpuTable cpus,
            FairQueueTable queues,
            RunQueueTable runQueues,
            EntityTable entities,
            TaskTable tasks,
            FairClass fair,
            RtClass rt,
            RtLoad rtLoad,
            WakeLists wakeLists) {
        this.rules = rules;
        this.cpus = cpus;
        this.queues = queues;
        this.runQueues = runQueues;
        this.entities = entities;
        this.tasks = tasks;
        this.fair = fair;
        this.rt = rt;
        this.rtLoad = rtLoad;
        this.wakeLists = wakeLists;
    }

    /** rq.nr_running: tasks of all classes, delayed ones included. */
    int nrRunning(int cpu) {
        return queues.hNrQueued(cpu) + rt.nrRunning(cpu);
    }

    /** Queued fair tasks, delayed ones included. */
    int nrFair(int cpu) {
        return queues.hNrQueued(cpu);
    }

    /** Fair tasks that are queued and not delayed. */
    int nrRunnable(int cpu) {
        return queues.hNrRunnable(cpu);
    }

    int nrDelayed(int cpu) {
        return queues.hNrQueued(cpu) - queues.hNrRunnable(cpu);
    }

    /**
     * available_idle_cpu(): nothing queued, nothing on its way, and (older kernels) the idle task
     * running.
     */
    boolean isIdle(int cpu) {
        return nrRunning(cpu) == 0
                && !wakeLists.isPending(cpu)
                && (!rules.idleNeedsIdleCurr() || cpus.curr(cpu) == Index.NONE);
    }

    /**
     * Whether a task may start here as if the CPU were idle: it is, or it has only SCHED_IDLE tasks
     * and {@code task} is none of them.
     *
     * @implNote Models Linux 6.6 to 7.2, sched_idle_cpu() beside available_idle_cpu().
     */
    boolean isIdleFor(int task, int cpu) {
        return isIdle(cpu) || runsOnlyIdlePolicy(cpu) && !isIdlePolicy(task);
    }

    /** sched_idle_cpu(): something is queued, and all of it is SCHED_IDLE. */
    boolean runsOnlyIdlePolicy(int cpu) {
        final int curr = cpus.curr(cpu);
        if (curr == Index.NONE || !isIdlePolicy(curr) || rt.nrRunning(cpu) != 0) {
            return false;
        }
        for (int task = fair.firstWaiting(cpu); task != Index.NONE; task = fair.nextWaiting(task)) {
            if (!isIdlePolicy(task)) {
                return false;
            }
        }
        return true;
    }

    /** A real-time task's entity keeps the policy it had; its priority says that it is none. */
    private boolean isIdlePolicy(int task) {
        return entities.policy(task) == EntityTable.POLICY_IDLE && tasks.rtPriority(task) == 0;
    }

    /** load_avg of the root queue, delayed and blocked load included. */
    long ofCpu(int cpu) {
        return PeltLayout.loadAvg(queues.avgAt(cpu));
    }

    /** Load average of a task, its group's share of the CPU included: task_h_load(). */
    long ofTask(int task) {
        return fair.hierarchicalLoad(task);
    }

    long runnableOfTask(int task) {
        return PeltLayout.runnableAvg(entities.avgAt(task));
    }

    /** The larger of a task's utilisation and its estimate. */
    long taskUtil(int task) {
        final long at = entities.avgAt(task);
        final long util = PeltLayout.utilAvg(at);
        if (!rules.utilEst()) {
            return util;
        }
        final long estimate =
                Math.max(PeltLayout.utilEst(at) & ~UtilEst.UNCHANGED, PeltLayout.utilEwma(at));
        return Math.max(util, estimate);
    }

    /** Capacity left for fair tasks, 0..1024. */
    long capacity(int cpu) {
        return rtLoad.fairCapacity(cpu);
    }

    /** cpu_util(): the larger of utilisation and estimate, at most the capacity. */
    long util(int cpu) {
        final long pelt = queues.avgAt(cpu);
        long util = PeltLayout.utilAvg(pelt);
        if (rules.utilEst()) {
            util = Math.max(util, PeltLayout.utilEst(pelt));
        }
        return Math.min(util, runQueues.cpuCapacity(cpu));
    }

    long runnable(int cpu) {
        return PeltLayout.runnableAvg(queues.avgAt(cpu));
    }
}
