package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CpuSpeedTest {
    private static final long SEED = Long.getLong("test.seed", 43);

    @Test
    void aNanosecondOfWorkIsANanosecondAtFullSpeed() {
        final CpuSpeed speeds = new CpuSpeed(Machines.pi5Stock());
        assertEquals(1 << 20, speeds.speedQ20(0, 9));
        assertEquals(
                1_000_000, CpuSpeed.workToNs(CpuSpeed.workQ20(1_000_000), speeds.speedQ20(0, 9)));
        assertEquals(655_360, speeds.speedQ20(0, 0)); // 2^20 * 1500 / 2400
        assertEquals(
                1_600_000, CpuSpeed.workToNs(CpuSpeed.workQ20(1_000_000), speeds.speedQ20(0, 0)));
        assertEquals(0, CpuSpeed.workToNs(0, speeds.speedQ20(0, 0)));
        assertEquals(0, CpuSpeed.workToNs(-5, speeds.speedQ20(0, 0)));
    }

    @Test
    void aSmallCpuIsSlowerByItsCapacityAndItsClock() {
        final CpuSpeed speeds = new CpuSpeed(Machines.bigLittle());
        assertEquals(205_824, speeds.speedQ20(0, 1)); // 2^20 * 201 / 1024
        assertEquals(34_247, speeds.speedQ20(1, 0)); // * 300000 / 1803001 = 34246.9
        assertEquals(1 << 20, speeds.speedQ20(2, 2));
    }

    @Test
    void aRunCutAnywhereDoesTheSameWork() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 10_000; i++) {
            final int speed = random.nextInt(1, (1 << 20) + 1);
            final long work = random.nextLong(1, CpuSpeed.workQ20(1_000_000));
            final long wholeNs = CpuSpeed.workToNs(work, speed);
            long left = work;
            long ns = 0;
            while (left > 0) {
                final long piece = random.nextLong(1, CpuSpeed.workToNs(left, speed) + 1);
                left -= CpuSpeed.nsToWork(piece, speed);
                ns += piece;
            }
            assertEquals(wholeNs, ns, "seed=" + SEED);
            assertTrue(left > -speed, "less than a nanosecond too much, seed=" + SEED);
        }
    }

    @Test
    void stepsThatCreditTheirExcessTakeTheTimeOfOneStep() {
        final int speed = 34_247;
        long left = 0;
        long ns = 0;
        for (int step = 0; step < 10_000; step++) {
            left += CpuSpeed.workQ20(777);
            final long run = CpuSpeed.workToNs(left, speed);
            left -= CpuSpeed.nsToWork(run, speed);
            ns += run;
        }
        assertEquals(CpuSpeed.workToNs(CpuSpeed.workQ20(7_770_000), speed), ns);
    }
}
