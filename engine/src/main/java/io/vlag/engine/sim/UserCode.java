package io.vlag.engine.sim;

import io.vlag.hw.HwModel;
import io.vlag.offheap.HotPath;

/** Time of short stretches of user code that workloads give in instructions. */
@HotPath
final class UserCode {
    private static final long PS_KHZ_PER_CYCLE = 1_000_000_000L; // one cycle at 1 kHz, ps

    private final HwModel hw;

    UserCode(HwModel hw) {
        this.hw = hw;
    }

    /**
     * Counts {@code instructions} (at most 1e6) of user code on the CPU and returns their time, ns.
     */
    long pass(int cpu, long instructions) {
        if (instructions == 0) {
            return 0;
        }
        final int khz = hw.freqs().khz(cpu);
        final int ipcMilli = hw.userIpcMilli(cpu);
        final long ps = instructions * 1_000 * PS_KHZ_PER_CYCLE / ((long) ipcMilli * khz);
        final long ns = hw.clock().chargePs(cpu, ps);
        hw.counters().addUser(cpu, ns, khz, ipcMilli);
        return ns;
    }
}
