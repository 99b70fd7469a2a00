package io.vlag.engine.config;

import java.util.OptionalLong;

/**
 * What a scenario sets of its governor.
 *
 * @param rateLimitNs schedutil's least time between two clocks, ns; empty: the kernel's default
 * @param setSpeedKhz clock that the userspace governor keeps, kHz; empty: another governor
 * @param conservative settings of the conservative governor
 */
public record GovernorSettings(
        OptionalLong rateLimitNs, OptionalLong setSpeedKhz, Conservative conservative) {

    /**
     * Settings of the conservative governor; the kernel's defaults where the scenario is silent.
     *
     * @param upThresholdPercent load above which the clock rises
     * @param downThresholdPercent load below which it falls
     * @param freqStepPercent by how much, of the highest clock
     * @param samplingDownFactor looks between two steps down
     * @param samplingRateNs time between two looks, ns; empty: the kernel's default
     */
    public record Conservative(
            int upThresholdPercent,
            int downThresholdPercent,
            int freqStepPercent,
            int samplingDownFactor,
            OptionalLong samplingRateNs) {
        /** All as the kernel has it. */
        public static final Conservative DEFAULT =
                new Conservative(80, 20, 5, 1, OptionalLong.empty());
    }
}
