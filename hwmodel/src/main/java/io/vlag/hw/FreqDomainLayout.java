package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/**
 * State of one frequency domain: one cache line. Operating points are indices into the domain's
 * table.
 */
final class FreqDomainLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_INT.withName(
                            "currentOpp"), // last one the driver set; what the kernel believes
                    JAVA_INT.withName(
                            "runningOpp"), // what the silicon does: currentOpp, held up by other
                    // domains and down by hardwareCeilingOpp
                    JAVA_INT.withName("wantedOpp"), // last request, before limits
                    JAVA_INT.withName("minOpp"), // policy limit
                    JAVA_INT.withName("maxOpp"), // policy limit
                    JAVA_INT.withName(
                            "hardwareCeilingOpp"), // boost or firmware limit, invisible to the
                    // kernel
                    JAVA_LONG.withName("transitionCount"), // changes of currentOpp
                    JAVA_LONG.withName("dueNs"), // end of the transition in flight; NEVER when none
                    JAVA_LONG.withName("sinceNs"), // the integrals below are right up to here
                    JAVA_LONG.withName("cycles"), // RateIntegral of the running clock
                    JAVA_LONG.withName("cycleMillionths"));

    static final long BYTES = 64;
    static final long CURRENT_OPP = offset("currentOpp");
    static final long RUNNING_OPP = offset("runningOpp");
    static final long WANTED_OPP = offset("wantedOpp");
    static final long MIN_OPP = offset("minOpp");
    static final long MAX_OPP = offset("maxOpp");
    static final long HARDWARE_CEILING_OPP = offset("hardwareCeilingOpp");
    static final long TRANSITION_COUNT = offset("transitionCount");
    static final long DUE_NS = offset("dueNs");
    static final long SINCE_NS = offset("sinceNs");
    static final long CYCLES = offset("cycles");
    static final long CYCLE_MILLIONTHS = offset("cycleMillionths");

    private FreqDomainLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
