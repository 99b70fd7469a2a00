package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a group entity and the queue above it take over from the group's queue, worked by hand from
 * docs/model/groups.md. All three averages stand 282 units into a period, so that they are divided
 * by 46718 + 282 = 47000; the group entity has the weight of half a nice-0 task.
 */
class GroupPropagationTest {
    private static final int CPU = 0;
    private static final int GROUP = 1;
    private static final int DIVIDER = 47_000;
    private static final int LEAST_DIVIDER = 46_718;
    private static final int WEIGHT = 512;

    private GroupHarness cpu;
    private GroupPropagation propagation;
    private int entity;
    private int own;
    private long entityAt;
    private long ownAt;
    private long aboveAt;

    @BeforeEach
    void aGroupInTheRoot() {
        cpu = new GroupHarness("v70", 1, 1, 2);
        cpu.fair.newGroup(GROUP, GroupHarness.ROOT, WEIGHT << 10, false);
        propagation = propagationOf(cpu.bench);
        entity = cpu.bench.entityTree.entityOf(GROUP, CPU);
        own = cpu.bench.entityTree.queueOf(GROUP, CPU);
        entityAt = cpu.bench.entities.avgAt(entity);
        ownAt = cpu.bench.queues.avgAt(own);
        aboveAt = cpu.bench.queues.avgAt(CPU);
        for (final long at : new long[] {entityAt, ownAt, aboveAt}) {
            PeltLayout.periodContrib(at, DIVIDER - LEAST_DIVIDER);
        }
    }

    @AfterEach
    void freeTheSlab() {
        cpu.close();
    }

    static GroupPropagation propagationOf(FairBench bench) {
        return new GroupPropagation(
                new FairState(bench.entities, bench.queues, bench.runQueues, bench.groups),
                bench.entityTree);
    }

    @Test
    void nothingIsPassedOnUnlessSomethingJoinedOrLeft() {
        PeltLayout.utilAvg(ownAt, 160);
        assertFalse(propagation.isPending(entity));
        assertFalse(propagation.propagate(CPU, entity));
        assertEquals(0, PeltLayout.utilAvg(entityAt));
        assertEquals(0, PeltLayout.utilAvg(aboveAt));
    }

    @Test
    void aTaskHasNothingToPassOn() {
        propagation.note(own, 1);
        assertFalse(propagation.propagate(CPU, 0));
        assertTrue(propagation.isPending(entity));
    }

    @Test
    void whatIsNotedAddsUpAndGoesUpOneLevelOnce() {
        propagation.note(own, 30);
        propagation.note(own, -10);
        assertTrue(propagation.isPending(entity));
        assertEquals(20, cpu.bench.queues.propagatedSum(own));

        assertTrue(propagation.propagate(CPU, entity));
        assertFalse(propagation.isPending(entity));
        assertEquals(0, cpu.bench.queues.propagatedSum(own));
        assertEquals(20, cpu.bench.queues.propagatedSum(CPU), "the level above passes it on");
        assertEquals(1, cpu.bench.queues.propagate(CPU));
        assertFalse(propagation.propagate(CPU, entity), "nothing new");
    }

    /** 300 of 1024 ran: 300 * 47000 / 1024 units of load are gone, rounded down. */
    @Test
    void whatOtherCpusTookIsNotedByItsRunnableTime() {
        propagation.noteRemoved(own, 300);
        assertEquals(-13_770, cpu.bench.queues.propagatedSum(own));
    }

    /** Case by case: averages of own queue and entity, and of the queue above before and after. */
    @ParameterizedTest
    @CsvSource({
        // grows by 60, from a sum of 100 * 47000
        "160, 100, 4700000, 300, 14000000, 360, 16820000",
        // the same, but the sum is too small for the new average: 360 * 46718
        "160, 100, 4700000, 300, 13990000, 360, 16818480",
        // shrinks by 60
        "40, 100, 4700000, 300, 14099999, 240, 11279999",
        // nothing is less than nothing
        "40, 100, 4700000, 50, 2000000, 0, 0"
    })
    void utilisationAndRunnableTimeOfAGroupAreThoseOfItsQueue(
            long avg, long before, long sumBefore, long above, long sumAbove, long then, long sum) {
        PeltLayout.utilAvg(ownAt, avg);
        PeltLayout.utilAvg(entityAt, before);
        PeltLayout.utilSum(entityAt, sumBefore);
        PeltLayout.utilAvg(aboveAt, above);
        PeltLayout.utilSum(aboveAt, sumAbove);
        PeltLayout.runnableAvg(ownAt, avg);
        PeltLayout.runnableAvg(entityAt, before);
        PeltLayout.runnableSum(entityAt, sumBefore);
        PeltLayout.runnableAvg(aboveAt, above);
        PeltLayout.runnableSum(aboveAt, sumAbove);
        propagation.note(own, 0);

        assertTrue(propagation.propagate(CPU, entity));

        assertEquals(avg, PeltLayout.utilAvg(entityAt));
        assertEquals(avg * DIVIDER, PeltLayout.utilSum(entityAt));
        assertEquals(then, PeltLayout.utilAvg(aboveAt));
        assertEquals(sum, PeltLayout.utilSum(aboveAt));
        assertEquals(avg, PeltLayout.runnableAvg(entityAt));
        assertEquals(avg * DIVIDER, PeltLayout.runnableSum(entityAt));
        assertEquals(then, PeltLayout.runnableAvg(aboveAt));
        assertEquals(sum, PeltLayout.runnableSum(aboveAt));
    }

    /** Sums move within a period without their averages; such a part of a period is not lost. */
    @Test
    void anAverageThatIsTheSameLeavesTheSumsAlone() {
        PeltLayout.utilAvg(ownAt, 100);
        PeltLayout.utilAvg(entityAt, 100);
        PeltLayout.utilSum(entityAt, 4_712_345);
        PeltLayout.utilSum(aboveAt, 14_012_345);
        PeltLayout.runnableAvg(ownAt, 100);
        PeltLayout.runnableAvg(entityAt, 100);
        PeltLayout.runnableSum(entityAt, 4_712_345);
        PeltLayout.runnableSum(aboveAt, 14_012_345);
        propagation.note(own, 0);

        assertTrue(propagation.propagate(CPU, entity));

        assertEquals(4_712_345, PeltLayout.utilSum(entityAt));
        assertEquals(14_012_345, PeltLayout.utilSum(aboveAt));
        assertEquals(4_712_345, PeltLayout.runnableSum(entityAt));
        assertEquals(14_012_345, PeltLayout.runnableSum(aboveAt));
    }

    /** Load sum of the entity before, what joined, how much it ran, and its load sum after. */
    @ParameterizedTest
    @CsvSource({
        "20000, 10000, 4589, 30000", // what joined is added
        "40000, 10000, 4589, 47000", // a sum is never more than full
        "1000, 500, 8000, 8000", // never less than it ran
    })
    void loadThatJoinsIsAddedToTheGroupsLoad(long before, long joined, long ran, long then) {
        propagateLoad(before, joined, ran);
        assertLoad(before, then);
    }

    /** 2 nice-0 tasks are left on the group's queue, with a load sum of 15000 each. */
    @ParameterizedTest
    @CsvSource({
        "20000, 4589, 15000", // what is left is like an average task
        "12000, 4589, 12000", // but not more than before
        "20000, 16000, 16000", // and not less than it ran
    })
    void whenLoadLeavesAnAverageTaskStandsForTheRest(long before, long ran, long then) {
        cpu.bench.queues.loadWeight(own, 2_048 << 10);
        PeltLayout.loadSum(ownAt, 2_048 * 15_000);
        propagateLoad(before, -1, ran);
        assertLoad(before, then);
    }

    @Test
    void whenTheLastLoadLeavesOnlyWhatRanIsLeft() {
        PeltLayout.loadSum(ownAt, 2_048 * 15_000);
        propagateLoad(20_000, -20_000, 4_589);
        assertLoad(20_000, 4_589);
    }

    @Test
    void loadThatJoinedAndLeftAgainChangesNoLoad() {
        propagation.note(own, 5_000);
        propagateLoad(20_000, -5_000, 30_000);
        assertEquals(20_000, PeltLayout.loadSum(entityAt));
        assertEquals(1_000, PeltLayout.loadAvg(aboveAt));
    }

    /** The queue above has more load than its sum allows to lose: it stops at the least sum. */
    @Test
    void aLoadSumIsAtLeastItsAverageTimesTheLeastDivider() {
        PeltLayout.loadAvg(aboveAt, 1_000);
        PeltLayout.loadSum(aboveAt, 46_000_000);
        PeltLayout.loadSum(entityAt, 20_000);
        PeltLayout.loadAvg(entityAt, 217);
        propagation.note(own, 10_000);
        assertTrue(propagation.propagate(CPU, entity));
        assertEquals(1_109, PeltLayout.loadAvg(aboveAt));
        assertEquals(1_109L * LEAST_DIVIDER, PeltLayout.loadSum(aboveAt));
    }

    @Test
    void loadDoesNotFallBelowNothing() {
        PeltLayout.loadAvg(aboveAt, 10);
        PeltLayout.loadSum(aboveAt, 500_000);
        PeltLayout.loadSum(entityAt, 20_000);
        PeltLayout.loadAvg(entityAt, 217);
        propagation.note(own, -20_000);
        assertTrue(propagation.propagate(CPU, entity));
        assertEquals(0, PeltLayout.loadAvg(aboveAt));
        assertEquals(0, PeltLayout.loadSum(aboveAt));
    }

    private void propagateLoad(long before, long joined, long ran) {
        PeltLayout.loadSum(entityAt, before);
        PeltLayout.loadAvg(entityAt, before * WEIGHT / DIVIDER);
        PeltLayout.utilSum(entityAt, ran << 10);
        PeltLayout.loadAvg(aboveAt, 1_000);
        PeltLayout.loadSum(aboveAt, 1_000L * DIVIDER);
        propagation.note(own, joined);
        assertTrue(propagation.propagate(CPU, entity));
    }

    private void assertLoad(long before, long then) {
        assertEquals(then, PeltLayout.loadSum(entityAt));
        final long avg = then * WEIGHT / DIVIDER;
        assertEquals(avg, PeltLayout.loadAvg(entityAt));
        final long above = 1_000 + avg - before * WEIGHT / DIVIDER;
        assertEquals(above, PeltLayout.loadAvg(aboveAt));
        assertEquals(
                Math.max(1_000L * DIVIDER + WEIGHT * (then - before), above * LEAST_DIVIDER),
                PeltLayout.loadSum(aboveAt));
    }
}
