package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Changes the weight of an entity so that what it is owed in real time stays: virtual distances are
 * scaled by old over new weight.
 *
 * @implNote Models Linux 6.6, 6.12, 7.0 and 7.2, kernel/sched/fair.c reweight_entity(),
 *     reweight_eevdf(), rescale_entity(). Golden vectors: eevdf/scene_*.csv, eevdf/seq_*.csv
 *     (REWEIGHT, NICE).
 */
@HotPath
final class Reweight {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final VirtualAverage average;
    private final Lag lag;
    private final Placement placement;
    private final SliceProtection protection;
    private final Accounting accounting;
    private final LoadTracking load;
    private final int rule;
    private final boolean rescalesProtection;

    Reweight(
            FairRules rules,
            FairState state,
            FairTree tree,
            VirtualAverage average,
            Lag lag,
            Placement placement,
            SliceProtection protection,
            Accounting accounting,
            LoadTracking load) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.average = average;
        this.lag = lag;
        this.placement = placement;
        this.protection = protection;
        this.accounting = accounting;
        this.load = load;
        this.rule = rules.reweightRule;
        this.rescalesProtection = rules.protectRescaledOnReweight;
    }

    /**
     * Gives an entity, queued or not, another load weight; its reciprocal is unknown afterwards.
     */
    void reweight(int q, int se, long loadWeight) {
        if (!entities.onRq(se)) {
            reweightOffQueue(q, se, loadWeight);
            return;
        }
        switch (rule) {
            case FairRules.REWEIGHT_RULE_DEADLINE_ONLY -> scaleDeadline(q, se, loadWeight);
            case FairRules.REWEIGHT_RULE_LAG_RELATIVE -> scaleLag(q, se, loadWeight);
            case FairRules.REWEIGHT_RULE_TAKE_OUT_AND_PLACE -> takeOutAndPlace(q, se, loadWeight);
            default -> scaleInPlace(q, se, loadWeight);
        }
    }

    private void reweightOffQueue(int q, int se, long loadWeight) {
        final long before = entities.loadWeight(se);
        changeWeight(q, se, loadWeight);
        entities.vlag(se, scale(entities.vlag(se), before, loadWeight));
        if (entities.relDeadline(se) && scalesStoredDeadline()) {
            entities.deadline(se, scale(entities.deadline(se), before, loadWeight));
        }
    }

    private boolean scalesStoredDeadline() {
        return rule == FairRules.REWEIGHT_RULE_TAKE_OUT_AND_PLACE
                || rule == FairRules.REWEIGHT_RULE_IN_PLACE;
    }

    /**
     * 6.6.0: only the distance to the deadline; the entity keeps its vruntime, and its place in a
     * tree ordered by it.
     */
    private void scaleDeadline(int q, int se, long loadWeight) {
        if (queues.curr(q) == se) {
            accounting.account(q);
            scaleDeadlineField(q, se, loadWeight);
        } else if (tree.isOrderedByDeadline()) {
            average.erase(q, se);
            scaleDeadlineField(q, se, loadWeight);
            average.insert(q, se);
        } else {
            average.addToSums(q, se, -average.weight(se));
            scaleDeadlineField(q, se, loadWeight);
            tree.refresh(q, se);
            average.addToSums(q, se, average.weight(se));
        }
    }

    private void scaleDeadlineField(int q, int se, long loadWeight) {
        final long before = entities.loadWeight(se);
        changeQueuedWeight(q, se, loadWeight);
        final long vruntime = entities.vruntime(se);
        entities.deadline(
                se, vruntime + scale(entities.deadline(se) - vruntime, before, loadWeight));
    }

    /** 6.12.y: lag and deadline relative to V; the stored lag of a queued entity is left alone. */
    private void scaleLag(int q, int se, long loadWeight) {
        accounting.account(q);
        final long averageNow = average.average(q);
        final long vlag = lag.against(q, se, averageNow);
        final long before = takeOut(q, se);
        if (entities.vruntime(se) != averageNow) {
            entities.vruntime(se, averageNow - scale(vlag, before, loadWeight));
        }
        entities.deadline(
                se, averageNow + scale(entities.deadline(se) - averageNow, before, loadWeight));
        changeQueuedWeight(q, se, loadWeight);
        putBack(q, se);
        average.advanceMinVruntime(q);
    }

    /**
     * 7.1 and later: as {@link #scaleLag}, with the lag stored and the protection of the running
     * entity scaled too.
     */
    private void scaleInPlace(int q, int se, long loadWeight) {
        accounting.account(q);
        final long averageNow = average.average(q);
        entities.vlag(se, lag.against(q, se, averageNow));
        final long before = takeOut(q, se);
        final boolean scaleProtection = scalesProtection(q, se);
        final long vlag = scale(entities.vlag(se), before, loadWeight);
        entities.vlag(se, vlag);
        entities.deadline(
                se, averageNow + scale(entities.deadline(se) - averageNow, before, loadWeight));
        if (scaleProtection) {
            entities.vprot(
                    se, averageNow + scale(entities.vprot(se) - averageNow, before, loadWeight));
        }
        entities.vruntime(se, averageNow - vlag);
        changeQueuedWeight(q, se, loadWeight);
        putBack(q, se);
    }

    /**
     * 6.18 to 7.0: taken out with lag and relative deadline, both scaled, and placed like a
     * newcomer.
     */
    private void takeOutAndPlace(int q, int se, long loadWeight) {
        accounting.account(q);
        lag.updatePlain(q, se);
        final boolean scaleProtection = scalesProtection(q, se);
        final long vruntime = entities.vruntime(se);
        final long before = takeOut(q, se);
        queues.nrQueued(q, queues.nrQueued(q) - 1);
        entities.vlag(se, scale(entities.vlag(se), before, loadWeight));
        entities.deadline(se, scale(entities.deadline(se) - vruntime, before, loadWeight));
        entities.relDeadline(se, true);
        changeQueuedWeight(q, se, loadWeight);
        placement.place(q, se, false);
        if (scaleProtection) {
            entities.vprot(
                    se,
                    entities.vruntime(se)
                            + scale(entities.vprot(se) - vruntime, before, loadWeight));
        }
        queues.nrQueued(q, queues.nrQueued(q) + 1);
        putBack(q, se);
    }

    private boolean scalesProtection(int q, int se) {
        return rescalesProtection && queues.curr(q) == se && protection.isProtected(se);
    }

    /** Takes a waiting entity out of tree and sums; returns the weight it had. */
    private long takeOut(int q, int se) {
        if (queues.curr(q) != se) {
            average.erase(q, se);
        }
        return entities.loadWeight(se);
    }

    private void putBack(int q, int se) {
        if (queues.curr(q) != se) {
            average.insert(q, se);
        }
    }

    private void changeQueuedWeight(int q, int se, long loadWeight) {
        queues.loadWeight(q, queues.loadWeight(q) - entities.loadWeight(se) + loadWeight);
        changeWeight(q, se, loadWeight);
    }

    private void changeWeight(int q, int se, long loadWeight) {
        load.reweight(q, se, loadWeight);
        entities.inverseWeight(se, 0);
    }

    /** The product wraps; the division truncates. */
    private long scale(long value, long before, long after) {
        return average.divide(value * before, after);
    }
}
