package io.vlag.engine.config;

import java.util.Optional;

/**
 * A range of kernel versions, both ends included; an end without a patch number includes all patches of that release.
 *
 * @param from first; empty for no lower end
 * @param to last; empty for no upper end
 */
public record KernelRange(Optional<KernelVersion> from, Optional<KernelVersion> to, String text) {
    /** Every kernel. */
    public static final KernelRange ALL = new KernelRange(Optional.empty(), Optional.empty(), "..");

    /**
     * Reads {@code 6.6..6.12}, {@code ..6.12}, {@code 6.18..} or a single {@code 7.0}; throws IllegalArgumentException on
     * anything else.
     */
    public static KernelRange parse(String text) {
        final int dots = text.indexOf("..");
        if (dots < 0) {
            return new KernelRange(Optional.of(KernelVersion.parse(text)), Optional.of(lastOf(text)), text);
        }
        final String low = text.substring(0, dots).strip();
        final String high = text.substring(dots + 2).strip();
        return new KernelRange(
                low.isEmpty() ? Optional.empty() : Optional.of(KernelVersion.parse(low)),
                high.isEmpty() ? Optional.empty() : Optional.of(lastOf(high)),
                text);
    }

    private static KernelVersion lastOf(String text) {
        final KernelVersion version = KernelVersion.parse(text);
        final boolean wholeRelease = text.indexOf('.') == text.lastIndexOf('.');
        return wholeRelease ? new KernelVersion(version.major(), version.minor(), Integer.MAX_VALUE) : version;
    }

    public boolean contains(KernelVersion version) {
        return from.map(low -> low.compareTo(version) <= 0).orElse(true)
                && to.map(high -> version.compareTo(high) <= 0).orElse(true);
    }

    @Override
    public String toString() {
        return text;
    }
}
