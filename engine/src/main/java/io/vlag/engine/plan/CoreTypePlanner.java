package io.vlag.engine.plan;

import io.vlag.engine.config.HardwareSpec;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Quantity;
import io.vlag.hw.CoreTypePlan;
import io.vlag.hw.IdleStatePlan;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import io.vlag.hw.PowerTable;
import io.vlag.hw.SmtPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** One core type of a machine: what the file says of it, else what it says of all. */
final class CoreTypePlanner {
    private static final int PERMILLE = 1_000;

    private final MachineSpec spec;
    private final String name;
    private final Optional<HardwareSpec.CoreTypeSpec> own;

    CoreTypePlanner(MachineSpec spec, String name) {
        this.spec = spec;
        this.name = name;
        this.own = spec.hardware().coreType(name);
    }

    CoreTypePlan plan() {
        return new CoreTypePlan(
                name,
                number(HardwareSpec.CoreTypeSpec::kernelIpcMilli, spec.costs().kernelIpcMilli()),
                number(HardwareSpec.CoreTypeSpec::userIpcMilli, spec.costs().userIpcMilli()),
                number(
                        HardwareSpec.CoreTypeSpec::branchMissCycles,
                        spec.costs().branchMissCycles()),
                number(
                        HardwareSpec.CoreTypeSpec::dynamicUwPerMhzV2,
                        spec.power().dynamicUwPerMhzV2()),
                value(HardwareSpec.CoreTypeSpec::staticUwPerCpu, spec.power().staticUwPerCpu()),
                idleStates().stream().map(CoreTypePlanner::idleState).toList(),
                own.flatMap(HardwareSpec.CoreTypeSpec::smt)
                        .map(CoreTypePlanner::smt)
                        .orElse(SmtPlan.NONE));
    }

    /** Stall of a path on this core type, from what the file says for all. */
    long stallPs(long ps) {
        return own.flatMap(HardwareSpec.CoreTypeSpec::stallPermille)
                .map(factor -> ps * factor.value() / PERMILLE)
                .orElse(ps);
    }

    Opp opp(MachineSpec.OppSpec opp, long topKhz, int capacity) {
        final Opp plain =
                new Opp(
                        Math.toIntExact(opp.freqKhz()),
                        Math.toIntExact(opp.voltageUv()),
                        Math.toIntExact(Math.max(1, capacity * opp.freqKhz() / topKhz)));
        return new Opp(
                plain.khz(),
                plain.microvolt(),
                plain.capacity(),
                opp.powerUw().orElse(MachinePlan.NONE),
                opp.idlePowerUw().orElse(MachinePlan.NONE),
                kernelUw(opp.kernelPowerUw(), plain));
    }

    private long kernelUw(OptionalLong declared, Opp opp) {
        if (declared.isPresent()) {
            return declared.getAsLong();
        }
        return own.flatMap(HardwareSpec.CoreTypeSpec::kernelDynamicUwPerMhzV2)
                .map(Quantity::value)
                .map(Math::toIntExact)
                .map(coefficient -> PowerTable.dynamicUw(coefficient, opp))
                .orElse((long) MachinePlan.NONE);
    }

    /**
     * Power of a CPU that has been idle for long at an operating point, uW: what an idle machine's
     * meter sees of it.
     */
    double idleUw(MachineSpec.OppSpec opp) {
        final List<MachineSpec.IdleStateSpec> states = idleStates();
        final MachineSpec.IdleStateSpec deepest = states.getLast();
        if (states.size() == 1 && opp.idlePowerUw().isPresent()) {
            return opp.idlePowerUw().getAsLong();
        }
        if (deepest.powerUw().isPresent()) {
            return deepest.powerUw().get().value();
        }
        final double volt = opp.voltageUv() / 1e6;
        final double formulaUw =
                number(
                                        HardwareSpec.CoreTypeSpec::dynamicUwPerMhzV2,
                                        spec.power().dynamicUwPerMhzV2())
                                * (opp.freqKhz() / 1e3)
                                * volt
                                * volt
                        + value(
                                HardwareSpec.CoreTypeSpec::staticUwPerCpu,
                                spec.power().staticUwPerCpu());
        final double busyUw = opp.powerUw().isPresent() ? opp.powerUw().getAsLong() : formulaUw;
        return busyUw * deepest.powerPermille().value() / PERMILLE;
    }

    private List<MachineSpec.IdleStateSpec> idleStates() {
        return own.map(HardwareSpec.CoreTypeSpec::idleStates)
                .filter(states -> !states.isEmpty())
                .orElse(spec.idleStates());
    }

    private static IdleStatePlan idleState(MachineSpec.IdleStateSpec state) {
        return new IdleStatePlan(
                state.name(),
                state.entryLatencyNs().value(),
                state.exitLatencyNs().value(),
                state.minResidencyNs().value(),
                state.powerUw().isPresent() ? 0 : Math.toIntExact(state.powerPermille().value()),
                state.powerUw().map(Quantity::value).orElse((long) MachinePlan.NONE),
                state.wakeLatencyNs().orElse(state.exitLatencyNs()).value(),
                state.transitionNj().map(Quantity::value).orElse(0L));
    }

    private static SmtPlan smt(HardwareSpec.SmtSpec smt) {
        return new SmtPlan(permilles(smt.throughputPermille()), permilles(smt.powerPermille()));
    }

    private static List<Integer> permilles(List<Quantity> quantities) {
        return quantities.stream().map(Quantity::value).map(Math::toIntExact).toList();
    }

    private int number(
            Function<HardwareSpec.CoreTypeSpec, Optional<Quantity>> ofType, Quantity ofAll) {
        return Math.toIntExact(value(ofType, ofAll));
    }

    private long value(
            Function<HardwareSpec.CoreTypeSpec, Optional<Quantity>> ofType, Quantity ofAll) {
        return own.flatMap(ofType).orElse(ofAll).value();
    }
}
