package io.vlag.engine.kernel;

/** How full a group of CPUs is for the balancer, from best to worst. */
final class GroupType {
    static final int HAS_SPARE = 0;
    static final int FULLY_BUSY = 1;

    /** It runs a task that is too big for it. */
    static final int MISFIT = 2;

    static final int OVERLOADED = 3;

    private GroupType() {}
}
