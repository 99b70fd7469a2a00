package io.vlag.hw;

/**
 * Settings of the ondemand governor. Defaults differ between kernels and distributions; the plan
 * gives them all.
 *
 * @param upThresholdPct load above which the clock goes to the policy's maximum, 1..100
 * @param samplingRateNs time between evaluations
 * @param samplingDownFactor factor on the sampling rate while at the maximum, 1..100000
 * @param ioIsBusy idle time in which a task waits for input or output counts as busy
 */
public record OndemandPlan(
        int upThresholdPct, long samplingRateNs, int samplingDownFactor, boolean ioIsBusy) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the setting, the value and the allowed range
     */
    public OndemandPlan {
        check("up_threshold", upThresholdPct, 1, 100);
        check("sampling_rate in ns", samplingRateNs, 1, 1_000_000_000_000L);
        check("sampling_down_factor", samplingDownFactor, 1, 100_000);
    }

    private static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "ondemand " + name + ": " + value + " is outside " + min + ".." + max);
        }
    }
}
