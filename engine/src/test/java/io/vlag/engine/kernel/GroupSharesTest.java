package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GroupSharesTest {
    private static final long NICE_0 = NiceWeights.NICE_0_LOAD_WEIGHT;

    @Test
    void aGroupOnOneCpuAloneHasAllOfItsWeight() {
        assertEquals(NICE_0, GroupShares.shares(NICE_0, NICE_0, 900, 900, 900));
    }

    @Test
    void equalQueuesShareEqually() {
        assertEquals(NICE_0 / 4, GroupShares.shares(NICE_0, NICE_0, 1024, 4096, 1024));
    }

    /** A queue whose tasks just woke has weight but no average yet. */
    @Test
    void theLargerOfWeightAndAverageCounts() {
        assertEquals(NICE_0 / 2, GroupShares.shares(NICE_0, NICE_0, 0, 1024, 0));
        assertEquals(NICE_0 / 2, GroupShares.shares(NICE_0, 0, 1024, 2048, 1024));
    }

    @Test
    void theOldContributionIsReplacedByThePresentLoad() {
        // others 1000, this queue published 3000 and has 1000 now
        assertEquals(NICE_0 / 2, GroupShares.shares(NICE_0, 0, 1000, 4000, 3000));
    }

    @Test
    void theQuotientIsRoundedDown() {
        assertEquals(666, GroupShares.shares(1000, 0, 2, 3, 2));
    }

    @Test
    void anEmptyQueueKeepsTheLeastWeight() {
        assertEquals(GroupShares.SHARES_MIN, GroupShares.shares(NICE_0, 0, 0, 5000, 0));
        assertEquals(GroupShares.SHARES_MIN, GroupShares.shares(NICE_0, 0, 0, 0, 0));
        assertEquals(GroupShares.SHARES_MIN, GroupShares.shares(NICE_0, 0, 1, NICE_0, 1));
        assertEquals(3, GroupShares.shares(3 * NICE_0, 0, 1, NICE_0, 1));
    }

    /** A total published too small, as it lags behind, never gives more than the group has. */
    @Test
    void aPartIsNeverMoreThanTheWhole() {
        assertEquals(NICE_0, GroupShares.shares(NICE_0, 0, 1000, 400, 500));
    }
}
