package io.vlag.engine.kernel;

import io.vlag.engine.config.KernelChange;
import java.util.Map;

/**
 * The changes that concern waking, CPU selection and balancing, as one immutable set. See {@code
 * docs/model/wakeup.md}.
 *
 * @param ttwuQueue TTWU_QUEUE: a wake list may be used at all
 * @param ttwuQueueOnCpu TTWU_QUEUE_ON_CPU: also for a task that has not left its CPU yet
 * @param ttwuQueueDefault TTWU_QUEUE_DEFAULT: answer of the wake-list test where no other rule
 *     decides
 * @param ttwuQueueIdle ttwu_queue_idle: also for idle CPUs of the same cache (6.0 on)
 * @param ttwuQueueDelayed TTWU_QUEUE_DELAYED: a wakee delayed on another CPU goes through that
 *     CPU's wake list
 * @param delayedWakeeDequeued ttwu_delayed: a delayed wakee is finally dequeued and selected anew
 *     instead of re-queued
 * @param delayedPrevIsWaker ttwu_delayed_prev: the wake-list handler sees the waker's CPU as the
 *     previous one
 * @param selectBeforeWait ttwu_select_before_wait: CPU selection does not wait until the task left
 *     its CPU
 * @param idleNeedsIdleCurr idle_test_requires_idle_curr
 * @param syncCountsDelayed wake_sync_counts_delayed: a delayed task on the waker's CPU spoils the
 *     sync pull
 * @param waIdle WA_IDLE
 * @param waWeight WA_WEIGHT
 * @param waBias WA_BIAS
 * @param sisUtil SIS_UTIL
 * @param newidleRandom NI_RANDOM
 * @param newidleRate NI_RATE
 * @param utilEst UTIL_EST
 * @param lazyResched lazy_resched: requests of the fair class are lazy
 * @param cacheHotBuddy CACHE_HOT_BUDDY
 * @param hrtick HRTICK: a timer ends slices
 * @param hrtickAtSwitch hrtick_armed: a pick that keeps the running task leaves the timer alone
 * @param initialAtActivation initial_deadline: a new task's halved first deadline is for its
 *     activation (after 6.6)
 * @param balanceCountsDelayed balance_counts_delayed: the balancer counts delayed tasks among the
 *     fair ones (before 6.14)
 * @param balanceSkipsDelayed balance_skips_delayed: delayed and ineligible tasks are not pulled
 *     (6.14 on)
 * @param rtThrottling rt_throttling: real-time tasks get at most 95 % of a second (before 6.12)
 * @param fairServer fair_server: position of its form
 * @param migrationCostNs migration_cost_ns; -1 never cold
 * @param nrMigrate nr_migrate
 */
public record WakeRules(
        boolean ttwuQueue,
        boolean ttwuQueueOnCpu,
        boolean ttwuQueueDefault,
        boolean ttwuQueueIdle,
        boolean ttwuQueueDelayed,
        boolean delayedWakeeDequeued,
        boolean delayedPrevIsWaker,
        boolean selectBeforeWait,
        boolean idleNeedsIdleCurr,
        boolean syncCountsDelayed,
        boolean waIdle,
        boolean waWeight,
        boolean waBias,
        boolean sisUtil,
        boolean newidleRandom,
        boolean newidleRate,
        boolean utilEst,
        boolean lazyResched,
        boolean cacheHotBuddy,
        boolean hrtick,
        boolean hrtickAtSwitch,
        boolean initialAtActivation,
        boolean balanceCountsDelayed,
        boolean balanceSkipsDelayed,
        boolean rtThrottling,
        int fairServer,
        long migrationCostNs,
        int nrMigrate) {

    /** Reads the rules out of a kernel's resolved changes; a change it does not name is off. */
    public static WakeRules of(Map<String, String> changes, Map<String, Long> tunables) {
        return new WakeRules(
                on(changes, "TTWU_QUEUE"),
                on(changes, "TTWU_QUEUE_ON_CPU"),
                on(changes, "TTWU_QUEUE_DEFAULT"),
                on(changes, "ttwu_queue_idle"),
                on(changes, "TTWU_QUEUE_DELAYED")
                        && changes.getOrDefault("ttwu_delayed", "")
                                .equals("dequeue_and_select_wakelist"),
                !changes.getOrDefault("ttwu_delayed", "requeue_in_place")
                        .equals("requeue_in_place"),
                changes.getOrDefault("ttwu_delayed_prev", "waker").equals("waker"),
                on(changes, "ttwu_select_before_wait"),
                on(changes, "idle_test_requires_idle_curr"),
                on(changes, "wake_sync_counts_delayed"),
                on(changes, "WA_IDLE"),
                on(changes, "WA_WEIGHT"),
                on(changes, "WA_BIAS"),
                on(changes, "SIS_UTIL"),
                on(changes, "NI_RANDOM"),
                on(changes, "NI_RATE"),
                on(changes, "UTIL_EST"),
                on(changes, "lazy_resched"),
                on(changes, "CACHE_HOT_BUDDY"),
                on(changes, "HRTICK"),
                changes.getOrDefault("hrtick_armed", "every_pick").equals("switch"),
                changes.getOrDefault("initial_deadline", "activation").equals("activation"),
                on(changes, "balance_counts_delayed"),
                on(changes, "balance_skips_delayed"),
                on(changes, "rt_throttling"),
                KernelChange.FAIR_SERVER.formIndex(changes.getOrDefault("fair_server", "none")),
                tunables.getOrDefault("migration_cost_ns", 500_000L),
                Math.toIntExact(tunables.getOrDefault("nr_migrate", 32L)));
    }

    private static boolean on(Map<String, String> changes, String name) {
        return changes.getOrDefault(name, "off").equals("on");
    }
}
