package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLibraryTest {
    private static final String KERNELS =
            "5.18, 6.1, 6.6, 6.12, 6.12.0, 6.18, 6.19, 7.0, 7.0.13, 7.2, 7.3, 6.10-rc1, 6.6-android,"
                    + " rpi5-6.6.78, rpi5-7.0.0-stock,"
                    + " rpi5-7.0.0-ttwu, rpi5-7.0.0-ttwu-12, rpi5-7.0.0-ttwu-12-13,"
                    + " rpi5-7.0.0-ttwu-vincent";

    @TempDir private Path directory;

    private final ConfigLibrary library = ConfigFixture.library();

    private String problemOf(String expression) {
        return String.join(
                "|", ConfigFixture.problems(directory, () -> library.kernel(expression)));
    }

    /** One row a change that a kernel brought: the form before and from it on. */
    @ParameterizedTest
    @CsvSource({
        "5.18, 6.1, SIS_UTIL, off, on",
        "5.18, 6.1, ttwu_queue_idle, off, on",
        "6.1, 6.6, GENTLE_FAIR_SLEEPERS, on, off",
        "6.1, 6.6, START_DEBIT, on, off",
        "6.1, 6.6, LAST_BUDDY, on, off",
        "6.1, 6.6, PLACE_LAG, off, on",
        "6.1, 6.6, pick_rule, leftmost, eligible_deadline",
        "6.1, 6.6, place_rule, sleeper_credit, average",
        "6.1, 6.6, vruntime_off_queue, min_vruntime, zero",
        "6.1, 6.6, tick_check, slice_or_lead, none",
        "6.1, 6.6, wake_check, granularity, pick_only",
        "6.1, 6.6, account_resched, never, expired",
        "6.1, 6.6, yield_rule, skip_buddy, push_deadline",
        "6.6, 6.12, DELAY_DEQUEUE, off, on",
        "6.6, 6.12, PREEMPT_SHORT, off, on",
        "6.6, 6.12, PLACE_REL_DEADLINE, off, on",
        "6.6, 6.12, tree_key, vruntime, deadline",
        "6.6, 6.12, wake_check, pick_only, cancel_short_then_pick",
        "6.6, 6.12, util_est_form, two_numbers, one_number",
        "6.6, 6.12, util_est_order, after, before",
        "6.6, 6.12, base_slice_ns, 750000, 700000",
        "6.12.0, 6.12, reference, min_vruntime, zero_at_average",
        "6.12.0, 6.12, yield_rule, push_deadline, vruntime_to_deadline",
        "6.12.0, 6.12, NI_RANDOM, off, on",
        "6.12.0, 6.12, base_slice_ns, 750000, 700000",
        "6.12, 6.18, protect_form, until_deadline, min_slice",
        "6.12, 6.18, protect_shrink, never, short_wakee",
        "6.12, 6.18, lazy_resched, off, on",
        "6.12, 6.18, util_est_capacity_gate, on, off",
        "6.12, 6.18, reference, zero_at_average, zero_at_queue_change",
        "6.18, 6.19, protect_armed, switch_in, pick",
        "6.18, 6.19, lag_limit, max_2slice_tick, max_queued_slice_plus_tick",
        "6.18, 6.19, fork_wake_preempts, on, off",
        "6.19, 7.0, load_floor, floor32, floor64",
        "7.0, 7.0.13, wake_check_delayed, may_win, finished",
        "7.0.13, 7.2, requeue_updates_curr, off, on",
        "7.0.13, 7.2, requeue_lag_rule, zero_if_positive, clamp_between",
        "7.0.13, 7.2, average_weights, scaled, full",
        "7.0.13, 7.2, util_est_order, before, inside",
        "7.2, 7.3, HRTICK, off, on",
        "7.2, 7.3, hrtick_armed, every_pick, switch",
        "7.2, 7.3, hrtick_end, protection, request",
        "7.2, 7.3, protect_form, min_slice, until_ineligible",
        "7.2, 7.3, protect_shrink, every_check, every_exit",
        "7.2, 7.3, wake_check, choose, choose_or_eligible",
    })
    void kernelsBringTheirChanges(
            String before, String after, String key, String oldForm, String newForm) {
        final KernelChange change = KernelChange.byKey(key).orElseThrow();
        assertEquals(oldForm, library.kernel(before).form(change));
        assertEquals(newForm, library.kernel(after).form(change));
    }

    @Test
    void betweenNeighboursNothingElseChanges() {
        assertEquals(6, library.kernel("7.2").differencesTo(library.kernel("7.3")).size());
        assertEquals(4, library.kernel("6.12.0").differencesTo(library.kernel("6.12")).size());
        assertEquals(
                List.of(KernelChange.LOAD_FLOOR, KernelChange.OVERLOADED_GROUP),
                List.copyOf(library.kernel("6.19").differencesTo(library.kernel("7.0")).keySet()));
        assertEquals(
                List.of(KernelChange.WAKE_CHECK_DELAYED),
                List.copyOf(
                        library.kernel("7.0").differencesTo(library.kernel("7.0.13")).keySet()));
    }

    /** The list of docs/model/deviations.md, "7.0 against 7.2", and the balancer's NI_RATE. */
    @Test
    void whatSeparates70From72IsNamed() {
        assertEquals(
                List.of(
                        KernelChange.NI_RATE,
                        KernelChange.AVERAGE_WEIGHTS,
                        KernelChange.WEIGHTED_DELTA,
                        KernelChange.AVERAGE_DIVISOR,
                        KernelChange.ELIGIBILITY_PRODUCT,
                        KernelChange.PLACE_HEAVY_MOVES_REFERENCE,
                        KernelChange.REQUEUE_UPDATES_CURR,
                        KernelChange.REQUEUE_LAG_RULE,
                        KernelChange.REWEIGHT_RULE,
                        KernelChange.BUDDY_PICK,
                        KernelChange.SUBTREE_SLICES,
                        KernelChange.UTIL_EST_ORDER,
                        KernelChange.PENDING_LIMITS),
                List.copyOf(
                        library.kernel("7.0.13").differencesTo(library.kernel("7.2")).keySet()));
    }

    @Test
    void anExpressionIsASum() {
        final KernelSpec kernel = library.kernel("7.0+ttwu+util-est-after-dequeue");
        assertEquals("7.0+ttwu+util-est-after-dequeue", kernel.label());
        assertTrue(kernel.is(KernelChange.TTWU_DELAYED, "dequeue_and_select_wakelist"));
        assertTrue(kernel.is(KernelChange.UTIL_EST_ORDER, "after"));
        assertEquals("ttwu", kernel.values().get(KernelChange.TTWU_DELAYED).setBy());
        assertEquals("6.12", kernel.values().get(KernelChange.TREE_KEY).setBy());
        assertEquals(3, kernel.sources().size());
        assertEquals(Confidence.MEDIUM, kernel.confidence());
        assertEquals(new KernelVersion(7, 0, 0), kernel.version());
    }

    @Test
    void singleChangesWinOverKernelAndPatches() {
        assertFalse(library.kernel("7.0+NO_DELAY_DEQUEUE").isOn(KernelChange.DELAY_DEQUEUE));
        assertTrue(library.kernel("7.0+DELAY_ZERO").isOn(KernelChange.DELAY_ZERO));
        assertEquals(
                "max_2slice_tick",
                library.kernel("7.0+lag_limit=max_2slice_tick").form(KernelChange.LAG_LIMIT));
        assertFalse(
                library.kernel("7.0+ttwu+NO_TTWU_QUEUE_DELAYED")
                        .isOn(KernelChange.TTWU_QUEUE_DELAYED));
        assertEquals(
                3_000_000,
                library.kernel("7.0+base_slice_ns=3000000").tunable(KernelChange.BASE_SLICE_NS));
        assertTrue(
                library.kernel("6.12+requeue_updates_curr=on")
                        .isOn(KernelChange.REQUEUE_UPDATES_CURR));
    }

    @Test
    void formIndexCountsFromTheOldestForm() {
        assertEquals(0, library.kernel("6.6").formIndex(KernelChange.TREE_KEY));
        assertEquals(1, library.kernel("7.0").formIndex(KernelChange.TREE_KEY));
        assertEquals(1, library.kernel("7.0").formIndex(KernelChange.DELAY_DEQUEUE));
    }

    @Test
    void anUnknownKernelNamesTheKnownOnes() {
        assertEquals(
                "6.13 kernel: \"6.13\" is not known; choose one of " + KERNELS, problemOf("6.13"));
        assertEquals(
                "ttwu kernel: \"ttwu\" is not known; choose one of "
                        + KERNELS
                        + "; a patch is added to a kernel, as in 7.0+ttwu",
                problemOf("ttwu"));
    }

    @Test
    void namesCannotLeaveTheDirectory() {
        assertTrue(
                problemOf("../kernels/7.0")
                        .startsWith("../kernels/7.0 kernel: \"../kernels/7.0\" is not known;"));
    }

    @Test
    void aPatchThatDoesNotApplySaysWhereItDoes() {
        assertEquals(
                "6.6+ttwu kernel: patch ttwu does not apply to 6.6, which is version 6.6; it"
                        + " applies to 6.18..7.0",
                problemOf("6.6+ttwu"));
    }

    @Test
    void patchesThatDisagreeAreBothNamed() {
        assertEquals(
                "7.0+ttwu+ttwu-local kernel: patches ttwu and ttwu-local set TTWU_QUEUE_DELAYED"
                        + " differently, to on and off; keep one of them|7.0+ttwu+ttwu-local kernel:"
                        + " patches ttwu and ttwu-local set ttwu_delayed differently, to"
                        + " dequeue_and_select_wakelist and dequeue_and_select; keep one of them",
                problemOf("7.0+ttwu+ttwu-local"));
    }

    @Test
    void patchesThatAgreeAddUp() {
        assertTrue(
                library.kernel("7.0+vincent+wake-check-finishes-delayed")
                        .is(KernelChange.WAKE_CHECK_DELAYED, "finished"));
    }

    @Test
    void misspeltTermsGetASuggestion() {
        assertEquals(
                "7.0+twtu kernel: \"twtu\" is neither a patch nor a change; did you mean ttwu?",
                problemOf("7.0+twtu"));
        assertEquals(
                "7.0+NO_DELAY_DEQUE kernel: \"NO_DELAY_DEQUE\" is neither a patch nor a change; did"
                        + " you mean NO_DELAY_DEQUEUE?",
                problemOf("7.0+NO_DELAY_DEQUE"));
        assertEquals(
                "7.0+lag_limt=x kernel: \"lag_limt\" is neither a patch nor a change; did you mean"
                        + " lag_limit?",
                problemOf("7.0+lag_limt=x"));
    }

    @Test
    void aWrongFormNamesTheRightOnes() {
        assertEquals(
                "7.0+lag_limit=none kernel.lag_limit: \"none\" is not a form of lag_limit; choose"
                        + " one of max_2slice_tick, max_queued_slice_plus_tick",
                problemOf("7.0+lag_limit=none"));
        assertEquals(
                "7.0+base_slice_ns=1 kernel.base_slice_ns: 1 is outside 100000 to 100000000",
                problemOf("7.0+base_slice_ns=1"));
        assertEquals(
                "7.0+lag_limit kernel: \"lag_limit\" needs a value; write lag_limit=max_2slice_tick"
                        + " or max_queued_slice_plus_tick",
                problemOf("7.0+lag_limit"));
    }

    @Test
    void contradictionsAndRepetitionsAreProblems() {
        assertEquals(
                "7.0+DELAY_ZERO+NO_DELAY_ZERO kernel: \"DELAY_ZERO\" and \"NO_DELAY_ZERO\""
                        + " contradict each other; keep one",
                problemOf("7.0+DELAY_ZERO+NO_DELAY_ZERO"));
        assertEquals(
                "7.0+ttwu+ttwu kernel: \"ttwu\" is added twice; remove one",
                problemOf("7.0+ttwu+ttwu"));
    }

    @Test
    void aKernelFileNamesEveryMistake() {
        ConfigFixture.write(
                directory,
                "kernels/9.0.yaml",
                """
                name: "9.1"
                version: nine
                follows: "7.2"
                source: me
                confidence: sure
                changes:
                  DELAY_DEQUEU: off
                  DELAY_ZERO: maybe
                  lag_limit: {form: huge, source: me}
                  yield_rule: [a]
                tunables:
                  base_slice_ns: 10
                """);
        assertEquals(
                List.of(
                        "kernels/9.0.yaml:1:1 name: \"9.1\" differs from the file's name; write"
                                + " 9.0",
                        "kernels/9.0.yaml:2:10 version: \"nine\" is not a kernel version; write"
                                + " 6.12 or 6.12.107",
                        "kernels/9.0.yaml:5:13 confidence: \"sure\" is not known; choose one of"
                                + " confirmed, high, medium, low, assumed",
                        "kernels/9.0.yaml:7:3 changes.DELAY_DEQUEU: is not known; did you mean"
                                + " DELAY_DEQUEUE?",
                        "kernels/9.0.yaml:8:15 changes.DELAY_ZERO: \"maybe\" is not a switch; write"
                                + " on or off",
                        "kernels/9.0.yaml:9:21 changes.lag_limit.form: \"huge\" is not a form of"
                                + " lag_limit; choose one of max_2slice_tick,"
                                + " max_queued_slice_plus_tick",
                        "kernels/9.0.yaml:10:15 changes.yield_rule: is not a form of yield_rule;"
                                + " choose one of skip_buddy, push_deadline, vruntime_to_deadline",
                        "kernels/9.0.yaml:12:18 tunables.base_slice_ns: 10 is outside 100000 to"
                                + " 100000000"),
                ConfigFixture.problems(
                        directory, () -> new ConfigLibrary(directory).kernel("9.0")));
    }

    @Test
    void aKernelMustSayEverythingOrFollowOne() {
        ConfigFixture.write(
                directory,
                "kernels/a.yaml",
                "name: a\nversion: \"9.0\"\nsource: me\nconfidence: low\n");
        final String problem =
                ConfigFixture.problems(directory, () -> new ConfigLibrary(directory).kernel("a"))
                        .getFirst();
        assertTrue(
                problem.startsWith(
                        "kernels/a.yaml:1:1 changes: says nothing about GENTLE_FAIR_SLEEPERS, "),
                problem);
        assertTrue(problem.endsWith("nr_migrate; add them, or a kernel to follow"), problem);
    }

    @Test
    void followingInACircleIsNoticed() {
        ConfigFixture.write(
                directory,
                "kernels/a.yaml",
                "name: a\nversion: \"9.0\"\nfollows: b\nsource: me\nconfidence: low\n");
        ConfigFixture.write(
                directory,
                "kernels/b.yaml",
                "name: b\nversion: \"9.0\"\nfollows: a\nsource: me\nconfidence: low\n");
        assertEquals(
                List.of("kernels/a.yaml:1:1 follows: goes in a circle: a follows b follows a"),
                ConfigFixture.problems(directory, () -> new ConfigLibrary(directory).kernel("a")));
    }

    @ParameterizedTest
    @CsvSource({
        "6.6..6.12, 6.6, true",
        "6.6..6.12, 6.12.107, true",
        "6.6..6.12, 6.13, false",
        "..6.12, 5.18, true",
        "6.18.., 7.0.13, true",
        "6.18.., 6.17.3, false",
        "7.0, 7.0.13, true",
        "7.0.4, 7.0.13, false",
        "7.0..7.0.9, 7.0.10, false",
    })
    void rangesIncludeBothEnds(String range, String version, boolean contained) {
        assertEquals(
                contained,
                KernelRange.find(range).orElseThrow().contains(KernelVersion.parse(version)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "7.x", "6.6-6.12", "6.6..x", "6.6...6.12", "x..", "7.0.1.2"})
    void whatIsNoRangeIsRefused(String text) {
        assertTrue(KernelRange.find(text).isEmpty());
    }
}
