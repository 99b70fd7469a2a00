package io.vlag.engine.state;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.vlag.pelt.PeltLayout;
import io.vlag.rbtree.RbNodeLayout;
import java.lang.foreign.StructLayout;

/**
 * One schedulable entity: what the fair class knows of a task, or of a task group on one CPU. The
 * first line is all that a search of the run queue touches, the second is accounting, the third the
 * averages.
 *
 * <pre>
 *  byte   0        8        16   24    40       48        56
 *         vruntime deadline min  node  sliceNs  minSlice  maxSlice
 *  byte  64    72     80          88           96         104            108  112..117
 *         vlag  vprot  loadWeight  execStartNs  sumExecNs  inverseWeight cpu  flags
 *  byte 120    124
 *         group  nrRunnable
 *  byte 128   averages (PeltLayout)
 *  byte 192            196
 *         throttleNext  throttle
 *  byte 200
 *         prevSumExecNs, 48 spare
 * </pre>
 */
public final class EntityLayout {
    public static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName(
                            "vruntime"), // virtual ns; wraps, compare with VirtualTime.before
                    JAVA_LONG.withName(
                            "deadline"), // virtual ns; wraps; while relDeadline is set, a distance
                    JAVA_LONG.withName(
                            "min"), // subtree minimum; of vruntime, or of deadline in a tree
                    // ordered by vruntime
                    RbNodeLayout.LAYOUT.withName("node"), // owned by rbtree
                    JAVA_LONG.withName("sliceNs"), // request size, wall ns
                    JAVA_LONG.withName("minSlice"), // subtree extremes of sliceNs, owned by rbtree
                    JAVA_LONG.withName("maxSlice"),
                    JAVA_LONG.withName("vlag"), // virtual ns, signed; positive = owed service
                    JAVA_LONG.withName(
                            "vprot"), // virtual ns; wraps; protected from preemption before it
                    JAVA_LONG.withName("loadWeight"), // table weight times 1024
                    JAVA_LONG.withName("execStartNs"), // task clock of the last accounting
                    JAVA_LONG.withName("sumExecNs"), // total run time
                    JAVA_INT.withName(
                            "inverseWeight"), // reciprocal of the table weight, unsigned; 0 = not
                    // known
                    JAVA_INT.withName("cpu"), // CPU whose queue it is on or was on last
                    JAVA_BYTE.withName("onRq"), // queued; the running entity counts as queued
                    JAVA_BYTE.withName("delayed"), // asleep, but still competing
                    JAVA_BYTE.withName("relDeadline"), // deadline is relative to vruntime
                    JAVA_BYTE.withName("customSlice"), // sliceNs was set by the user
                    JAVA_BYTE.withName("policy"), // EntityTable.POLICY_...
                    JAVA_BYTE.withName("nice"), // -20..19
                    paddingLayout(2),
                    JAVA_INT.withName("group"), // task group whose queues it is put on; 0 = root
                    JAVA_INT.withName(
                            "nrRunnable"), // of a group entity: hNrRunnable of its own queue as
                    // last looked at
                    PeltLayout.LAYOUT.withName("avg"), // averages of the entity
                    JAVA_INT.withName("throttleNext"), // next task that waits for its group's quota
                    JAVA_INT.withName("throttle"), // EntityTable.THROTTLE_...
                    JAVA_LONG.withName("prevSumExecNs"), // sumExecNs at the last switch-in
                    paddingLayout(48));

    /** Size of a record. */
    public static final int BYTES = 256;

    public static final long VRUNTIME = offset("vruntime");
    public static final long DEADLINE = offset("deadline");
    public static final long MIN = offset("min");
    public static final long NODE = offset("node");
    public static final long SLICE_NS = offset("sliceNs");
    public static final long MIN_SLICE = offset("minSlice");
    public static final long MAX_SLICE = offset("maxSlice");
    public static final long VLAG = offset("vlag");
    public static final long VPROT = offset("vprot");
    public static final long LOAD_WEIGHT = offset("loadWeight");
    public static final long EXEC_START_NS = offset("execStartNs");
    public static final long SUM_EXEC_NS = offset("sumExecNs");
    public static final long INVERSE_WEIGHT = offset("inverseWeight");
    public static final long CPU = offset("cpu");
    public static final long ON_RQ = offset("onRq");
    public static final long DELAYED = offset("delayed");
    public static final long REL_DEADLINE = offset("relDeadline");
    public static final long CUSTOM_SLICE = offset("customSlice");
    public static final long POLICY = offset("policy");
    public static final long NICE = offset("nice");
    public static final long GROUP = offset("group");
    public static final long NR_RUNNABLE = offset("nrRunnable");
    public static final long PREV_SUM_EXEC_NS = offset("prevSumExecNs");
    public static final long AVG = offset("avg");
    public static final long THROTTLE_NEXT = offset("throttleNext");
    public static final long THROTTLE = offset("throttle");

    private EntityLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
