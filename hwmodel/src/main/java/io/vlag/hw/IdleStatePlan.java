package io.vlag.hw;

/**
 * One idle state of a core type, in device-tree meaning.
 *
 * @param name for reports, such as {@code WFI}
 * @param entryNs from the decision to sleep until the state is reached; a wake-up inside this time
 *     waits for its end
 * @param exitNs from the wake-up event until the first instruction
 * @param residencyNs shortest stay that pays for itself
 * @param powerMilli power as a share of the busy power (dynamic + static) at the same operating
 *     point, 0..1000
 */
public record IdleStatePlan(
        String name, long entryNs, long exitNs, long residencyNs, int powerMilli) {}
