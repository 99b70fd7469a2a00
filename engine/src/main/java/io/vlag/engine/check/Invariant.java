package io.vlag.engine.check;

/** Everything that is checked; docs/model/invariants.md has a row for each. */
public enum Invariant {
    TREE_SHAPE("tree-shape"),
    TREE_ORDER("tree-order"),
    SUBTREE_MINIMUM("subtree-minimum"),
    SUBTREE_SLICES("subtree-slices"),
    CURR_NOT_IN_TREE("curr-not-in-tree"),
    AVERAGE_SUMS("average-sums"),
    QUEUE_LOAD("queue-load"),
    QUEUE_COUNT("queue-count"),
    RUNNABLE_COUNT("runnable-count"),
    BUDDY_QUEUED("buddy-queued"),
    DELAYED_STATE("delayed-state"),
    REL_DEADLINE("rel-deadline"),
    LAG_SUM("lag-sum"),
    ELIGIBILITY("eligibility"),
    PICK("pick"),
    MIN_VRUNTIME("min-vruntime"),
    WAIT_BOUND("wait-bound"),
    GROUP_ENTITY("group-entity"),
    KEPT_OFF("kept-off"),
    PELT_BOUNDS("pelt-bounds"),
    PELT_SUM("pelt-sum"),
    UTIL_EST_SUM("util-est-sum"),
    WEIGHT("weight"),
    TASK_PLACE("task-place"),
    REAL_TIME_LIST("real-time-list"),
    AFFINITY("affinity"),
    WAKE_SOURCE("wake-source"),
    CPU_STATE("cpu-state"),
    IDLE_WITH_WORK("idle-with-work"),
    RESCHED_REASON("resched-reason"),
    CLOCK_FORWARD("clock-forward"),
    INTERRUPT_TIME("interrupt-time"),
    TASK_TIME("task-time"),
    CPU_TIME("cpu-time"),
    BUSY_TIME("busy-time"),
    ENERGY_FORWARD("energy-forward");

    private final String label;

    Invariant(String label) {
        this.label = label;
    }

    /** The name that messages and documents use. */
    public String label() {
        return label;
    }
}
