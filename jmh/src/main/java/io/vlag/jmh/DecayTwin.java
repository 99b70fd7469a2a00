package io.vlag.jmh;

/**
 * One way to age many sums, each by its own number of whole periods; every way gives the same bits.
 *
 * <p>Sums are longs that lie one behind the other from {@code sumsAt} on, periods are unsigned ints
 * that do so from {@code periodsAt} on; both are byte offsets in {@link
 * io.vlag.offheap.Memory#ARENA}.
 */
interface DecayTwin {
    /** Replaces each of {@code count} sums by {@code PeltDecay.decay(sum, periods)}. */
    void decay(long sumsAt, long periodsAt, int count);
}
