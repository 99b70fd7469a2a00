package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.KernelSpec;
import io.vlag.engine.config.KernelVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The kernel expression that a recording stands for. */
final class RecordedKernel {
    private static final int CPUS_SCALED_MAX = 8;

    private final ConfigLibrary library;

    RecordedKernel(ConfigLibrary library) {
        this.library = library;
    }

    /** The kernel file of that very release, else of its series; none when neither is modelled. */
    Optional<String> fileOf(KernelVersion version) {
        final List<String> names = library.kernelNames();
        final String series = version.major() + "." + version.minor();
        return List.of(series + "." + version.patch(), series).stream()
                .filter(names::contains)
                .findFirst();
    }

    /**
     * A kernel with what the recording changed.
     *
     * @param asked simulated instead of the recorded kernel; null for the recorded one
     */
    Optional<String> expression(Meta meta, @Nullable String asked) {
        final Optional<String> recorded = fileOf(meta.kernel());
        final Optional<String> base = asked == null ? recorded : Optional.of(asked);
        return base.map(
                kernel -> {
                    final KernelSpec defaults = library.kernel(recorded.orElse(kernel));
                    final StringBuilder expression = new StringBuilder(kernel);
                    for (final String term : changed(meta, defaults)) {
                        final String key = term.replaceFirst("^NO_", "").replaceFirst("=.*", "");
                        if (!kernel.contains(key)) {
                            expression.append('+').append(term);
                        }
                    }
                    return expression.toString();
                });
    }

    private static List<String> changed(Meta meta, KernelSpec defaults) {
        final List<String> terms = new ArrayList<>();
        for (final String flag : meta.knobs().getOrDefault("features", "").split(" ")) {
            final boolean off = flag.startsWith("NO_");
            KernelChange.byKey(off ? flag.substring(3) : flag)
                    .filter(change -> change.kind() == KernelChange.Kind.FEATURE)
                    .filter(change -> defaults.isOn(change) == off)
                    .ifPresent(_ -> terms.add(flag));
        }
        addTunable(terms, meta, defaults, KernelChange.BASE_SLICE_NS, scale(meta));
        addTunable(terms, meta, defaults, KernelChange.MIGRATION_COST_NS, 1);
        addTunable(terms, meta, defaults, KernelChange.NR_MIGRATE, 1);
        return terms;
    }

    private static void addTunable(
            List<String> terms, Meta meta, KernelSpec defaults, KernelChange tunable, long scale) {
        final Map<String, String> knobs = meta.knobs();
        final String text = knobs.getOrDefault(tunable.key(), "");
        if (!text.matches("\\d{1,12}")) {
            return;
        }
        final long value = Long.parseLong(text) / scale;
        if (value != defaults.tunable(tunable)
                && value >= tunable.min()
                && value <= tunable.max()) {
            terms.add(tunable.key() + "=" + value);
        }
    }

    /** What the kernel multiplies its slices with: 1 + log2 of up to 8 CPUs, when it scales. */
    private static long scale(Meta meta) {
        return meta.knobs().getOrDefault("tunable_scaling", "1").equals("1")
                ? Long.SIZE - Long.numberOfLeadingZeros(Math.min(meta.cpuCount(), CPUS_SCALED_MAX))
                : 1;
    }
}
