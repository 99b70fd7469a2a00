package io.vlag.engine.config;

/** Preemption model of the kernel build. */
public enum Preemption {
    NONE,
    VOLUNTARY,
    FULL,
    LAZY
}
