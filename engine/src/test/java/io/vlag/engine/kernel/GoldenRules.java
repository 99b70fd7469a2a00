package io.vlag.engine.kernel;

import java.util.HashMap;
import java.util.Map;

/**
 * Rule combinations of the kernels whose numbers were recorded, and of 6.18 and 7.0, for tests
 * alone.
 */
final class GoldenRules {
    private static final String V66 =
            """
            PLACE_LAG on
            PLACE_DEADLINE_INITIAL on
            PLACE_REL_DEADLINE off
            RUN_TO_PARITY on
            PREEMPT_SHORT off
            NEXT_BUDDY off
            PICK_BUDDY on
            DELAY_DEQUEUE off
            DELAY_ZERO off
            WAKEUP_PREEMPTION on
            UTIL_EST on
            tree_key vruntime
            average_weights scaled
            weighted_delta reciprocal
            average_divisor signed32
            eligibility_product wrap64
            reference min_vruntime
            place_zero_lag compensate
            place_heavy_moves_reference off
            protect_form until_deadline
            protect_armed switch_in
            protect_shrink never
            protect_rescaled_on_reweight off
            lag_limit max_2slice_tick
            wake_check pick_only
            fork_wake_preempts on
            delayed_wake_preempts on
            wake_check_delayed may_win
            requeue_updates_curr off
            requeue_lag_rule zero_if_positive
            account_resched expired
            yield_rule push_deadline
            reweight_rule deadline_only
            buddy_pick scheduling_pick
            subtree_slices none
            util_est_form two_numbers
            util_est_order after
            util_est_capacity_gate on
            util_est_waiting_gate off
            util_est_on_delayed run
            h_nr_excludes_delayed off
            load_floor floor32
            new_task_util_weight load
            pelt_update at_boundary
            lazy_resched off
            """;

    private static final String V612_AFTER_V66 =
            """
            PLACE_REL_DEADLINE on
            PREEMPT_SHORT on
            DELAY_DEQUEUE on
            DELAY_ZERO on
            tree_key deadline
            reference zero_at_average
            wake_check cancel_short_then_pick
            account_resched expired_or_short_ineligible
            yield_rule vruntime_to_deadline
            reweight_rule lag_relative
            subtree_slices lost_on_rotation
            util_est_form one_number
            util_est_order before
            util_est_waiting_gate on
            h_nr_excludes_delayed on
            new_task_util_weight table
            """;

    private static final String V618_AFTER_V612 =
            """
            reference zero_at_queue_change
            place_zero_lag skip
            protect_form min_slice
            protect_shrink short_wakee
            wake_check choose
            account_resched expired_or_unprotected
            reweight_rule take_out_and_place
            buddy_pick every_pick
            util_est_capacity_gate off
            lazy_resched on
            """;

    private static final String V70_AFTER_V618 =
            """
            reference zero_at_average
            protect_armed pick
            protect_shrink every_check
            protect_rescaled_on_reweight on
            lag_limit max_queued_slice_plus_tick
            fork_wake_preempts off
            delayed_wake_preempts off
            load_floor floor64
            """;

    private static final String V72_AFTER_V70 =
            """
            average_weights full
            weighted_delta division
            average_divisor full64
            eligibility_product exact128
            place_heavy_moves_reference on
            wake_check_delayed finished
            requeue_updates_curr on
            requeue_lag_rule clamp_between
            reweight_rule in_place
            buddy_pick protected_pick
            subtree_slices carried
            util_est_order inside
            """;

    private GoldenRules() {}

    /** Changes of a version tag: v66, v612, v618, v70 (7.0.0) or v72. */
    static Map<String, String> changes(String version) {
        return switch (version) {
            case "v66" -> merged(V66);
            case "v612" -> merged(V66, V612_AFTER_V66);
            case "v618" -> merged(V66, V612_AFTER_V66, V618_AFTER_V612);
            case "v70" -> merged(V66, V612_AFTER_V66, V618_AFTER_V612, V70_AFTER_V618);
            case "v72" ->
                    merged(V66, V612_AFTER_V66, V618_AFTER_V612, V70_AFTER_V618, V72_AFTER_V70);
            default -> throw new IllegalArgumentException(version);
        };
    }

    /** A version with some changes on top, given as name, form, name, form... */
    static FairRules rules(String version, String... more) {
        final Map<String, String> changes = changes(version);
        for (int i = 0; i < more.length; i += 2) {
            changes.put(more[i], more[i + 1]);
        }
        return FairRules.of(changes);
    }

    private static Map<String, String> merged(String... lists) {
        final Map<String, String> changes = new HashMap<>();
        for (String list : lists) {
            list.lines()
                    .map(line -> line.split(" "))
                    .forEach(pair -> changes.put(pair[0], pair[1]));
        }
        return changes;
    }
}
