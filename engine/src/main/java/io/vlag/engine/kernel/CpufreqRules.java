package io.vlag.engine.kernel;

import io.vlag.engine.config.KernelChange;
import io.vlag.hw.EffectiveUtil;
import io.vlag.hw.RtCapacity;
import io.vlag.hw.Schedutil;
import io.vlag.pelt.CpuUtil;
import java.util.Map;

/**
 * The changes that concern utilisation and clocks, as one immutable set. See {@code
 * docs/model/schedutil.md}.
 *
 * @param utilEst UTIL_EST: a queue's estimate counts beside its average
 * @param runnableBoost runnable_boost: time spent waiting counts as well (6.5 on)
 * @param energyBoost energy_boost: the same in the kernel's energy estimate
 * @param cpuUtilForm cpu_util_boost: one of {@code CpuUtil.BOOST_THEN_TASK, TASK_THEN_BOOST}
 * @param headroomForm headroom_form: one of {@code EffectiveUtil.HEADROOM_...}
 * @param referenceForm frequency_reference: one of {@code Schedutil.REFERENCE_...}
 * @param pendingForm pending_limits: one of {@code Schedutil.PENDING_...}
 * @param pressureForm capacity_pressure: one of {@code RtCapacity.PRESSURE_...}
 * @param rateLimitForm rate_limit_default: one of {@link #THOUSANDFOLD_10_MS}, {@link
 *     #THOUSANDFOLD_2_MS}, {@link #ONE_AND_A_HALF}
 * @param unknownLatencyNs unknown_latency: what a driver that does not know its latency reports, ns
 */
public record CpufreqRules(
        boolean utilEst,
        boolean runnableBoost,
        boolean energyBoost,
        int cpuUtilForm,
        int headroomForm,
        int referenceForm,
        int pendingForm,
        int pressureForm,
        int rateLimitForm,
        long unknownLatencyNs) {
    /** To 6.8: a thousand times the latency, at most 10 ms. */
    public static final int THOUSANDFOLD_10_MS = 0;

    /** 6.9 and 6.10: a thousand times the latency, at most 2 ms. */
    public static final int THOUSANDFOLD_2_MS = 1;

    /** 6.11 on: one and a half times the latency. */
    public static final int ONE_AND_A_HALF = 2;

    private static final long NS_PER_MS = 1_000_000;
    private static final long SENTINEL_NS = 0xFFFF_FFFFL;

    /** Reads the rules out of a kernel's resolved changes, which must name every one. */
    public static CpufreqRules of(Map<String, String> changes) {
        return new CpufreqRules(
                form(changes, KernelChange.UTIL_EST) == 1,
                form(changes, KernelChange.RUNNABLE_BOOST) == 1,
                form(changes, KernelChange.ENERGY_BOOST) == 1,
                form(changes, KernelChange.CPU_UTIL_BOOST) == 0
                        ? CpuUtil.BOOST_THEN_TASK
                        : CpuUtil.TASK_THEN_BOOST,
                form(changes, KernelChange.HEADROOM_FORM) == 0
                        ? EffectiveUtil.HEADROOM_AFTER_CLAMP
                        : EffectiveUtil.HEADROOM_BEFORE_CLAMP,
                form(changes, KernelChange.FREQUENCY_REFERENCE) == 0
                        ? Schedutil.REFERENCE_PRESENT
                        : Schedutil.REFERENCE_OF_CAPACITY,
                form(changes, KernelChange.PENDING_LIMITS) == 0
                        ? Schedutil.PENDING_WAITS
                        : Schedutil.PENDING_PASSES,
                form(changes, KernelChange.CAPACITY_PRESSURE) == 0
                        ? RtCapacity.PRESSURE_IS_USED_TIME
                        : RtCapacity.PRESSURE_COMES_OFF_FIRST,
                form(changes, KernelChange.RATE_LIMIT_DEFAULT),
                form(changes, KernelChange.UNKNOWN_LATENCY) == 0 ? SENTINEL_NS : NS_PER_MS);
    }

    /**
     * Least time between two requests that nobody set.
     *
     * @param latencyNs what the driver reports; 0 = it does not take time
     * @implNote Models Linux 6.6 to 7.2, drivers/cpufreq/cpufreq.c
     *     cpufreq_policy_transition_delay_us().
     */
    public long defaultRateLimitNs(long latencyNs) {
        if (latencyNs == 0) {
            return NS_PER_MS;
        }
        return switch (rateLimitForm) {
            case THOUSANDFOLD_10_MS -> Math.min(1_000 * latencyNs, 10 * NS_PER_MS);
            case THOUSANDFOLD_2_MS -> Math.min(1_000 * latencyNs, 2 * NS_PER_MS);
            default -> latencyNs + latencyNs / 2;
        };
    }

    static int form(Map<String, String> changes, KernelChange change) {
        final String value = changes.get(change.key());
        final int form = value == null ? -1 : change.formIndex(value);
        if (form < 0) {
            throw new IllegalArgumentException(
                    change.key()
                            + ": "
                            + (value == null ? "missing" : "\"" + value + "\" is not known")
                            + "; choose one of "
                            + String.join(", ", change.forms()));
        }
        return form;
    }
}
