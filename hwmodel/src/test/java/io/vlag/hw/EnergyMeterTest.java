package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EnergyMeterTest {
    private static final long SEED = Long.getLong("test.seed", 53);
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    /** Worked by hand: 520 uW/MHz/V^2 * 2400 MHz * 0.915^2 V^2 = 1044856.8 uW. */
    @Test
    void dynamicPowerIsCoefficientTimesMegahertzTimesVoltSquared() {
        assertEquals(1_044_857, PowerTable.dynamicUw(520, new Opp(2_400_000, 915_000, 1024)));
        assertEquals(524_472, PowerTable.dynamicUw(520, new Opp(1_500_000, 820_000, 640)));
    }

    /** The declared power columns of both Pi 5 variants, mW. */
    @Test
    void powerOfEveryOperatingPointMatchesTheMachineFile() {
        final int[] stockMw = {524, 573, 624, 676, 731, 796, 855, 916, 980, 1045};
        final int[] overclockedMw = {
            590, 644, 700, 758, 818, 890, 955, 1022, 1091, 1162, 1236, 1312, 1390, 1471
        };
        checkMilliwatts(stockMw, Machines.pi5Stock());
        checkMilliwatts(overclockedMw, Machines.pi5Overclocked());
    }

    private static void checkMilliwatts(int[] expectedMw, MachinePlan machine) {
        for (int opp = 0; opp < expectedMw.length; opp++) {
            final long uw = PowerTable.dynamicUw(520, machine.domains().getFirst().opps().get(opp));
            assertEquals(expectedMw[opp], (uw + 500) / 1000, "operating point " + opp);
        }
    }

    @Test
    void idlePowerIsAShareOfBusyPower() {
        final PowerTable powers = new PowerTable(Machines.pi5Stock());
        assertEquals(1_124_857, powers.powerUw(0, 9, IdleStates.BUSY)); // + 80 mW static
        assertEquals(134_983, powers.powerUw(3, 9, 0)); // 12 % = 134982.84
    }

    /** 1 ms busy at the top, 9 ms idle there, all four CPUs idle before at the bottom for 10 ms. */
    @Test
    void aWorkedTimelineAddsUp() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final HwModel model = rig.model();
            final long idleLowUw = 72_537; // 12 % of 604472
            assertEquals(idleLowUw, model.energy().powerUw(1));
            model.freqs().request(0, 9, 9_850_000);
            model.completeTransition(0, 10_000_000);
            model.goBusy(1, 10_000_000);
            model.goIdle(1, 0, FreqDomains.NEVER, 11_000_000);
            final long nj = idleLowUw * 10 + 1_124_857 + 134_983 * 9;
            assertEquals(nj, model.energy().energyNj(1, 20_000_000));
            assertEquals(nj / 1000, model.energy().energyUj(1, 20_000_000));
            assertEquals(1_124_857, model.energy().busyNj(1));
            final long othersNj = idleLowUw * 10 + 134_983 * 10;
            assertEquals(nj + 3 * othersNj, model.energy().domainNj(0, 20_000_000));
            assertEquals(2_700_000 * 20, model.energy().uncoreNj(20_000_000));
            assertEquals(
                    (nj + 3 * othersNj + 2_700_000 * 20) / 1000,
                    model.energy().totalUj(20_000_000));
        }
    }

    @Test
    void thePiecesSumToTheExactIntegral() {
        final MachinePlan machine = Machines.bigLittle();
        final PowerTable powers = new PowerTable(machine);
        try (Machines.Rig rig = Machines.rig(machine, 777)) {
            final HwModel model = rig.model();
            final SplittableRandom random = new SplittableRandom(SEED);
            final BigInteger[] exactFj = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
            long now = 777;
            for (int i = 0; i < 30_000; i++) {
                final long piece =
                        random.nextLong(random.nextInt(50) == 0 ? 50_000_000_000L : 40_000);
                now += piece;
                for (int cpu = 0; cpu < 3; cpu++) {
                    final long uw =
                            powers.powerUw(cpu, model.freqs().opp(cpu), model.idles().state(cpu));
                    exactFj[cpu] = exactFj[cpu].add(Rounding.product(uw, piece));
                    assertEquals(
                            exactFj[cpu].divide(MILLION).longValueExact(),
                            model.energy().energyNj(cpu, now),
                            "seed=" + SEED + " step=" + i);
                }
                randomChange(model, random, now);
            }
        }
    }

    private static void randomChange(HwModel model, SplittableRandom random, long now) {
        final int cpu = random.nextInt(3);
        if (random.nextInt(4) == 0) {
            final int domain = random.nextInt(2);
            final int opp = random.nextInt(model.freqs().opps().top(domain) + 1);
            if (model.freqs().request(domain, opp, now - 100_000) != FreqDomains.NEVER) {
                model.completeTransition(domain, now);
            }
        } else if (model.idles().idle(cpu)) {
            model.goBusy(cpu, now);
        } else {
            model.goIdle(cpu, random.nextInt(2), FreqDomains.NEVER, now);
        }
    }

    /** 500 W for 200 days in one piece, and in two. */
    @Test
    void longPiecesDoNotOverflow() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("integral", RateIntegral.BYTES, 2);
        try (Slab slab = plan.allocate()) {
            final long days = 200L * 86_400 * 1_000_000_000;
            RateIntegral.add(slab.at(offset), 500_000_001, days + 3);
            RateIntegral.add(slab.at(offset) + RateIntegral.BYTES, 500_000_001, days / 3);
            RateIntegral.add(
                    slab.at(offset) + RateIntegral.BYTES, 500_000_001, days + 3 - days / 3);
            final BigInteger exact = Rounding.product(500_000_001, days + 3);
            for (long at = slab.at(offset); at <= slab.at(offset) + 16; at += 16) {
                assertEquals(exact.divide(MILLION).longValueExact(), RateIntegral.whole(at));
                assertEquals(exact.mod(MILLION).longValueExact(), RateIntegral.millionths(at));
            }
        }
    }
}
