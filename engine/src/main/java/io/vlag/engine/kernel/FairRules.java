package io.vlag.engine.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the fair class of one kernel does, as the form of each rule that differs between kernels.
 * Immutable; made from the names and forms that kernel data files use. Features have the kernel's
 * own names.
 *
 * <p>Which forms give which kernel ("=" as the column before):
 *
 * <pre>
 * change                        6.6              6.12.107                     6.18.15               7.0.0 .. 7.0.9              7.0.10+   7.2
 * tree_key                      vruntime         deadline                     =                     =                           =         =
 * average_weights               scaled           =                            =                     =                           =         full
 * weighted_delta                reciprocal       =                            =                     =                           =         division
 * average_divisor               signed32         =                            =                     =                           =         full64
 * eligibility_product           wrap64           =                            =                     =                           =         exact128
 * reference                     min_vruntime     zero_at_average              zero_at_queue_change  zero_at_average             =         =
 * place_heavy_moves_reference   off              =                            =                     =                           =         on
 * protect_form                  until_deadline   =                            min_slice             =                           =         =
 * protect_armed                 switch_in        =                            =                     pick                        =         =
 * protect_shrink                never            =                            short_wakee           every_check                 =         =
 * protect_rescaled_on_reweight  off              =                            =                     on                          =         =
 * lag_limit                     max_2slice_tick  =                            =                     max_queued_slice_plus_tick  =         =
 * wake_check                    pick_only        cancel_short_then_pick       choose                =                           =         =
 * fork_wake_preempts            on               =                            =                     off                         =         =
 * delayed_wake_preempts         on               =                            =                     off                         =         =
 * wake_check_delayed            may_win          =                            =                     =                           finished  =
 * requeue_updates_curr          off              =                            =                     =                           =         on
 * requeue_lag_rule              (no delay)       zero_if_positive             =                     =                           =         clamp_between
 * account_resched               expired          expired_or_short_ineligible  expired_or_unprotected =                          =         =
 * yield_rule                    push_deadline    vruntime_to_deadline         =                     =                           =         =
 * reweight_rule                 deadline_only    lag_relative                 take_out_and_place    =                           =         in_place
 * buddy_pick                    scheduling_pick  =                            every_pick            =                           =         protected_pick
 * subtree_slices                none             lost_on_rotation             =                     =                           =         carried
 * util_est_form                 two_numbers      one_number                   =                     =                           =         =
 * util_est_order                after            before                       =                     =                           =         inside
 * util_est_capacity_gate        on               =                            off                   =                           =         =
 * util_est_waiting_gate         off              on                           =                     =                           =         =
 * util_est_on_delayed           (no delay)       run                          =                     =                           =         =
 * util_est_final_dequeue        (no delay)       subtract                     keep                  =                           =         =
 * h_nr_excludes_delayed         off              on                           =                     =                           =         =
 * load_floor                    floor32          =                            =                     floor64                     =         =
 * new_task_util_weight          load             table                        =                     =                           =         =
 * pelt_update                   at_boundary      =                            =                     =                           =         =
 * lazy_resched                  off              =                            on                    =                           =         =
 * throttle_form                 queue            =                            task                  =                           =         =
 * </pre>
 *
 * <p>7.3 is 7.2 with {@code protect_form: until_ineligible}, {@code protect_shrink: every_exit} and
 * {@code wake_check: choose_or_eligible}, and {@code hrtick_end: request}.
 *
 * <p>CFS, 5.18 and 6.1, is 6.6 with {@code pick_rule: leftmost}, {@code place_rule:
 * sleeper_credit}, {@code vruntime_off_queue: min_vruntime}, {@code tick_check: slice_or_lead},
 * {@code wake_check: granularity}, {@code account_resched: never}, {@code yield_rule: skip_buddy}
 * and the features GENTLE_FAIR_SLEEPERS, START_DEBIT and LAST_BUDDY, where all others have {@code
 * eligible_deadline}, {@code average}, {@code zero}, {@code none} and these features off. Lag,
 * requests and protection are kept as in 6.6 but nobody reads them.
 *
 * <p>6.19.14 is 7.0.0 with {@code load_floor: floor32}. 6.6 has PLACE_REL_DEADLINE, PREEMPT_SHORT,
 * DELAY_DEQUEUE and DELAY_ZERO off, all others have them on. NEXT_BUDDY is off everywhere.
 * PICK_BUDDY is on everywhere: 6.6, which picks a buddy only with NEXT_BUDDY, has none to pick
 * otherwise. The kernel's PARANOID_AVG is not a rule here: it guards sums against an overflow by
 * dropping weight bits, and stays without effect while they fit.
 *
 * <p>Any combination runs, not only those of released kernels, so that one change can be tried
 * alone. Slices that a rule reads are kept per subtree, exactly, also with {@code subtree_slices:
 * none}.
 */
public final class FairRules {

    public static final int PICK_RULE_LEFTMOST = 0;
    public static final int PICK_RULE_ELIGIBLE_DEADLINE = 1;

    public static final int PLACE_RULE_SLEEPER_CREDIT = 0;
    public static final int PLACE_RULE_AVERAGE = 1;

    public static final int VRUNTIME_OFF_QUEUE_MIN_VRUNTIME = 0;
    public static final int VRUNTIME_OFF_QUEUE_ZERO = 1;

    public static final int TICK_CHECK_SLICE_OR_LEAD = 0;
    public static final int TICK_CHECK_NONE = 1;

    public static final int TREE_KEY_VRUNTIME = 0;
    public static final int TREE_KEY_DEADLINE = 1;

    public static final int AVERAGE_WEIGHTS_SCALED = 0;
    public static final int AVERAGE_WEIGHTS_FULL = 1;

    public static final int WEIGHTED_DELTA_RECIPROCAL = 0;
    public static final int WEIGHTED_DELTA_DIVISION = 1;

    public static final int AVERAGE_DIVISOR_SIGNED32 = 0;
    public static final int AVERAGE_DIVISOR_FULL64 = 1;

    public static final int ELIGIBILITY_PRODUCT_WRAP64 = 0;
    public static final int ELIGIBILITY_PRODUCT_EXACT128 = 1;

    public static final int REFERENCE_MIN_VRUNTIME = 0;
    public static final int REFERENCE_ZERO_AT_QUEUE_CHANGE = 1;
    public static final int REFERENCE_ZERO_AT_AVERAGE = 2;

    public static final int PROTECT_FORM_UNTIL_DEADLINE = 0;
    public static final int PROTECT_FORM_MIN_SLICE = 1;
    public static final int PROTECT_FORM_UNTIL_INELIGIBLE = 2;

    public static final int PROTECT_ARMED_SWITCH_IN = 0;
    public static final int PROTECT_ARMED_PICK = 1;

    public static final int PROTECT_SHRINK_NEVER = 0;
    public static final int PROTECT_SHRINK_SHORT_WAKEE = 1;
    public static final int PROTECT_SHRINK_EVERY_CHECK = 2;
    public static final int PROTECT_SHRINK_EVERY_EXIT = 3;

    public static final int HRTICK_END_PROTECTION = 0;
    public static final int HRTICK_END_REQUEST = 1;

    public static final int LAG_LIMIT_MAX_2SLICE_TICK = 0;
    public static final int LAG_LIMIT_MAX_QUEUED_SLICE_PLUS_TICK = 1;

    public static final int WAKE_CHECK_GRANULARITY = 0;
    public static final int WAKE_CHECK_PICK_ONLY = 1;
    public static final int WAKE_CHECK_CANCEL_SHORT_THEN_PICK = 2;
    public static final int WAKE_CHECK_CHOOSE = 3;
    public static final int WAKE_CHECK_CHOOSE_OR_ELIGIBLE = 4;

    public static final int WAKE_CHECK_DELAYED_MAY_WIN = 0;
    public static final int WAKE_CHECK_DELAYED_FINISHED = 1;

    public static final int REQUEUE_LAG_RULE_ZERO_IF_POSITIVE = 0;
    public static final int REQUEUE_LAG_RULE_CLAMP_BETWEEN = 1;

    public static final int ACCOUNT_RESCHED_NEVER = 0;
    public static final int ACCOUNT_RESCHED_EXPIRED = 1;
    public static final int ACCOUNT_RESCHED_EXPIRED_OR_SHORT_INELIGIBLE = 2;
    public static final int ACCOUNT_RESCHED_EXPIRED_OR_UNPROTECTED = 3;

    public static final int YIELD_RULE_SKIP_BUDDY = 0;
    public static final int YIELD_RULE_PUSH_DEADLINE = 1;
    public static final int YIELD_RULE_VRUNTIME_TO_DEADLINE = 2;

    public static final int REWEIGHT_RULE_DEADLINE_ONLY = 0;
    public static final int REWEIGHT_RULE_LAG_RELATIVE = 1;
    public static final int REWEIGHT_RULE_TAKE_OUT_AND_PLACE = 2;
    public static final int REWEIGHT_RULE_IN_PLACE = 3;

    public static final int BUDDY_PICK_SCHEDULING_PICK = 0;
    public static final int BUDDY_PICK_EVERY_PICK = 1;
    public static final int BUDDY_PICK_PROTECTED_PICK = 2;

    public static final int SUBTREE_SLICES_NONE = 0;
    public static final int SUBTREE_SLICES_LOST_ON_ROTATION = 1;
    public static final int SUBTREE_SLICES_CARRIED = 2;

    public static final int UTIL_EST_FORM_TWO_NUMBERS = 0;
    public static final int UTIL_EST_FORM_ONE_NUMBER = 1;

    public static final int UTIL_EST_ORDER_AFTER = 0;
    public static final int UTIL_EST_ORDER_BEFORE = 1;
    public static final int UTIL_EST_ORDER_INSIDE = 2;

    public static final int UTIL_EST_ON_DELAYED_RUN = 0;
    public static final int UTIL_EST_ON_DELAYED_SKIP = 1;

    public static final int LOAD_FLOOR_FLOOR32 = 0;
    public static final int LOAD_FLOOR_FLOOR64 = 1;

    public static final int NEW_TASK_UTIL_WEIGHT_LOAD = 0;
    public static final int NEW_TASK_UTIL_WEIGHT_TABLE = 1;

    public static final int PELT_UPDATE_AT_BOUNDARY = 0;
    public static final int PELT_UPDATE_ALWAYS = 1;

    public static final int THROTTLE_FORM_QUEUE = 0;
    public static final int THROTTLE_FORM_TASK = 1;

    public static final int UTIL_EST_FINAL_DEQUEUE_SUBTRACT = 0;
    public static final int UTIL_EST_FINAL_DEQUEUE_KEEP = 1;

    public static final int UTIL_EST_DELAYED_DRIFTS = 0;
    public static final int UTIL_EST_DELAYED_PAIRED = 1;

    /** Feature GENTLE_FAIR_SLEEPERS: a sleeper's credit is halved. */
    public final boolean gentleFairSleepers;

    /** Feature START_DEBIT: a new task starts one slice behind. */
    public final boolean startDebit;

    /** Feature PLACE_LAG: lag is kept over sleep. */
    public final boolean placeLag;

    /** Feature PLACE_DEADLINE_INITIAL: a new task starts with half a slice. */
    public final boolean placeDeadlineInitial;

    /** Feature PLACE_REL_DEADLINE: a deadline is kept relative over a move. */
    public final boolean placeRelDeadline;

    /** Feature RUN_TO_PARITY: the running entity is protected. */
    public final boolean runToParity;

    /** Feature PREEMPT_SHORT: a shorter slice overrides protection. */
    public final boolean preemptShort;

    /** Feature NEXT_BUDDY: a wakee is nominated as next. */
    public final boolean nextBuddy;

    /** Feature LAST_BUDDY: a preempted task is nominated as last. */
    public final boolean lastBuddy;

    /** Feature PICK_BUDDY: a nominated, eligible entity is picked first. */
    public final boolean pickBuddy;

    /** Feature DELAY_DEQUEUE: an entity that owes service stays queued when it blocks. */
    public final boolean delayDequeue;

    /** Feature DELAY_ZERO: it never gains lag by that. */
    public final boolean delayZero;

    /** Feature WAKEUP_PREEMPTION: wake-ups may preempt. */
    public final boolean wakeupPreemption;

    /** Feature UTIL_EST: estimates are kept. */
    public final boolean utilEst;

    /** Rule pick_rule: one of PICK_RULE_... */
    public final int pickRule;

    /** Rule place_rule: one of PLACE_RULE_... */
    public final int placeRule;

    /** Rule vruntime_off_queue: one of VRUNTIME_OFF_QUEUE_... */
    public final int vruntimeOffQueue;

    /** Rule tick_check: one of TICK_CHECK_... */
    public final int tickCheck;

    /** Rule tree_key: one of TREE_KEY_... */
    public final int treeKey;

    /** Rule average_weights: one of AVERAGE_WEIGHTS_... */
    public final int averageWeights;

    /** Rule weighted_delta: one of WEIGHTED_DELTA_... */
    public final int weightedDelta;

    /** Rule average_divisor: one of AVERAGE_DIVISOR_... */
    public final int averageDivisor;

    /** Rule eligibility_product: one of ELIGIBILITY_PRODUCT_... */
    public final int eligibilityProduct;

    /** Rule reference: one of REFERENCE_... */
    public final int reference;

    /** Rule place_heavy_moves_reference. */
    public final boolean placeHeavyMovesReference;

    /** Rule protect_form: one of PROTECT_FORM_... */
    public final int protectForm;

    /** Rule protect_armed: one of PROTECT_ARMED_... */
    public final int protectArmed;

    /** Rule protect_shrink: one of PROTECT_SHRINK_... */
    public final int protectShrink;

    /** Rule protect_rescaled_on_reweight. */
    public final boolean protectRescaledOnReweight;

    /** Rule hrtick_end: one of HRTICK_END_... */
    public final int hrtickEnd;

    /** Rule lag_limit: one of LAG_LIMIT_... */
    public final int lagLimit;

    /** Rule wake_check: one of WAKE_CHECK_... */
    public final int wakeCheck;

    /** Rule fork_wake_preempts. */
    public final boolean forkWakePreempts;

    /** Rule delayed_wake_preempts. */
    public final boolean delayedWakePreempts;

    /** Rule wake_check_delayed: one of WAKE_CHECK_DELAYED_... */
    public final int wakeCheckDelayed;

    /** Rule requeue_updates_curr. */
    public final boolean requeueUpdatesCurr;

    /** Rule requeue_lag_rule: one of REQUEUE_LAG_RULE_... */
    public final int requeueLagRule;

    /** Rule account_resched: one of ACCOUNT_RESCHED_... */
    public final int accountResched;

    /** Rule yield_rule: one of YIELD_RULE_... */
    public final int yieldRule;

    /** Rule reweight_rule: one of REWEIGHT_RULE_... */
    public final int reweightRule;

    /** Rule buddy_pick: one of BUDDY_PICK_... */
    public final int buddyPick;

    /** Rule subtree_slices: one of SUBTREE_SLICES_... */
    public final int subtreeSlices;

    /** Rule util_est_form: one of UTIL_EST_FORM_... */
    public final int utilEstForm;

    /** Rule util_est_order: one of UTIL_EST_ORDER_... */
    public final int utilEstOrder;

    /** Rule util_est_capacity_gate. */
    public final boolean utilEstCapacityGate;

    /** Rule util_est_waiting_gate. */
    public final boolean utilEstWaitingGate;

    /** Rule util_est_on_delayed: one of UTIL_EST_ON_DELAYED_... */
    public final int utilEstOnDelayed;

    /** Rule h_nr_excludes_delayed. */
    public final boolean hNrExcludesDelayed;

    /** Rule load_floor: one of LOAD_FLOOR_... */
    public final int loadFloor;

    /** Rule new_task_util_weight: one of NEW_TASK_UTIL_WEIGHT_... */
    public final int newTaskUtilWeight;

    /** Rule pelt_update: one of PELT_UPDATE_... */
    public final int peltUpdate;

    /** Rule lazy_resched. */
    public final boolean lazyResched;

    /**
     * Rule util_est_final_dequeue: whether a final dequeue of a delayed task by others than a pick
     * takes its estimate off the sum again. Where data files do not say, as the gate that left in
     * the same version: subtract with util_est_capacity_gate on, keep without.
     */
    public final int utilEstFinalDequeue;

    /** Rule util_est_delayed: one of UTIL_EST_DELAYED_... */
    public final int utilEstDelayed;

    /** Tunable delay_dequeue_off_at_ns: when DELAY_DEQUEUE and DELAY_ZERO go off; 0 never. */
    public final long delayDequeueOffAtNs;

    /** Rule throttle_form: one of THROTTLE_FORM_...; queue where data files do not say. */
    public final int throttleForm;

    private FairRules(Forms forms) {
        gentleFairSleepers = forms.isOn("GENTLE_FAIR_SLEEPERS");
        startDebit = forms.isOn("START_DEBIT");
        placeLag = forms.isOn("PLACE_LAG");
        placeDeadlineInitial = forms.isOn("PLACE_DEADLINE_INITIAL");
        placeRelDeadline = forms.isOn("PLACE_REL_DEADLINE");
        runToParity = forms.isOn("RUN_TO_PARITY");
        preemptShort = forms.isOn("PREEMPT_SHORT");
        nextBuddy = forms.isOn("NEXT_BUDDY");
        lastBuddy = forms.isOn("LAST_BUDDY");
        pickBuddy = forms.isOn("PICK_BUDDY");
        delayDequeue = forms.isOn("DELAY_DEQUEUE");
        delayZero = forms.isOn("DELAY_ZERO");
        wakeupPreemption = forms.isOn("WAKEUP_PREEMPTION");
        utilEst = forms.isOn("UTIL_EST");
        pickRule = forms.form("pick_rule", "leftmost", "eligible_deadline");
        placeRule = forms.form("place_rule", "sleeper_credit", "average");
        vruntimeOffQueue = forms.form("vruntime_off_queue", "min_vruntime", "zero");
        tickCheck = forms.form("tick_check", "slice_or_lead", "none");
        treeKey = forms.form("tree_key", "vruntime", "deadline");
        averageWeights = forms.form("average_weights", "scaled", "full");
        weightedDelta = forms.form("weighted_delta", "reciprocal", "division");
        averageDivisor = forms.form("average_divisor", "signed32", "full64");
        eligibilityProduct = forms.form("eligibility_product", "wrap64", "exact128");
        reference =
                forms.form("reference", "min_vruntime", "zero_at_queue_change", "zero_at_average");
        placeHeavyMovesReference = forms.isOn("place_heavy_moves_reference");
        protectForm = forms.form("protect_form", "until_deadline", "min_slice", "until_ineligible");
        protectArmed = forms.form("protect_armed", "switch_in", "pick");
        protectShrink =
                forms.form("protect_shrink", "never", "short_wakee", "every_check", "every_exit");
        protectRescaledOnReweight = forms.isOn("protect_rescaled_on_reweight");
        hrtickEnd = forms.form("hrtick_end", "protection", "request");
        lagLimit = forms.form("lag_limit", "max_2slice_tick", "max_queued_slice_plus_tick");
        wakeCheck =
                forms.form(
                        "wake_check",
                        "granularity",
                        "pick_only",
                        "cancel_short_then_pick",
                        "choose",
                        "choose_or_eligible");
        forkWakePreempts = forms.isOn("fork_wake_preempts");
        delayedWakePreempts = forms.isOn("delayed_wake_preempts");
        wakeCheckDelayed = forms.form("wake_check_delayed", "may_win", "finished");
        requeueUpdatesCurr = forms.isOn("requeue_updates_curr");
        requeueLagRule = forms.form("requeue_lag_rule", "zero_if_positive", "clamp_between");
        accountResched =
                forms.form(
                        "account_resched",
                        "never",
                        "expired",
                        "expired_or_short_ineligible",
                        "expired_or_unprotected");
        yieldRule = forms.form("yield_rule", "skip_buddy", "push_deadline", "vruntime_to_deadline");
        reweightRule =
                forms.form(
                        "reweight_rule",
                        "deadline_only",
                        "lag_relative",
                        "take_out_and_place",
                        "in_place");
        buddyPick = forms.form("buddy_pick", "scheduling_pick", "every_pick", "protected_pick");
        subtreeSlices = forms.form("subtree_slices", "none", "lost_on_rotation", "carried");
        utilEstForm = forms.form("util_est_form", "two_numbers", "one_number");
        utilEstOrder = forms.form("util_est_order", "after", "before", "inside");
        utilEstCapacityGate = forms.isOn("util_est_capacity_gate");
        utilEstWaitingGate = forms.isOn("util_est_waiting_gate");
        utilEstOnDelayed = forms.form("util_est_on_delayed", "run", "skip");
        hNrExcludesDelayed = forms.isOn("h_nr_excludes_delayed");
        loadFloor = forms.form("load_floor", "floor32", "floor64");
        newTaskUtilWeight = forms.form("new_task_util_weight", "load", "table");
        peltUpdate = forms.form("pelt_update", "at_boundary", "always");
        lazyResched = forms.isOn("lazy_resched");
        throttleForm =
                forms.has("throttle_form")
                        ? forms.form("throttle_form", "queue", "task")
                        : THROTTLE_FORM_QUEUE;
        utilEstDelayed =
                forms.has("util_est_delayed")
                        ? forms.form("util_est_delayed", "drifts", "paired")
                        : UTIL_EST_DELAYED_PAIRED;
        delayDequeueOffAtNs = forms.numberOr("delay_dequeue_off_at_ns", 0);
        utilEstFinalDequeue =
                forms.has("util_est_final_dequeue")
                        ? forms.form("util_est_final_dequeue", "subtract", "keep")
                        : utilEstCapacityGate
                                ? UTIL_EST_FINAL_DEQUEUE_SUBTRACT
                                : UTIL_EST_FINAL_DEQUEUE_KEEP;
    }

    /**
     * Rules of a kernel.
     *
     * @param changes name of every change that concerns the fair class, and its form; features take
     *     {@code on} and {@code off}; other names are left to their owners
     * @throws IllegalArgumentException with every name that is missing or has an unknown form
     */
    public static FairRules of(Map<String, String> changes) {
        final Forms forms = new Forms(changes);
        final FairRules rules = new FairRules(forms);
        forms.throwProblems();
        return rules;
    }

    /** Whether the tree has to keep the least slice per subtree. */
    public boolean readsMinSlice() {
        return readsMaxSlice()
                || subtreeSlices != SUBTREE_SLICES_NONE
                || protectForm != PROTECT_FORM_UNTIL_DEADLINE
                || protectShrink != PROTECT_SHRINK_NEVER;
    }

    /** Whether the tree has to keep the largest slice per subtree. */
    public boolean readsMaxSlice() {
        return lagLimit == LAG_LIMIT_MAX_QUEUED_SLICE_PLUS_TICK;
    }

    /** Names of the changes that {@link #of} needs. */
    public static Set<String> names() {
        final Forms forms = new Forms(Map.of());
        final FairRules unused = new FairRules(forms);
        assert unused.treeKey == TREE_KEY_VRUNTIME;
        return forms.asked.stream().collect(Collectors.toUnmodifiableSet());
    }

    /** Reads forms and collects what is wrong with them. */
    private static final class Forms {
        private final Map<String, String> changes;
        private final List<String> asked = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Forms(Map<String, String> changes) {
            this.changes = changes;
        }

        boolean has(String name) {
            return changes.containsKey(name);
        }

        boolean isOn(String name) {
            return form(name, "off", "on") == 1;
        }

        int form(String name, String... allowed) {
            asked.add(name);
            final String value = changes.get(name);
            final int form = List.of(allowed).indexOf(value == null ? "" : value);
            if (form < 0) {
                problems.add(
                        "%s: %s; choose one of %s"
                                .formatted(
                                        name,
                                        value == null
                                                ? "missing"
                                                : "\"" + value + "\" is not known",
                                        String.join(", ", allowed)));
            }
            return Math.max(form, 0);
        }

        long numberOr(String name, long otherwise) {
            final String value = changes.get(name);
            return value == null ? otherwise : Long.parseLong(value);
        }

        void throwProblems() {
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", problems));
            }
        }
    }
}
