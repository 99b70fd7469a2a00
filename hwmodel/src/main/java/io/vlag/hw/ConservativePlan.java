package io.vlag.hw;

import java.util.List;

/**
 * Settings of the conservative governor.
 *
 * @param upThresholdPct load above which the clock rises by a step, 1..100
 * @param downThresholdPct load below which it falls by one, 0..upThresholdPct - 1
 * @param freqStepPct a step, of the policy's highest clock, 0..100
 * @param samplingDownFactor looks between two steps down, 1..10
 * @param samplingRatesNs time between two looks, by domain
 */
public record ConservativePlan(
        int upThresholdPct,
        int downThresholdPct,
        int freqStepPct,
        int samplingDownFactor,
        List<Long> samplingRatesNs) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the setting, the value and the allowed range
     */
    public ConservativePlan {
        samplingRatesNs = List.copyOf(samplingRatesNs);
        check("up_threshold", upThresholdPct, 1, 100);
        check("down_threshold", downThresholdPct, 0, upThresholdPct - 1);
        check("freq_step", freqStepPct, 0, 100);
        check("sampling_down_factor", samplingDownFactor, 1, 10);
        for (final long rateNs : samplingRatesNs) {
            check("sampling_rate in ns", rateNs, 1, 1_000_000_000_000L);
        }
    }

    /** Time between two looks at a domain, ns. */
    long samplingRateNs(int domain) {
        return samplingRatesNs.get(domain);
    }

    private static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "conservative " + name + ": " + value + " is outside " + min + ".." + max);
        }
    }
}
