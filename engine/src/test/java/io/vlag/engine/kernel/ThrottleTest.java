package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queues are throttled, which tasks are kept off them, and when their clocks stand still. */
class ThrottleTest {
    private static final int LIMITED = 1;
    private static final long MS = 1_000_000;

    private GroupHarness cpus;
    private Throttle throttle;

    /** Groups 2 and 4 lie in 1, 3 beside it, 5 in 2; tasks 0 to 3 in group 1, on CPU 0. */
    private void start(String form) {
        final String[] change = {"throttle_form", form};
        cpus = new GroupHarness("v70", 2, 4, 6, change);
        final int[] parents = {0, 0, 1, 0, 1, 2};
        for (int group = 1; group < 6; group++) {
            cpus.fair.newGroup(group, parents[group], GroupHarness.SHARES, false);
        }
        cpus.fair.limitGroup(LIMITED, 20 * MS, 100 * MS, 200 * MS);
        for (int task = 0; task < 4; task++) {
            cpus.fair.newTask(0, task, 0, EntityTable.POLICY_NORMAL, LIMITED);
        }
        final FairState state =
                new FairState(
                        cpus.bench.entities,
                        cpus.bench.queues,
                        cpus.bench.runQueues,
                        cpus.bench.groups);
        throttle =
                new Throttle(
                        GoldenRules.rules("v70", change),
                        state,
                        cpus.bench.entityTree,
                        new Quota(state, cpus.bench.entityTree, QuotaTimers.none()));
    }

    @AfterEach
    void freeTheSlab() {
        cpus.close();
    }

    private int queue(int group, int cpu) {
        return cpus.bench.entityTree.queueOf(group, cpu);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, true",
        "2, 1, true",
        "4, 1, true",
        "5, 1, true",
        "5, 2, true",
        "3, 1, false",
        "4, 2, false",
        "5, 4, false",
        "1, 2, false",
        "3, 0, true"
    })
    void aGroupIsWithinItselfAndAllAroundIt(int group, int around, boolean within) {
        start("task");
        assertEquals(within, throttle.isWithin(group, around));
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "task"})
    void allQueuesBelowAThrottledOneHaveNoQuotaEither(String form) {
        start(form);
        throttle.mark(queue(LIMITED, 0));
        throttle.mark(queue(2, 0));
        final int[] counts = {0, 1, 2, 0, 1, 2};
        for (int group = 0; group < 6; group++) {
            final int q = queue(group, 0);
            assertEquals(counts[group], cpus.bench.queues.throttleCount(q), "group " + group);
            assertEquals(counts[group] != 0, throttle.isThrottled(q));
            assertEquals(0, cpus.bench.queues.throttleCount(queue(group, 1)), "the other CPU");
            final boolean cutOff = form.equals("queue") && (group == LIMITED || group == 2);
            assertEquals(cutOff, throttle.cutsOff(q), "group " + group);
        }
    }

    @Test
    void aQueueHasQuotaAgainWhenNoneAboveItIsThrottled() {
        start("task");
        throttle.mark(queue(LIMITED, 0));
        throttle.mark(queue(2, 0));
        assertFalse(throttle.release(queue(5, 0)));
        assertEquals(1, cpus.bench.queues.frozen(queue(5, 0)), "its clock stands still");
        assertTrue(throttle.isThrottled(queue(5, 0)));
        assertTrue(throttle.release(queue(5, 0)));
        assertFalse(throttle.isThrottled(queue(5, 0)));
    }

    @Test
    void throttledQueuesOfAGroupStandInLine() {
        start("queue");
        final int first = queue(LIMITED, 1);
        final int second = queue(LIMITED, 0);
        throttle.mark(first);
        throttle.mark(second);
        assertEquals(first, cpus.fair.firstThrottled(LIMITED));
        assertEquals(FairClass.NONE, cpus.fair.firstThrottled(2));
        throttle.unmark(first);
        assertEquals(second, cpus.fair.firstThrottled(LIMITED));
        assertEquals(0, cpus.bench.queues.throttled(first));
        throttle.mark(first);
        throttle.unmark(second);
        assertEquals(first, cpus.fair.firstThrottled(LIMITED));
        throttle.unmark(first);
        assertEquals(FairClass.NONE, cpus.fair.firstThrottled(LIMITED));
        throttle.mark(second);
        assertEquals(second, cpus.fair.firstThrottled(LIMITED), "the line begins anew");
        throttle.unmark(second);
        assertEquals(FairClass.NONE, cpus.fair.firstThrottled(LIMITED));
    }

    /** The whole queue: at once. Task by task: when the last entity has left. */
    @ParameterizedTest
    @CsvSource({"queue, 7000000", "task, 2000000"})
    void theClockOfAThrottledQueueStandsStill(String form, long lostNs) {
        start(form);
        final int q = queue(LIMITED, 0);
        cpus.fair.enqueue(0, 0, FairClass.ENQUEUE_WAKEUP);
        throttle.mark(q);
        assertEquals(form.equals("queue") ? 1 : 0, cpus.bench.queues.frozen(q));
        assertEquals(1, cpus.bench.queues.frozen(queue(2, 0)), "an empty one at once");
        assertEquals(0, cpus.bench.queues.frozen(queue(3, 0)));
        cpus.bench.advance(0, 5 * MS, 0);
        throttle.emptied(q);
        assertEquals(1, cpus.bench.queues.frozen(q));
        cpus.bench.advance(0, 2 * MS, 0);
        throttle.thaw(q);
        assertEquals(0, cpus.bench.queues.frozen(q));
        assertEquals(lostNs, cpus.bench.queues.lostPeltNs(q));
        cpus.bench.advance(0, 9 * MS, 0);
        throttle.thaw(q);
        assertEquals(lostNs, cpus.bench.queues.lostPeltNs(q), "it runs already");
        throttle.emptied(q);
        cpus.bench.advance(0, 3 * MS, 0);
        assertTrue(throttle.release(q));
        assertEquals(lostNs + 3 * MS, cpus.bench.queues.lostPeltNs(q), "it adds up");
    }

    @Test
    void theClockOfAQueueWithQuotaRunsOnWhenItIsEmptied() {
        start("task");
        throttle.emptied(queue(LIMITED, 0));
        assertEquals(0, cpus.bench.queues.frozen(queue(LIMITED, 0)));
    }

    @Test
    void tasksAreLetBackInTheOrderInWhichTheyWereKeptOff() {
        start("task");
        keepOff(2, 0, 3, 1);
        assertEquals(List.of(2, 0, 3, 1), letBack());
        assertEquals(EntityTable.THROTTLE_NONE, cpus.bench.entities.throttle(3));
        assertEquals(List.of(), letBack());
        keepOff(1, 3);
        assertEquals(1, throttle.letBack(queue(LIMITED, 0)), "the list begins anew");
        keepOff(2);
        assertEquals(List.of(3, 2), letBack());
    }

    @ParameterizedTest
    @CsvSource({"2, 0 3 1", "0, 2 3 1", "3, 2 0 1", "1, 2 0 3"})
    void aTaskThatDoesNotWaitAnyMoreLeavesTheOthersInOrder(int gone, String others) {
        start("task");
        keepOff(2, 0, 3, 1);
        assertTrue(throttle.forget(gone));
        assertEquals(EntityTable.THROTTLE_NONE, cpus.bench.entities.throttle(gone));
        assertFalse(throttle.forget(gone));
        keepOff(gone);
        final List<Integer> expected = new ArrayList<>();
        for (final String other : others.split(" ")) {
            expected.add(Integer.parseInt(other));
        }
        expected.add(gone);
        assertEquals(expected, letBack());
    }

    @Test
    void theLastTaskThatDoesNotWaitAnyMoreLeavesAnEmptyList() {
        start("task");
        keepOff(2);
        assertTrue(throttle.forget(2));
        assertEquals(List.of(), letBack());
        keepOff(0);
        assertEquals(List.of(0), letBack());
    }

    private void keepOff(int... tasks) {
        for (final int task : tasks) {
            throttle.keepOff(task);
            assertEquals(EntityTable.THROTTLE_OFF, cpus.bench.entities.throttle(task));
        }
    }

    private List<Integer> letBack() {
        final List<Integer> tasks = new ArrayList<>();
        final int q = queue(LIMITED, 0);
        for (int task = throttle.letBack(q); task != FairClass.NONE; task = throttle.letBack(q)) {
            tasks.add(task);
        }
        return tasks;
    }

    /** A task that is picked is to leave before it reaches user code, if it is still so then. */
    @Test
    void aPickedTaskWithoutQuotaIsDueToLeave() {
        start("task");
        throttle.picked(0);
        throttle.mark(queue(LIMITED, 0));
        assertFalse(throttle.isDue(0), "there was quota, and it was not picked since");
        throttle.picked(0);
        assertTrue(throttle.isDue(0));
        assertTrue(throttle.release(queue(LIMITED, 0)));
        assertFalse(throttle.isDue(0), "there is quota again");
        throttle.mark(queue(LIMITED, 0));
        assertFalse(throttle.isDue(0), "and that was it");
        throttle.picked(0);
        assertFalse(throttle.forget(0), "due, but not kept off");
        assertFalse(throttle.isDue(0));
    }

    @Test
    void noTaskIsDueWhereWholeQueuesLeave() {
        start("queue");
        throttle.mark(queue(LIMITED, 0));
        throttle.picked(0);
        assertFalse(throttle.isDue(0));
    }

    @ParameterizedTest
    @CsvSource({"1, 0, false", "0, 0, true", "-1, 0, true", "-1, 1, true", "-1, 2, false"})
    void aQueueRunsOutIfNotEvenTheLastNanosecondsOfTheGroupHelp(
            long leftNs, long ofGroupNs, boolean out) {
        start("task");
        final int q = queue(LIMITED, 0);
        cpus.bench.queues.runtimeRemainingNs(q, leftNs);
        cpus.bench.groups.runtimeNs(LIMITED, ofGroupNs);
        assertEquals(out, throttle.runsOut(q));
    }

    @Test
    void aQueueThatIsThrottledOrUnlimitedDoesNotRunOut() {
        start("task");
        cpus.bench.groups.runtimeNs(LIMITED, 0);
        throttle.mark(queue(LIMITED, 0));
        assertFalse(throttle.runsOut(queue(LIMITED, 0)));
        assertFalse(throttle.runsOut(queue(3, 0)));
        assertFalse(throttle.runsOut(0), "the root");
    }

    /** The first entity draws a chunk; only where there is none its queue is throttled at once. */
    @ParameterizedTest
    @CsvSource({"1, 0, false", "0, 0, true", "-5, 5, true", "-5, 6, false", "0, 100, false"})
    void aFirstEntityThatFindsNoQuotaIsRefused(long leftNs, long ofGroupNs, boolean refused) {
        start("task");
        final int q = queue(LIMITED, 0);
        cpus.bench.queues.runtimeRemainingNs(q, leftNs);
        cpus.bench.groups.runtimeNs(LIMITED, ofGroupNs);
        assertEquals(refused, throttle.refusesFirst(q));
    }

    @Test
    void aFirstEntityIsNotRefusedWithoutALimitOrByAQueueThatRunsOrIsThrottled() {
        start("task");
        final int q = queue(LIMITED, 0);
        cpus.bench.groups.runtimeNs(LIMITED, 0);
        assertTrue(throttle.refusesFirst(q));
        cpus.bench.queues.curr(q, 1);
        assertFalse(throttle.refusesFirst(q), "its runner finds out at the switch");
        cpus.bench.queues.curr(q, FairClass.NONE);
        throttle.mark(q);
        assertFalse(throttle.refusesFirst(q));
        assertFalse(throttle.refusesFirst(queue(3, 0)));
    }
}
