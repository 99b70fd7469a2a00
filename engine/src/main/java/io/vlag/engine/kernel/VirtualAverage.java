package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * V, the weighted average vruntime of all queued entities, kept as two sums over the tree relative
 * to a reference point: {@code V = v0 + (S + w_c * key_c) / (W + w_c)} with c = the running entity
 * if it is queued.
 *
 * <p>How much service everybody should have received by now is V; an entity at or below V is
 * eligible.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c avg_vruntime(), vruntime_eligible(),
 *     update_min_vruntime(). Golden vectors: eevdf/scene_*.csv, eevdf/seq_*.csv.
 */
@HotPath
final class VirtualAverage {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final boolean fullWeights;
    private final boolean divisor32;
    private final boolean exactProduct;
    private final int reference;

    VirtualAverage(FairRules rules, FairState state, FairTree tree) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.fullWeights = rules.averageWeights == FairRules.AVERAGE_WEIGHTS_FULL;
        this.divisor32 = rules.averageDivisor == FairRules.AVERAGE_DIVISOR_SIGNED32;
        this.exactProduct = rules.eligibilityProduct == FairRules.ELIGIBILITY_PRODUCT_EXACT128;
        this.reference = rules.reference;
    }

    /** Weight of an entity in the scale of the sums. */
    long weight(int se) {
        final long loadWeight = entities.loadWeight(se);
        return fullWeights ? loadWeight : NiceWeights.scaledDown(loadWeight);
    }

    /**
     * Truncating division, with the divisor in as many bits as this kernel gives it. Deviation: a
     * divisor of which 32 bits keep nothing, where the kernel would fault, is used in full.
     */
    long divide(long dividend, long divisor) {
        final int narrow = (int) divisor;
        return dividend / (divisor32 && narrow != 0 ? narrow : divisor);
    }

    /** Puts a waiting entity into tree and sums. */
    void insert(int q, int se) {
        addToSums(q, se, weight(se));
        tree.insert(q, se);
        recentreAtQueueChange(q);
    }

    /** Takes a waiting entity out of tree and sums. */
    void erase(int q, int se) {
        tree.erase(q, se);
        addToSums(q, se, -weight(se));
        recentreAtQueueChange(q);
    }

    /** Adds an entity to the sums without touching the tree; a negative weight takes it off. */
    void addToSums(int q, int se, long weight) {
        final long key = entities.vruntime(se) - queues.zeroVruntime(q);
        queues.sumWeightedVruntime(q, queues.sumWeightedVruntime(q) + weight * key);
        queues.sumWeight(q, queues.sumWeight(q) + weight);
    }

    /** V. Moves the reference point to it in kernels that do so whenever V is computed. */
    long average(int q) {
        final long distance = distance(q);
        final long average = queues.zeroVruntime(q) + distance;
        if (reference == FairRules.REFERENCE_ZERO_AT_AVERAGE) {
            moveReference(q, distance);
        }
        return average;
    }

    /** Computes V for its effect on the reference point alone. */
    void recentre(int q) {
        if (reference == FairRules.REFERENCE_ZERO_AT_AVERAGE) {
            moveReference(q, distance(q));
        }
    }

    /** V, nothing moved. */
    long averageOnCopy(int q) {
        return queues.zeroVruntime(q) + distance(q);
    }

    /**
     * The average vruntime of the waiting entities alone, of which there is at least one: above it
     * the running entity is no longer eligible.
     */
    long ofWaiting(int q) {
        final long sum = queues.sumWeightedVruntime(q);
        final long total = queues.sumWeight(q);
        return queues.zeroVruntime(q) + divide(sum < 0 ? sum - (total - 1) : sum, total);
    }

    /** Total weight in the scale of the sums, the running entity included. */
    long totalWeight(int q) {
        final int curr = tree.queuedCurr(q);
        return curr == NONE ? queues.sumWeight(q) : queues.sumWeight(q) + weight(curr);
    }

    boolean eligible(int q, int se) {
        return eligibleVruntime(q, entities.vruntime(se));
    }

    /** Whether an entity with this vruntime is at or below V; needs no division. */
    boolean eligibleVruntime(int q, long vruntime) {
        long sum = queues.sumWeightedVruntime(q);
        long total = queues.sumWeight(q);
        final long zero = queues.zeroVruntime(q);
        final int curr = tree.queuedCurr(q);
        if (curr != NONE) {
            final long weight = weight(curr);
            sum += weight * (entities.vruntime(curr) - zero);
            total += weight;
        }
        final long key = vruntime - zero;
        if (!exactProduct) {
            return sum >= key * total;
        }
        return notBelow(sum, Math.multiplyHigh(key, total), key * total);
    }

    /** Moves the reference point by {@code distance}; V stays where it is. */
    void moveReference(int q, long distance) {
        queues.sumWeightedVruntime(
                q, queues.sumWeightedVruntime(q) - queues.sumWeight(q) * distance);
        queues.zeroVruntime(q, queues.zeroVruntime(q) + distance);
    }

    /**
     * The forward-only reference point: the lesser of the running entity's vruntime and the least
     * in the tree, if that is later than before. Does nothing in kernels whose reference point is
     * V.
     */
    void advanceMinVruntime(int q) {
        if (reference != FairRules.REFERENCE_MIN_VRUNTIME) {
            return;
        }
        final int curr = tree.queuedCurr(q);
        final boolean waiting = tree.root(q) != NONE;
        if (curr == NONE && !waiting) {
            return;
        }
        long least = curr == NONE ? tree.minVruntime(q) : entities.vruntime(curr);
        if (curr != NONE && waiting) {
            least = VirtualTime.earlier(least, tree.minVruntime(q));
        }
        final long distance = least - queues.zeroVruntime(q);
        if (distance > 0) {
            moveReference(q, distance);
        }
    }

    private void recentreAtQueueChange(int q) {
        if (reference == FairRules.REFERENCE_ZERO_AT_QUEUE_CHANGE) {
            moveReference(q, distance(q));
        }
    }

    /** V - v0, rounded towards minus infinity, so that an entity exactly at V stays eligible. */
    private long distance(int q) {
        final int curr = tree.queuedCurr(q);
        long sum = queues.sumWeightedVruntime(q);
        long total = queues.sumWeight(q);
        if (curr != NONE) {
            final long key = entities.vruntime(curr) - queues.zeroVruntime(q);
            if (total == 0 && reference != FairRules.REFERENCE_MIN_VRUNTIME) {
                return key;
            }
            final long weight = weight(curr);
            sum += weight * key;
            total += weight;
        }
        if (total == 0) {
            return 0;
        }
        return divide(sum < 0 ? sum - (total - 1) : sum, total);
    }

    /** {@code value >= high:low}, the latter a signed 128-bit number. */
    private static boolean notBelow(long value, long high, long low) {
        final long sign = value >> (Long.SIZE - 1);
        return sign > high || sign == high && Long.compareUnsigned(value, low) >= 0;
    }
}
