package io.vlag.engine.config;

import java.util.Optional;
import java.util.OptionalLong;

/** Reads what a scenario sets of its governor. */
final class GovernorSettingsReader {
    static final KeySet CONSERVATIVE =
            KeySet.of(
                    "scenario",
                    "conservative",
                    "upThresholdPercent",
                    "downThresholdPercent",
                    "freqStepPercent",
                    "samplingRate",
                    "samplingDownFactor");

    static final long RATE_LIMIT_NS_MAX = 60_000_000_000L;
    private static final long MINUTE_NS = 60_000_000_000L;
    private static final long SAMPLING_NS_MIN = 1_000_000;
    private static final long KHZ_MAX = 100_000_000;

    private GovernorSettingsReader() {}

    /**
     * @param file the scenario
     */
    static GovernorSettings read(Fields file, Governor governor) {
        final OptionalLong rateLimitNs =
                file.optional("rateLimit")
                        .map(value -> value.amount(Unit.DURATION, 0, RATE_LIMIT_NS_MAX))
                        .orElse(OptionalLong.empty());
        final GovernorSettings.Conservative conservative =
                file.optional("conservative")
                        .map(value -> conservative(value.fields(CONSERVATIVE)))
                        .orElse(GovernorSettings.Conservative.DEFAULT);
        return new GovernorSettings(rateLimitNs, setSpeedKhz(file, governor), conservative);
    }

    /** The userspace governor needs a speed, and nobody else takes one. */
    private static OptionalLong setSpeedKhz(Fields file, Governor governor) {
        if (governor == Governor.USERSPACE) {
            return OptionalLong.of(file.amount("setSpeed", Unit.FREQUENCY, 1, KHZ_MAX, "1800MHz"));
        }
        final Optional<Value> given = file.optional("setSpeed");
        given.ifPresent(
                value -> value.reject("is for governor: userspace; remove it or choose that one"));
        return OptionalLong.empty();
    }

    private static GovernorSettings.Conservative conservative(Fields fields) {
        final GovernorSettings.Conservative kernel = GovernorSettings.Conservative.DEFAULT;
        final int up =
                (int) fields.integerOr("upThresholdPercent", 1, 100, kernel.upThresholdPercent());
        final int down =
                (int)
                        fields.integerOr(
                                "downThresholdPercent", 0, 99, kernel.downThresholdPercent());
        if (down >= up) {
            fields.reject(
                    "has downThresholdPercent "
                            + down
                            + " not below upThresholdPercent "
                            + up
                            + "; the kernel refuses that");
        }
        return new GovernorSettings.Conservative(
                up,
                down,
                (int) fields.integerOr("freqStepPercent", 0, 100, kernel.freqStepPercent()),
                (int) fields.integerOr("samplingDownFactor", 1, 10, kernel.samplingDownFactor()),
                fields.optional("samplingRate")
                        .map(value -> value.amount(Unit.DURATION, SAMPLING_NS_MIN, MINUTE_NS))
                        .orElse(OptionalLong.empty()));
    }
}
