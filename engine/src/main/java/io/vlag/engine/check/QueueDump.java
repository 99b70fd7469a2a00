package io.vlag.engine.check;

import io.vlag.engine.kernel.EntityTree;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.pelt.PeltLayout;

/** Fair queues as text, for reports; reads what is there, broken or not. */
public final class QueueDump {
    private static final int ENTITIES_MAX = 64;

    private final KernelParts.Tables tables;
    private final FairClass fair;
    private final EntityTree entityTree;
    private final QueuePlace place;

    QueueDump(KernelParts.Tables tables, FairState state, FairClass fair) {
        this.tables = tables;
        this.entityTree = new EntityTree(state);
        this.place = new QueuePlace(state);
        this.fair = fair;
    }

    /** Over the tables of a simulation. */
    public static QueueDump of(KernelParts.Tables tables, FairClass fair) {
        return new QueueDump(
                tables,
                new FairState(
                        tables.entities(), tables.queues(), tables.runQueues(), tables.groups()),
                fair);
    }

    /** The queues of a CPU: the root queue, then those of groups that hold something. */
    public String text(int cpu) {
        final FairQueueTable queues = tables.queues();
        final StringBuilder text = new StringBuilder();
        text.append(queue(cpu));
        for (int group = 1; group < tables.groups().count(); group++) {
            final int q = place.queueOf(group, cpu);
            if (queues.nrQueued(q) != 0
                    || queues.curr(q) != EntityTable.NONE
                    || queues.throttleCount(q) != 0) {
                text.append(queue(q));
            }
        }
        return text.toString();
    }

    private String queue(int q) {
        final FairQueueTable queues = tables.queues();
        final EntityTable entities = tables.entities();
        final int cpu = place.cpuOf(q);
        final StringBuilder text = new StringBuilder();
        text.append(
                "  %s: runs %d, fair curr %d, next buddy %d, nrQueued %d, hNrRunnable %d, need_resched %d, task clock %d%n"
                        .formatted(
                                place.nameOf(q),
                                tables.cpus().curr(cpu),
                                queues.curr(q),
                                queues.next(q),
                                queues.nrQueued(q),
                                queues.hNrRunnable(q),
                                tables.runQueues().needResched(cpu),
                                tables.runQueues().clockTaskNs(cpu)));
        final long average = fair.averageVruntime(q);
        text.append(
                "  V %d, v0 %d, S %d, W %d, load weight %d, util_est %d%n"
                        .formatted(
                                average,
                                queues.zeroVruntime(q),
                                queues.sumWeightedVruntime(q),
                                queues.sumWeight(q),
                                queues.loadWeight(q),
                                PeltLayout.utilEst(queues.avgAt(q))));
        int shown = 0;
        for (int se = 0; se < entities.count() && shown < ENTITIES_MAX; se++) {
            if (entities.onRq(se) && entityTree.queueOf(se) == q) {
                text.append(line(q, se, average));
                shown++;
            }
        }
        return text.toString();
    }

    private String line(int q, int se, long average) {
        final EntityTable entities = tables.entities();
        return "  %s%s%s%s: vruntime %d, deadline %d, lag %d, slice %d, weight %d, nice %d, %s%n"
                .formatted(
                        place.entityName(se),
                        tables.queues().curr(q) == se ? ", running" : "",
                        entities.delayed(se) ? ", delayed" : "",
                        fair.eligible(place.cpuOf(q), se) ? ", eligible" : "",
                        entities.vruntime(se),
                        entities.deadline(se),
                        average - entities.vruntime(se),
                        entities.sliceNs(se),
                        entities.loadWeight(se),
                        entities.nice(se),
                        entityTree.isTask(se)
                                ? TaskCheck.stateName(tables.tasks().state(se))
                                : "group");
    }
}
