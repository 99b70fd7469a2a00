package io.vlag.engine.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything in which two kernels can differ: features under the kernel's own names, rules with a
 * few named forms, and tunables. A kernel is a value for each. Forms are listed {@code off} before
 * {@code on}, else in the order of the kernels that brought them; {@link #formIndex} is what a plan
 * stores.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists come from List.of
public enum KernelChange {
    GENTLE_FAIR_SLEEPERS("a sleeper's credit is half a latency instead of a whole one"),
    START_DEBIT("a new task starts one slice behind the queue"),
    PLACE_LAG("lag survives sleep and migration and decides the place in the queue"),
    PLACE_DEADLINE_INITIAL("a new task's first deadline is half a slice away"),
    PLACE_REL_DEADLINE("a migrated task keeps its deadline relative to its vruntime"),
    RUN_TO_PARITY(
            "the running entity is protected until its request, or the shortest queued one, is used"
                    + " up"),
    PREEMPT_SHORT("a wakee with a shorter slice may break the protection"),
    NEXT_BUDDY("a wakee may be nominated as next"),
    LAST_BUDDY("a preempted task may be nominated as last"),
    PICK_BUDDY("an eligible next buddy is picked first"),
    CACHE_HOT_BUDDY("the next buddy counts as cache hot for balancing"),
    DELAY_DEQUEUE("an ineligible task that blocks stays queued until it is picked"),
    DELAY_ZERO("a delayed task leaves or is woken with no positive lag"),
    WAKEUP_PREEMPTION("a wakee may preempt at all"),
    TTWU_QUEUE("remote wake-ups may use the target's wake list"),
    TTWU_QUEUE_ON_CPU("the wake list also serves a task still leaving its CPU"),
    TTWU_QUEUE_DEFAULT("the wake list also serves busy CPUs of the same cache"),
    TTWU_QUEUE_DELAYED("a remote delayed wakee goes through its CPU's wake list"),
    SIS_UTIL("the idle scan is limited by the utilisation of the cache domain"),
    UTIL_EST("estimated utilisation is kept and used"),
    WA_IDLE("wake_affine looks for an idle CPU"),
    WA_WEIGHT("wake_affine compares loads"),
    WA_BIAS("wake_affine's comparison is biased by half the imbalance percentage"),
    NI_RANDOM("newidle balance is tried in proportion to its past success"),
    NI_RATE("newidle balance of rarely tried domains is always tried"),
    HRTICK("a timer ends the slice"),

    PICK_RULE("who runs next", "leftmost", "eligible_deadline"),
    PLACE_RULE("where a sleeper joins the queue", "sleeper_credit", "average"),
    VRUNTIME_OFF_QUEUE(
            "what vruntime counts from while a task is off a queue and not asleep there",
            "min_vruntime",
            "zero"),
    TICK_CHECK("whether the tick ends a slice", "slice_or_lead", "none"),
    INITIAL_DEADLINE(
            "which placement of a new task PLACE_DEADLINE_INITIAL is for",
            "fork_hook",
            "activation"),
    TREE_KEY("what orders the tree", "vruntime", "deadline"),
    AVERAGE_WEIGHTS("weights inside the average", "scaled", "full"),
    WEIGHTED_DELTA("how time is divided by a weight", "reciprocal", "division"),
    AVERAGE_DIVISOR("width of the divisor of V", "signed32", "full64"),
    ELIGIBILITY_PRODUCT("width of the product in the eligibility test", "wrap64", "exact128"),
    REFERENCE(
            "reference point of the sums",
            "min_vruntime",
            "zero_at_queue_change",
            "zero_at_average"),
    PLACE_HEAVY_MOVES_REFERENCE(
            "an entity heavier than the queue moves the reference point", "off", "on"),
    PROTECT_FORM(
            "what protects the running entity", "until_deadline", "min_slice", "until_ineligible"),
    PROTECT_ARMED("when the protection is armed", "switch_in", "pick"),
    PROTECT_SHRINK(
            "which unsuccessful wake-up checks shorten it",
            "never",
            "short_wakee",
            "every_check",
            "every_exit"),
    PROTECT_RESCALED_ON_REWEIGHT("a reweighted entity's protection is scaled", "off", "on"),
    LAG_LIMIT("bound of the lag", "max_2slice_tick", "max_queued_slice_plus_tick"),
    WAKE_CHECK(
            "form of the wake-up preemption check",
            "granularity",
            "pick_only",
            "cancel_short_then_pick",
            "choose",
            "choose_or_eligible"),
    FORK_WAKE_PREEMPTS("a new task may preempt without a shorter slice", "off", "on"),
    DELAYED_WAKE_PREEMPTS("a wakee still delayed may preempt without a shorter slice", "off", "on"),
    WAKE_CHECK_DELAYED("what a delayed candidate does to the wake-up check", "may_win", "finished"),
    REQUEUE_UPDATES_CURR("waking a delayed task first accounts the running one", "off", "on"),
    REQUEUE_LAG_RULE("lag of a delayed task at its wake-up", "zero_if_positive", "clamp_between"),
    ACCOUNT_RESCHED(
            "when accounting requests a reschedule",
            "never",
            "expired",
            "expired_or_short_ineligible",
            "expired_or_unprotected"),
    YIELD_RULE("what sched_yield() moves", "skip_buddy", "push_deadline", "vruntime_to_deadline"),
    REWEIGHT_RULE(
            "how a queued entity is reweighted",
            "deadline_only",
            "lag_relative",
            "take_out_and_place",
            "in_place"),
    BUDDY_PICK(
            "which picks look at the next buddy",
            "scheduling_pick",
            "every_pick",
            "protected_pick"),
    SUBTREE_SLICES(
            "shortest and longest slice kept per subtree", "none", "lost_on_rotation", "carried"),
    UTIL_EST_FORM("numbers in the estimate", "two_numbers", "one_number"),
    UTIL_EST_ORDER(
            "when the estimate is updated against the dequeue's PELT update",
            "after",
            "before",
            "inside"),
    UTIL_EST_CAPACITY_GATE("no update when utilisation exceeds the CPU's capacity", "off", "on"),
    UTIL_EST_WAITING_GATE("no decrease when the task waited for the CPU", "off", "on"),
    UTIL_EST_ON_DELAYED("whether a delayed sleep updates the estimate", "run", "skip"),
    UTIL_EST_FINAL_DEQUEUE(
            "what a delayed task's final dequeue does to the queue's estimate", "subtract", "keep"),
    H_NR_EXCLUDES_DELAYED("counts of runnable tasks exclude delayed ones", "off", "on"),
    LOAD_FLOOR("width of the floor of load sums", "floor32", "floor64"),
    NEW_TASK_UTIL_WEIGHT("weight in a new task's first utilisation", "load", "table"),
    PELT_UPDATE("when averages are recomputed from sums", "at_boundary", "always"),
    LAZY_RESCHED("requests of the fair class are lazy ones", "off", "on"),
    HRTICK_ARMED(
            "when a pick arms the timer of HRTICK: always, or when it chose another task",
            "every_pick",
            "switch"),
    HRTICK_END("what the timer of HRTICK ends", "protection", "request"),
    THROTTLE_FORM("what leaves when a group's quota is used up", "queue", "task"),
    TTWU_QUEUE_IDLE("the wake list also serves idle CPUs of the same cache", "off", "on"),
    TTWU_DELAYED(
            "what a wake-up does with a delayed task",
            "requeue_in_place",
            "dequeue_and_select",
            "dequeue_and_select_wakelist"),
    TTWU_SELECT_BEFORE_WAIT("the CPU is chosen before the task has left its old one", "off", "on"),
    TTWU_DELAYED_PREV(
            "previous CPU as seen by the handler of a delayed wake-up", "waker", "slept_on"),
    IDLE_TEST_REQUIRES_IDLE_CURR("a CPU is idle only while its idle task runs", "off", "on"),
    BALANCE_COUNTS_DELAYED("the balancer counts delayed tasks among the fair ones", "off", "on"),
    BALANCE_SKIPS_DELAYED(
            "the balancer leaves delayed and ineligible tasks where they are", "off", "on"),
    WAKE_SYNC_COUNTS_DELAYED(
            "a delayed task on the waker's CPU refuses the sync pull", "off", "on"),
    RT_THROTTLING("real-time tasks get at most 950 ms of each second", "off", "on"),
    FAIR_SERVER(
            "50 ms a second for fair tasks that real-time ones starve; lazy: not stopped at once",
            "none",
            "toggled",
            "lazy"),
    RUNNABLE_BOOST("time spent waiting for the CPU counts as its utilisation", "off", "on"),
    CPU_UTIL_BOOST(
            "whether that is looked at before or after a task is added or taken off",
            "boost_then_task",
            "task_then_boost"),
    HEADROOM_FORM(
            "where schedutil adds its quarter", "inflate_after_clamp", "headroom_before_clamp"),
    FREQUENCY_REFERENCE("clock that the whole capacity stands for", "present", "of_capacity"),
    PENDING_LIMITS("whether a pending change of limits passes the rate limit", "wait", "pass"),
    RATE_LIMIT_DEFAULT(
            "least time between two clocks that nobody set, from the driver's latency",
            "thousandfold_10ms",
            "thousandfold_2ms",
            "one_and_a_half"),
    UNKNOWN_LATENCY(
            "latency of a driver that does not know its own", "sentinel", "one_millisecond"),
    CAPACITY_PRESSURE("how hardware pressure reduces a CPU's capacity", "used_time", "off_first"),
    ENERGY_COST(
            "cost of a clock in the kernel's energy model: per its share of the highest clock, or of"
                    + " performance",
            "by_clock",
            "by_performance"),
    ENERGY_BOOST(
            "time spent waiting for the CPU counts in the kernel's energy estimate", "off", "on"),
    ENERGY_PLACEMENT(
            "what makes energy-aware placement leave the previous CPU: a saving over a sixteenth, or"
                    + " a better fit, then any saving",
            "sixteenth_margin",
            "fit_classes"),
    BALANCE_MISFIT_FIRST(
            "the balancer moves misfits while energy-aware placement is in charge", "off", "on"),
    OVERLOADED_GROUP(
            "when a group counts as overloaded while energy-aware placement is in charge",
            "by_load",
            "overutilised"),
    UCLAMP_ORDER(
            "whether a task's clamps are counted after or before its enqueue tells the governor",
            "after_enqueue",
            "before_enqueue"),
    UCLAMP_DELAYED(
            "what moving or changing a delayed task does to the clamps that CPUs count",
            "leaks",
            "paired"),
    UTIL_EST_DELAYED(
            "what moving or changing a delayed task does to the estimates of queues",
            "drifts",
            "paired"),
    CPUFREQ_CALLS("when the scheduler calls cpufreq", "load_updates", "consolidated"),
    PELT_HALF_LIFE("half-life of load averages", "32ms", "16ms", "8ms"),
    PIPE_SPARE_PAGES("freed pages that a pipe keeps for its next packets", "one", "two"),

    DELAY_DEQUEUE_OFF_AT_NS(
            "simulated time at which somebody switches DELAY_DEQUEUE and DELAY_ZERO off, ns; 0"
                    + " never",
            0,
            1_000_000_000_000_000L),
    BASE_SLICE_NS("slice before scaling by the CPU count, ns", 100_000, 100_000_000),
    SCHED_LATENCY_NS(
            "period in which every task runs once, before scaling by the CPU count, ns",
            100_000,
            1_000_000_000),
    MIN_GRANULARITY_NS(
            "shortest slice, before scaling by the CPU count, ns", 100_000, 1_000_000_000),
    IDLE_MIN_GRANULARITY_NS(
            "shortest slice of SCHED_IDLE beside others, not scaled, ns", 100_000, 1_000_000_000),
    WAKEUP_GRANULARITY_NS(
            "lead a runner keeps over a wakee, before scaling by the CPU count, ns",
            0,
            1_000_000_000),
    MIGRATION_COST_NS("time for which a task stays cache hot, ns; -1 for ever", -1, 1_000_000_000),
    NR_MIGRATE("most tasks one balance pass may move", 1, 1_024);

    /** What a change is. */
    public enum Kind {
        /** On or off, under the kernel's own name. */
        FEATURE,
        /** One of a few named forms. */
        RULE,
        /** An integer with the unit in its name. */
        TUNABLE
    }

    private static final Map<String, KernelChange> BY_KEY =
            Stream.of(values())
                    .collect(Collectors.toUnmodifiableMap(KernelChange::key, Function.identity()));

    private final Kind kind;
    private final String meaning;
    private final List<String> forms;
    private final long min;
    private final long max;

    KernelChange(String meaning) {
        this(Kind.FEATURE, meaning, List.of("off", "on"), 0, 0);
    }

    KernelChange(String meaning, String... forms) {
        this(Kind.RULE, meaning, List.of(forms), 0, 0);
    }

    KernelChange(String meaning, long min, long max) {
        this(Kind.TUNABLE, meaning, List.of(), min, max);
    }

    KernelChange(Kind kind, String meaning, List<String> forms, long min, long max) {
        this.kind = kind;
        this.meaning = meaning;
        this.forms = forms;
        this.min = min;
        this.max = max;
    }

    /** The change of that name, as written in data files. */
    public static Optional<KernelChange> byKey(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    /** The name in data files: features in upper case, rules and tunables in lower case. */
    public String key() {
        return kind == Kind.FEATURE ? name() : name().toLowerCase(Locale.ROOT);
    }

    public Kind kind() {
        return kind;
    }

    public String meaning() {
        return meaning;
    }

    /** Allowed forms; empty for a tunable. */
    public List<String> forms() {
        return forms;
    }

    /** Position of a form in {@link #forms()}; -1 when it is not allowed. */
    public int formIndex(String form) {
        return forms.indexOf(form);
    }

    /** Smallest value of a tunable. */
    public long min() {
        return min;
    }

    /** Largest value of a tunable. */
    public long max() {
        return max;
    }
}
