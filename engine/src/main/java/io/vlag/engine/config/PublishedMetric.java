package io.vlag.engine.config;

/** Metrics published figures are given in. Scenario files write them in camel case. */
public enum PublishedMetric {
    OPS_PER_SECOND("opsPerSecond", "ops/s", "bogo operations a second"),
    OPS_CHANGE_PERCENT(
            "opsChangePercent", "%", "operations a second against the scenario's first kernel"),
    SWITCHES_PER_OP("switchesPerOp", "1/op", "context switches an operation"),
    SWITCHES_PER_SECOND("switchesPerSecond", "1/s", "context switches a second"),
    SWITCHES_CHANGE_PERCENT(
            "switchesChangePercent", "%", "context switches against the scenario's first kernel"),
    IPC("ipc", "instructions/cycle", "instructions a cycle, busy time"),
    INSTRUCTIONS_PER_OP("instructionsPerOp", "1/op", "instructions an operation"),
    BRANCH_MISSES_PER_OP("branchMissesPerOp", "1/op", "mispredicted branches an operation"),
    BRANCH_MISSES_PER_SECOND("branchMissesPerSecond", "1/s", "mispredicted branches a second"),
    BRANCH_MISSES_CHANGE_PERCENT(
            "branchMissesChangePercent",
            "%",
            "mispredicted branches against the scenario's first kernel"),
    MIGRATIONS_PER_SECOND("migrationsPerSecond", "1/s", "task migrations a second"),
    USER_SHARE_PERCENT("userSharePercent", "%", "user part of busy CPU time"),
    MEAN_CLOCK_MHZ("meanClockMhz", "MHz", "clock, mean over all CPUs and the time, idle included"),
    GOVERNOR_UTIL_MEAN(
            "governorUtilMean", "of 1024", "utilisation that schedutil made a clock of, mean"),
    YIELD_SWITCH_NS("yieldSwitchNs", "ns", "time of one sched_yield with its switch");

    private final String key;
    private final String unit;
    private final String meaning;

    PublishedMetric(String key, String unit, String meaning) {
        this.key = key;
        this.unit = unit;
        this.meaning = meaning;
    }

    public String key() {
        return key;
    }

    public String unit() {
        return unit;
    }

    /** Whether it is relative to the scenario's first kernel. */
    public boolean isChange() {
        return this == OPS_CHANGE_PERCENT
                || this == SWITCHES_CHANGE_PERCENT
                || this == BRANCH_MISSES_CHANGE_PERCENT;
    }

    public String meaning() {
        return meaning;
    }
}
