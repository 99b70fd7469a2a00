package io.vlag.engine.kernel;

import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.Index;
import io.vlag.offheap.HotPath;

/**
 * The slow path of CPU selection, for tasks whose caches are cold anyway: a group of CPUs that is
 * idler than the local one by type, else by what counts inside the type. One domain, groups of one
 * CPU.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c sched_balance_find_dst_group().
 */
@HotPath
final class IdlestCpu {
    private final Topology topology;
    private final AffinityTable affinity;
    private final CpuLoad load;
    private GroupStats candidate = new GroupStats();
    private GroupStats idlest = new GroupStats();
    private final GroupStats local = new GroupStats();

    IdlestCpu(Topology topology, AffinityTable affinity, CpuLoad load) {
        this.topology = topology;
        this.affinity = affinity;
        this.load = load;
    }

    /**
     * The CPU to start on; {@code thisCpu} unless another one is idler.
     *
     * @param queuedOn CPU on whose queue the task is now, so that it does not count there; NONE for
     *     a new one
     */
    int select(int task, int thisCpu, int queuedOn) {
        boolean found = false;
        boolean hasLocal = false;
        for (int step = 0; step < topology.cpuCount(); step++) {
            final int cpu = (thisCpu + step) % topology.cpuCount();
            if (!affinity.allows(task, cpu)) {
                continue;
            }
            if (cpu == thisCpu) {
                read(local, cpu, task, queuedOn);
                hasLocal = true;
                continue;
            }
            read(candidate, cpu, task, queuedOn);
            if (!found || isIdler(candidate, idlest)) {
                final GroupStats free = idlest;
                idlest = candidate;
                candidate = free;
                found = true;
            }
        }
        if (!found) {
            return hasLocal ? thisCpu : Index.NONE;
        }
        return hasLocal && isLocalGoodEnough() ? thisCpu : idlest.cpu;
    }

    private void read(GroupStats stats, int cpu, int task, int queuedOn) {
        stats.read(load, cpu, false);
        if (cpu == queuedOn) {
            stats.leaveOut(load.ofTask(task), load.taskUtil(task), load.runnableOfTask(task));
        }
    }

    private static boolean isIdler(GroupStats group, GroupStats best) {
        if (group.type != best.type) {
            return group.type < best.type;
        }
        if (group.type != GroupType.HAS_SPARE) {
            return group.avgLoad < best.avgLoad;
        }
        return group.idle == best.idle ? group.util < best.util : group.idle;
    }

    private boolean isLocalGoodEnough() {
        if (local.type != idlest.type) {
            return local.type < idlest.type;
        }
        if (local.type == GroupType.HAS_SPARE) {
            return local.idle || !idlest.idle;
        }
        return 100 * local.avgLoad <= Topology.IMBALANCE_PCT * idlest.avgLoad;
    }
}
