package io.vlag.hw;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Machines for tests. Pi 5: voltages as read from one board's firmware, the rest as
 * docs/model/hardware.md says.
 */
final class Machines {
    static final IdleStatePlan WFI = new IdleStatePlan("WFI", 200, 500, 1_000, 120);
    static final CoreTypePlan A76 =
            new CoreTypePlan("cortex-a76", 1600, 14, 520, 80_000, List.of(WFI));
    static final int[] STOCK_UV = {
        820_000, 830_000, 840_000, 850_000, 860_000, 875_000, 885_000, 895_000, 905_000, 915_000
    };
    static final int[] OC_UV = {
        870_000, 880_000, 890_000, 900_000, 910_000, 925_000, 935_000, 945_000, 955_000, 965_000,
        975_000, 985_000, 995_000, 1_005_000
    };

    static final HwModel.IdlePolicy IDLE_POLICY =
            new HwModel.IdlePolicy(IdleGovernors.MENU, 4_000_000);

    private Machines() {}

    static MachinePlan pi5Stock() {
        return pi5(STOCK_UV);
    }

    static MachinePlan pi5Overclocked() {
        return pi5(OC_UV);
    }

    private static MachinePlan pi5(int[] microvolt) {
        final List<CpuPlan> cpus =
                IntStream.range(0, 4).mapToObj(i -> new CpuPlan(1024, 0, 0, i, 0, 0, 0)).toList();
        return new MachinePlan(
                "pi5",
                true,
                cpus,
                List.of(A76),
                List.of(new DomainPlan("arm", opps(microvolt), 150_000)),
                2_700_000);
    }

    /** 100 MHz grid from 1.5 GHz. */
    static List<Opp> opps(int... microvolt) {
        final List<Opp> opps = new ArrayList<>();
        final int maxKhz = 1_500_000 + 100_000 * (microvolt.length - 1);
        for (int i = 0; i < microvolt.length; i++) {
            final int khz = 1_500_000 + 100_000 * i;
            opps.add(new Opp(khz, microvolt[i], (int) (1024L * khz / maxKhz)));
        }
        return opps;
    }

    /** Two little CPUs and one big one, two idle states each, clocks that do not divide evenly. */
    static MachinePlan bigLittle() {
        final List<IdleStatePlan> states =
                List.of(
                        new IdleStatePlan("WFI", 100, 400, 500, 100),
                        new IdleStatePlan("off", 30_000, 90_000, 400_000, 7));
        final CoreTypePlan little = new CoreTypePlan("little", 900, 8, 87, 11_111, states);
        final CoreTypePlan big = new CoreTypePlan("big", 2300, 13, 731, 99_991, states);
        final DomainPlan slow =
                new DomainPlan(
                        "little",
                        List.of(new Opp(300_000, 541_250, 33), new Opp(1_803_001, 962_500, 201)),
                        55_000);
        final DomainPlan fast =
                new DomainPlan(
                        "big",
                        List.of(
                                new Opp(500_003, 611_000, 187),
                                new Opp(1_999_993, 801_250, 747),
                                new Opp(2_802_000, 1_100_007, 1024)),
                        0);
        return new MachinePlan(
                "bigLittle",
                true,
                List.of(
                        new CpuPlan(201, 0, 0, 0, 0, 0, 0),
                        new CpuPlan(201, 0, 0, 1, 0, 0, 0),
                        new CpuPlan(1024, 1, 1, 2, 1, 0, 0)),
                List.of(little, big),
                List.of(slow, fast),
                123_457);
    }

    /** Same paths on every core type. */
    static PathCosts paths(MachinePlan machine) {
        final List<PathCost> paths =
                List.of(
                        new PathCost("switch", 1300, 0, 12_000, 5_000, 2_500),
                        new PathCost("syscall", 333, 1100, 0, 250, 0));
        return new PathCosts(machine, machine.coreTypes().stream().map(type -> paths).toList());
    }

    /** A model on its own slab, reset at {@code nowNs}. */
    static Rig rig(MachinePlan machine, long nowNs) {
        final PathCosts costs = paths(machine);
        final SlabPlan plan = new SlabPlan();
        final HwModel.Offsets offsets = HwModel.reserve(plan, machine, costs);
        final long ondemandOffset = Ondemand.reserve(plan, machine);
        final Slab slab = plan.allocate();
        final HwModel model = new HwModel(slab, offsets, machine, costs, IDLE_POLICY);
        model.reset(nowNs);
        return new Rig(slab, model, slab.at(ondemandOffset), machine);
    }

    /** Slab and model; closes the slab. */
    record Rig(Slab slab, HwModel model, long ondemandAt, MachinePlan machine)
            implements AutoCloseable {
        Ondemand ondemand(OndemandPlan plan) {
            return ondemand(plan, null);
        }

        Ondemand ondemand(OndemandPlan plan, @Nullable WaitingIdle waiting) {
            return new Ondemand(ondemandAt, machine, plan, model.freqs(), model.idles(), waiting);
        }

        Conservative conservative(ConservativePlan plan) {
            return new Conservative(ondemandAt, machine, plan, model.freqs(), model.idles());
        }

        @Override
        public void close() {
            slab.close();
        }
    }
}
