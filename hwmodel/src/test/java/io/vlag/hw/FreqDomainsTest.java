package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FreqDomainsTest {
    private static final long SEED = Long.getLong("test.seed", 47);

    private final Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0);
    private final FreqDomains freqs = rig.model().freqs();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theNewClockRunsAfterTheTransition() {
        assertEquals(1_500_000, freqs.khz(0));
        assertEquals(151_000, freqs.request(0, 9, 1_000));
        assertEquals(1_500_000, freqs.khz(0));
        assertEquals(9, freqs.targetOpp(0));
        assertTrue(freqs.complete(0, 151_000));
        assertEquals(2_400_000, freqs.khz(3));
        assertEquals(FreqDomains.NEVER, freqs.dueNs(0));
        assertEquals(1, freqs.transitionCount(0));
    }

    @Test
    void aRequestInFlightReplacesTheTargetAndKeepsTheTime() {
        assertEquals(151_000, freqs.request(0, 9, 1_000));
        assertEquals(151_000, freqs.request(0, 4, 100_000));
        assertTrue(freqs.complete(0, 151_000));
        assertEquals(1_900_000, freqs.khz(0));
        assertEquals(301_000, freqs.request(0, 9, 151_000));
        assertEquals(301_000, freqs.request(0, 4, 200_000));
        assertFalse(freqs.complete(0, 301_000), "back to where it was");
        assertEquals(1, freqs.transitionCount(0));
    }

    @Test
    void beingThereAlreadyTakesNoTransition() {
        assertEquals(FreqDomains.NEVER, freqs.request(0, 0, 1_000));
    }

    @Test
    void policyLimitsHoldAndReleaseTheWantedClock() {
        freqs.startAt(0, 9);
        assertEquals(150_000, freqs.limits(0, 0, 5, 0));
        assertTrue(freqs.complete(0, 150_000));
        assertEquals(2_000_000, freqs.khz(0));
        assertEquals(853, freqs.freqScale(0), "1024 * 2000 / 2400 truncated");
        assertEquals(1_150_000, freqs.limits(0, 0, 9, 1_000_000));
        assertTrue(freqs.complete(0, 1_150_000));
        assertEquals(1024, freqs.freqScale(0));
    }

    @Test
    void aHardwareCeilingIsAtOnceAndUnseenByTheKernel() {
        freqs.startAt(0, 9);
        assertTrue(freqs.hardwareCeiling(0, 3, 500));
        assertEquals(1_800_000, freqs.khz(0));
        assertEquals(1024, freqs.freqScale(0));
        assertEquals(9, freqs.currentOpp(0));
        assertTrue(freqs.hardwareCeiling(0, 9, 700));
        assertEquals(2_400_000, freqs.khz(0));
        assertEquals(200, freqs.residencyNs(0, 3, 900));
        assertEquals(700, freqs.residencyNs(0, 9, 900));
    }

    @Test
    void withoutInvarianceTheScaleIsFull() {
        final MachinePlan pi5 = Machines.pi5Stock();
        final MachinePlan plain =
                new MachinePlan(
                        "plain", false, pi5.cpus(), pi5.coreTypes(), pi5.domains(), pi5.uncoreUw());
        try (Machines.Rig other = Machines.rig(plain, 0)) {
            assertEquals(1_500_000, other.model().freqs().khz(0));
            assertEquals(1024, other.model().freqs().freqScale(0));
        }
    }

    @Test
    void theScaleOfEveryOperatingPointIsItsCapacity() {
        for (MachinePlan machine : List.of(Machines.pi5Stock(), Machines.pi5Overclocked())) {
            try (Machines.Rig other = Machines.rig(machine, 0)) {
                final List<Opp> opps = machine.domains().getFirst().opps();
                for (int opp = 0; opp < opps.size(); opp++) {
                    other.model().freqs().startAt(0, opp);
                    assertEquals(opps.get(opp).capacity(), other.model().freqs().freqScale(0));
                }
            }
        }
    }

    @Test
    void meanClockAndResidencyAreExactOverAnyWindow() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final OppTable opps = freqs.opps();
        final long[] residency = new long[10];
        BigInteger microCycles = BigInteger.ZERO;
        long now = 0;
        long cyclesAtMark = 0;
        long mark = 0;
        BigInteger microAtMark = BigInteger.ZERO;
        for (int i = 0; i < 20_000; i++) {
            final long piece =
                    random.nextLong(1, random.nextInt(100) == 0 ? 100_000_000_000L : 5_000_000);
            microCycles =
                    microCycles.add(Rounding.product(opps.khz(0, freqs.runningOpp(0)), piece));
            residency[freqs.runningOpp(0)] += piece;
            now += piece;
            if (i == 7_000) {
                mark = now;
                cyclesAtMark = freqs.cycles(0, now);
                microAtMark = microCycles;
            }
            assertEquals(
                    microCycles.divide(BigInteger.valueOf(1_000_000)).longValueExact(),
                    freqs.cycles(0, now));
            if (freqs.request(0, random.nextInt(10), now) != FreqDomains.NEVER) {
                now += 150_000;
                microCycles =
                        microCycles.add(
                                Rounding.product(opps.khz(0, freqs.runningOpp(0)), 150_000));
                residency[freqs.runningOpp(0)] += 150_000;
                freqs.complete(0, now);
            }
        }
        for (int opp = 0; opp < 10; opp++) {
            assertEquals(residency[opp], freqs.residencyNs(0, opp, now), "seed=" + SEED);
        }
        final long exactMean =
                microCycles
                        .subtract(microAtMark)
                        .divide(BigInteger.valueOf(now - mark))
                        .longValueExact();
        final long mean = FreqDomains.meanKhz(cyclesAtMark, freqs.cycles(0, now), now - mark);
        assertTrue(Math.abs(exactMean - mean) <= 1, exactMean + " " + mean + " seed=" + SEED);
        assertEquals(0, FreqDomains.meanKhz(5, 5, 0));
    }
}
