package io.vlag.engine.journal;

/**
 * A sampled quantity of a COUNTER record. Codes are part of the file format: append, never
 * renumber.
 */
public final class Counter {
    /** Energy since the beginning, uJ; subject: power domain. */
    public static final int ENERGY_UJ = 0;

    /** Temperature, thousandths of a degree Celsius; subject: thermal zone. */
    public static final int TEMPERATURE_MILLI_C = 1;

    /** Utilisation of the CPU's fair tasks, 0..1024; subject: CPU. */
    public static final int CPU_UTIL_AVG = 2;

    /** Estimated utilisation of the CPU, 0..1024; subject: CPU. */
    public static final int CPU_UTIL_EST = 3;

    /** Utilisation of a task, 0..1024; subject: unused. */
    public static final int TASK_UTIL_AVG = 4;

    /** Estimated utilisation of a task, 0..1024; subject: unused. */
    public static final int TASK_UTIL_EST = 5;

    /** Virtual lag of a task, virtual ns, signed; subject: unused. */
    public static final int TASK_LAG_NS = 6;

    /** Capacity left to fair tasks, 0..1024; subject: CPU. */
    public static final int CAPACITY = 7;

    /** Queued tasks that want to run; subject: CPU. */
    public static final int RUNNABLE_COUNT = 8;

    private static final String[] NAMES = {
        "energy_uj",
        "temperature_milli_c",
        "cpu_util_avg",
        "cpu_util_est",
        "task_util_avg",
        "task_util_est",
        "task_lag_ns",
        "capacity",
        "runnable_count",
    };

    private Counter() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
