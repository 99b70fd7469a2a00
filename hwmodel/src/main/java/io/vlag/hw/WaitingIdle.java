package io.vlag.hw;

/** Idle time in which some task of the CPU waited for input or output. */
@FunctionalInterface
public interface WaitingIdle {
    /** So much of it until now, ns. */
    long ns(int cpu, long nowNs);
}
