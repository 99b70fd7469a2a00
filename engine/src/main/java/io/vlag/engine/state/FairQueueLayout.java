package io.vlag.engine.state;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.vlag.pelt.PeltLayout;
import io.vlag.rbtree.RbTreeHeader;
import java.lang.foreign.StructLayout;

/**
 * One fair run queue: the first line is what a pick and an update of the average vruntime touch,
 * the second the averages, the third what other CPUs took away.
 *
 * <pre>
 *  byte   0     16    20    24        28            32          40         48                   56
 *         tree  curr  next  nrQueued  hNrRunnable   loadWeight  sumWeight  sumWeightedVruntime  zeroVruntime
 *  byte  64   averages (PeltLayout)
 *  byte 128           136          144          152           156
 *         removedLoad  removedUtil  removedRunnable  removedCount  hNrQueued
 *  byte 160            168           176           184      188
 *         tgLoadContrib  publishedNs  propagatedSum  propagate  throttleCount
 *  byte 192                 200          208
 *         runtimeRemainingNs  frozenPeltNs  lostPeltNs
 *  byte 216        220     224       228       232
 *         throttled  frozen  offHead  offTail  throttledNext
 *  byte 236   240
 *         last  skip, 12 spare
 * </pre>
 */
public final class FairQueueLayout {
    public static final StructLayout LAYOUT =
            structLayout(
                    RbTreeHeader.LAYOUT.withName(
                            "tree"), // owned by rbtree; the running entity is not in it
                    JAVA_INT.withName("curr"), // running entity, or NONE
                    JAVA_INT.withName("next"), // next buddy, or NONE
                    JAVA_INT.withName(
                            "nrQueued"), // queued entities, delayed and running ones included
                    JAVA_INT.withName(
                            "hNrRunnable"), // queued and (if the kernel distinguishes) not delayed
                    JAVA_LONG.withName(
                            "loadWeight"), // sum of the load weights of all queued entities
                    JAVA_LONG.withName("sumWeight"), // W: sum of weights in the tree
                    JAVA_LONG.withName(
                            "sumWeightedVruntime"), // S: sum of weight * (vruntime - zeroVruntime)
                    // in the tree; wraps
                    JAVA_LONG.withName("zeroVruntime"), // v0: reference point, virtual ns; wraps
                    PeltLayout.LAYOUT.withName(
                            "avg"), // averages of the queue; utilEst is the sum of estimates
                    JAVA_LONG.withName(
                            "removedLoad"), // averages that left for other CPUs since the last
                    // update
                    JAVA_LONG.withName("removedUtil"),
                    JAVA_LONG.withName("removedRunnable"),
                    JAVA_INT.withName("removedCount"), // how many entities they belonged to
                    JAVA_INT.withName(
                            "hNrQueued"), // tasks queued here and below, delayed ones included;
                    // only kept where there are groups
                    JAVA_LONG.withName("tgLoadContrib"), // part of the group's load average
                    // published by this queue
                    JAVA_LONG.withName("publishedNs"), // when that was
                    JAVA_LONG.withName(
                            "propagatedSum"), // load sum that joined or left, not yet passed on to
                    // the group entity; signed
                    JAVA_INT.withName("propagate"), // something is to be passed on
                    JAVA_INT.withName("throttleCount"), // throttled queues from here to the root
                    JAVA_LONG.withName("runtimeRemainingNs"), // quota in hand; negative = overrun
                    JAVA_LONG.withName("frozenPeltNs"), // PELT clock of the CPU when it froze
                    JAVA_LONG.withName("lostPeltNs"), // PELT time the queue missed while frozen
                    JAVA_INT.withName("throttled"), // the quota is used up
                    JAVA_INT.withName("frozen"), // the queue's PELT clock stands still
                    JAVA_INT.withName("offHead"), // tasks kept off this queue, first
                    JAVA_INT.withName("offTail"), // and last
                    JAVA_INT.withName("throttledNext"), // next throttled queue of the group
                    JAVA_INT.withName("last"), // last buddy, or NONE
                    JAVA_INT.withName("skip"), // skip buddy, or NONE
                    paddingLayout(12));

    /** Size of a record. */
    public static final int BYTES = 256;

    public static final long TREE = offset("tree");
    public static final long CURR = offset("curr");
    public static final long NEXT = offset("next");
    public static final long NR_QUEUED = offset("nrQueued");
    public static final long H_NR_RUNNABLE = offset("hNrRunnable");
    public static final long LOAD_WEIGHT = offset("loadWeight");
    public static final long SUM_WEIGHT = offset("sumWeight");
    public static final long SUM_WEIGHTED_VRUNTIME = offset("sumWeightedVruntime");
    public static final long ZERO_VRUNTIME = offset("zeroVruntime");
    public static final long AVG = offset("avg");
    public static final long REMOVED_LOAD = offset("removedLoad");
    public static final long REMOVED_UTIL = offset("removedUtil");
    public static final long REMOVED_RUNNABLE = offset("removedRunnable");
    public static final long REMOVED_COUNT = offset("removedCount");
    public static final long H_NR_QUEUED = offset("hNrQueued");
    public static final long TG_LOAD_CONTRIB = offset("tgLoadContrib");
    public static final long PUBLISHED_NS = offset("publishedNs");
    public static final long PROPAGATED_SUM = offset("propagatedSum");
    public static final long PROPAGATE = offset("propagate");
    public static final long THROTTLE_COUNT = offset("throttleCount");
    public static final long RUNTIME_REMAINING_NS = offset("runtimeRemainingNs");
    public static final long FROZEN_PELT_NS = offset("frozenPeltNs");
    public static final long LOST_PELT_NS = offset("lostPeltNs");
    public static final long THROTTLED = offset("throttled");
    public static final long FROZEN = offset("frozen");
    public static final long OFF_HEAD = offset("offHead");
    public static final long OFF_TAIL = offset("offTail");
    public static final long THROTTLED_NEXT = offset("throttledNext");
    public static final long LAST = offset("last");
    public static final long SKIP = offset("skip");

    private FairQueueLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
