package io.vlag.hw;

/**
 * One idle state of a core type, in device-tree meaning.
 *
 * @param name for reports, such as {@code WFI}
 * @param entryNs from the decision to sleep until the state is reached; a wake-up inside this time
 *     waits for its end
 * @param exitNs from the wake-up event until the first instruction, as declared: what governors
 *     reckon with
 * @param residencyNs shortest stay that pays for itself, as declared
 * @param powerMilli power as a share of the busy power (dynamic + static) at the same operating
 *     point, 0..1000; not looked at when {@code powerUw} is given
 * @param powerUw power, whatever the clock, uW; {@link MachinePlan#NONE}: the share counts
 * @param wakeNs from the wake-up event until the first instruction, as it really is
 * @param transitionNj energy of one way in and out, beyond what entry and exit draw anyway, nJ
 */
public record IdleStatePlan(
        String name,
        long entryNs,
        long exitNs,
        long residencyNs,
        int powerMilli,
        long powerUw,
        long wakeNs,
        long transitionNj) {

    /** A state that does what it declares and draws a share of the busy power. */
    public IdleStatePlan(String name, long entryNs, long exitNs, long residencyNs, int powerMilli) {
        this(name, entryNs, exitNs, residencyNs, powerMilli, MachinePlan.NONE, exitNs, 0);
    }
}
