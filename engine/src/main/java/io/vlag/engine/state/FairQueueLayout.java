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
 *  byte 128           136          144          152
 *         removedLoad  removedUtil  removedRunnable  removedCount, 96 spare
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
                    paddingLayout(36),
                    paddingLayout(64));

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

    private FairQueueLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
