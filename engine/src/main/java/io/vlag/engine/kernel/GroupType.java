package io.vlag.engine.kernel;

/** How full a group of CPUs is for the balancer, from best to worst. */
final class GroupType {
    static final int HAS_SPARE = 0;
    static final int FULLY_BUSY = 1;
    static final int OVERLOADED = 2;

    private GroupType() {}
}
