package io.vlag.engine.state;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * The task groups of one simulation; single-threaded, like its owner. Group 0 is the root: it has
 * no entity, and nothing but its index means anything. A group lies behind its parent.
 */
@HotPath
public final class GroupTable {
    /** The root group. */
    public static final int ROOT = 0;

    /** Absent queue. */
    public static final int NONE = -1;

    private final long base;
    private final int count;

    /**
     * @param at arena offset of the records that {@link #reserve} set aside; anything when the root
     *     is alone
     * @param count groups, the root included; the same count as was reserved
     */
    public GroupTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** The root alone. */
    @ColdPath
    public static GroupTable rootAlone() {
        return new GroupTable(0, 1);
    }

    /**
     * Sets memory aside for {@code count} records.
     *
     * @return offset relative to the slab
     */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("groups", GroupLayout.BYTES, count);
    }

    /** Groups, the root included. */
    public int count() {
        return count;
    }

    /** Arena offset of a record. */
    public long at(int group) {
        assert group > ROOT && group < count : group;
        return base + (long) group * GroupLayout.BYTES;
    }

    /** Makes a zeroed record a group without a quota. */
    public void init(int group, int parent, long shares, boolean idle) {
        assert parent >= ROOT && parent < group : parent;
        parent(group, parent);
        depth(group, parent == ROOT ? 1 : depth(parent) + 1);
        shares(group, shares);
        idle(group, idle ? 1 : 0);
        throttledHead(group, NONE);
        throttledTail(group, NONE);
    }

    /** Group that this one lies in; 0 is the root. */
    public int parent(int group) {
        return Memory.getInt(at(group) + GroupLayout.PARENT);
    }

    public void parent(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.PARENT, value);
    }

    /** Not 0: SCHED_IDLE as a whole (cpu.idle). */
    public int idle(int group) {
        return Memory.getInt(at(group) + GroupLayout.IDLE);
    }

    public void idle(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.IDLE, value);
    }

    /** Load weight of the group, table weight times 1024. */
    public long shares(int group) {
        return Memory.getLong(at(group) + GroupLayout.SHARES);
    }

    public void shares(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.SHARES, value);
    }

    /** Load average of the group: what all its queues have published. */
    public long loadAvg(int group) {
        return Memory.getLong(at(group) + GroupLayout.LOAD_AVG);
    }

    public void loadAvg(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.LOAD_AVG, value);
    }

    /** CPU time per period, ns; 0 = no limit. */
    public long quotaNs(int group) {
        return Memory.getLong(at(group) + GroupLayout.QUOTA_NS);
    }

    public void quotaNs(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.QUOTA_NS, value);
    }

    /** Period of the quota, ns. */
    public long periodNs(int group) {
        return Memory.getLong(at(group) + GroupLayout.PERIOD_NS);
    }

    public void periodNs(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.PERIOD_NS, value);
    }

    /** Quota that no CPU has taken yet, ns. */
    public long runtimeNs(int group) {
        return Memory.getLong(at(group) + GroupLayout.RUNTIME_NS);
    }

    public void runtimeNs(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.RUNTIME_NS, value);
    }

    /** Next end of a period, ns of simulated time; on a grid. */
    public long expiryNs(int group) {
        return Memory.getLong(at(group) + GroupLayout.EXPIRY_NS);
    }

    public void expiryNs(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.EXPIRY_NS, value);
    }

    /** First throttled queue, in the order in which they were throttled. */
    public int throttledHead(int group) {
        return Memory.getInt(at(group) + GroupLayout.THROTTLED_HEAD);
    }

    public void throttledHead(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.THROTTLED_HEAD, value);
    }

    /** Last throttled queue. */
    public int throttledTail(int group) {
        return Memory.getInt(at(group) + GroupLayout.THROTTLED_TAIL);
    }

    public void throttledTail(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.THROTTLED_TAIL, value);
    }

    /** Not 0: the period timer runs. */
    public int periodActive(int group) {
        return Memory.getInt(at(group) + GroupLayout.PERIOD_ACTIVE);
    }

    public void periodActive(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.PERIOD_ACTIVE, value);
    }

    /** Not 0: no quota was asked for since the last refill. */
    public int periodIdle(int group) {
        return Memory.getInt(at(group) + GroupLayout.PERIOD_IDLE);
    }

    public void periodIdle(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.PERIOD_IDLE, value);
    }

    /** Not 0: the slack timer runs. */
    public int slackStarted(int group) {
        return Memory.getInt(at(group) + GroupLayout.SLACK_STARTED);
    }

    public void slackStarted(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.SLACK_STARTED, value);
    }

    /** CPU whose interrupt the period timer is. */
    public int timerCpu(int group) {
        return Memory.getInt(at(group) + GroupLayout.TIMER_CPU);
    }

    public void timerCpu(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.TIMER_CPU, value);
    }

    /** CPU whose interrupt the slack timer is. */
    public int slackCpu(int group) {
        return Memory.getInt(at(group) + GroupLayout.SLACK_CPU);
    }

    public void slackCpu(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.SLACK_CPU, value);
    }

    /** Groups from this one up to the root, itself included. */
    public int depth(int group) {
        return Memory.getInt(at(group) + GroupLayout.DEPTH);
    }

    public void depth(int group, int value) {
        Memory.putInt(at(group) + GroupLayout.DEPTH, value);
    }

    /** Periods that ended while the timer ran. */
    public long periodCount(int group) {
        return Memory.getLong(at(group) + GroupLayout.PERIOD_COUNT);
    }

    public void periodCount(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.PERIOD_COUNT, value);
    }

    /** Of these, periods at whose end a CPU was throttled. */
    public long throttledCount(int group) {
        return Memory.getLong(at(group) + GroupLayout.THROTTLED_COUNT);
    }

    public void throttledCount(int group, long value) {
        Memory.putLong(at(group) + GroupLayout.THROTTLED_COUNT, value);
    }
}
