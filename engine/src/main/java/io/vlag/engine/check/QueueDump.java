package io.vlag.engine.check;

import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.pelt.PeltLayout;

/** A fair queue as text, for the report of a violation; reads what is there, broken or not. */
final class QueueDump {
    private static final int ENTITIES_MAX = 64;

    private final KernelParts.Tables tables;
    private final FairClass fair;
    private final int taskCount;

    QueueDump(KernelParts.Tables tables, FairClass fair, int taskCount) {
        this.tables = tables;
        this.taskCount = taskCount;
        this.fair = fair;
    }

    String text(int cpu) {
        final FairQueueTable queues = tables.queues();
        final EntityTable entities = tables.entities();
        final StringBuilder text = new StringBuilder();
        text.append(
                "  CPU %d: runs %d, fair curr %d, next buddy %d, nrQueued %d, hNrRunnable %d, need_resched %d, task clock %d%n"
                        .formatted(
                                cpu,
                                tables.cpus().curr(cpu),
                                queues.curr(cpu),
                                queues.next(cpu),
                                queues.nrQueued(cpu),
                                queues.hNrRunnable(cpu),
                                tables.runQueues().needResched(cpu),
                                tables.runQueues().clockTaskNs(cpu)));
        final long average = fair.averageVruntime(cpu);
        text.append(
                "  V %d, v0 %d, S %d, W %d, load weight %d, util_est %d%n"
                        .formatted(
                                average,
                                queues.zeroVruntime(cpu),
                                queues.sumWeightedVruntime(cpu),
                                queues.sumWeight(cpu),
                                queues.loadWeight(cpu),
                                PeltLayout.utilEst(queues.avgAt(cpu))));
        int shown = 0;
        for (int se = 0; se < entities.count() && shown < ENTITIES_MAX; se++) {
            if (entities.cpu(se) == cpu && entities.onRq(se)) {
                text.append(line(cpu, se, average));
                shown++;
            }
        }
        return text.toString();
    }

    private String line(int cpu, int se, long average) {
        final EntityTable entities = tables.entities();
        final TaskTable tasks = tables.tasks();
        return "  entity %d of group %d%s%s%s: vruntime %d, deadline %d, lag %d, slice %d, weight %d, nice %d, %s%n"
                .formatted(
                        se,
                        entities.group(se),
                        tables.queues().curr(cpu) == se ? ", running" : "",
                        entities.delayed(se) ? ", delayed" : "",
                        fair.eligible(cpu, se) ? ", eligible" : "",
                        entities.vruntime(se),
                        entities.deadline(se),
                        average - entities.vruntime(se),
                        entities.sliceNs(se),
                        entities.loadWeight(se),
                        entities.nice(se),
                        se < Math.min(taskCount, tasks.count())
                                ? TaskCheck.stateName(tasks.state(se))
                                : "group");
    }
}
