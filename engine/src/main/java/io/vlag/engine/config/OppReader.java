package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reads operating points: one by one, or a grid. */
final class OppReader {
    static final KeySet OPP =
            KeySet.of(
                    "machine",
                    "opp",
                    "freq",
                    "voltage",
                    "power",
                    "idlePower",
                    "kernelPower",
                    "upTo",
                    "step",
                    "voltageUpTo");

    private static final int GRID_MAX = 1_000;

    private OppReader() {}

    static List<MachineSpec.OppSpec> opps(Value value) {
        final List<MachineSpec.OppSpec> opps = new ArrayList<>();
        for (final Value item : value.list(1)) {
            final Fields fields = item.fields(OPP);
            final long freqKhz =
                    fields.amount("freq", Unit.FREQUENCY, 1_000, 100_000_000, "2400MHz");
            final long voltageUv =
                    fields.amount("voltage", Unit.VOLTAGE, 1_000, 10_000_000, "915mV");
            if (!opps.isEmpty() && freqKhz <= opps.getLast().freqKhz()) {
                item.reject(
                        "has freq "
                                + Unit.FREQUENCY.format(freqKhz)
                                + ", which is not above the OPP before it ("
                                + Unit.FREQUENCY.format(opps.getLast().freqKhz())
                                + "); list OPPs in rising order");
            }
            if (fields.has("upTo")) {
                opps.addAll(grid(fields, freqKhz, voltageUv));
            } else {
                opps.add(
                        new MachineSpec.OppSpec(
                                freqKhz,
                                voltageUv,
                                power(fields, "power"),
                                power(fields, "idlePower"),
                                power(fields, "kernelPower")));
            }
        }
        return opps;
    }

    private static OptionalLong power(Fields fields, String key) {
        return fields.optional(key)
                .map(value -> value.amount(Unit.POWER, 0, 1_000_000_000_000L))
                .orElse(OptionalLong.empty());
    }

    /** Equal steps of the clock, the voltage rising in a straight line with it. */
    private static List<MachineSpec.OppSpec> grid(Fields fields, long fromKhz, long fromUv) {
        final long toKhz = fields.amount("upTo", Unit.FREQUENCY, 1_000, 100_000_000, "3900MHz");
        final long stepKhz = fields.amount("step", Unit.FREQUENCY, 1, 100_000_000, "100MHz");
        final long toUv = fields.amount("voltageUpTo", Unit.VOLTAGE, 1_000, 10_000_000, "1050mV");
        final List<MachineSpec.OppSpec> opps = new ArrayList<>();
        if (toKhz <= fromKhz || (toKhz - fromKhz) / stepKhz > GRID_MAX) {
            fields.reject("needs upTo above freq and at most " + GRID_MAX + " steps between them");
            return opps;
        }
        for (long khz = fromKhz; khz <= toKhz; khz += stepKhz) {
            // the last step may be a little short: the end is always there
            final long clock = toKhz - khz < stepKhz / 2 ? toKhz : khz;
            opps.add(
                    new MachineSpec.OppSpec(
                            clock,
                            fromUv + (toUv - fromUv) * (clock - fromKhz) / (toKhz - fromKhz),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty()));
        }
        if (opps.getLast().freqKhz() != toKhz) {
            opps.add(
                    new MachineSpec.OppSpec(
                            toKhz,
                            toUv,
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty()));
        }
        return opps;
    }
}
