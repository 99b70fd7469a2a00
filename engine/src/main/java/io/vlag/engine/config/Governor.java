package io.vlag.engine.config;

/** Frequency governors a scenario can ask for. */
public enum Governor {
    ONDEMAND,
    PERFORMANCE,
    POWERSAVE,
    SCHEDUTIL,
    CONSERVATIVE,
    USERSPACE
}
