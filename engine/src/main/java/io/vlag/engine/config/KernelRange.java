package io.vlag.engine.config;

import java.util.Optional;

/**
 * A range of kernel versions, both ends included; an end without a patch number includes all
 * patches of that release.
 *
 * @param from first; empty for no lower end
 * @param to last; empty for no upper end
 */
public record KernelRange(Optional<KernelVersion> from, Optional<KernelVersion> to, String text) {
    /** Every kernel. */
    public static final KernelRange ALL = new KernelRange(Optional.empty(), Optional.empty(), "..");

    /**
     * Reads {@code 6.6..6.12}, {@code ..6.12}, {@code 6.18..} or a single {@code 7.0}; empty for
     * anything else.
     */
    public static Optional<KernelRange> find(String text) {
        final int dots = text.indexOf("..");
        final String low = (dots < 0 ? text : text.substring(0, dots)).strip();
        final String high = (dots < 0 ? text : text.substring(dots + 2)).strip();
        final Optional<KernelVersion> from = KernelVersion.find(low);
        final Optional<KernelVersion> to =
                KernelVersion.find(high).map(version -> last(version, high));
        final boolean fits = dots < 0 ? from.isPresent() : endFits(low, from) && endFits(high, to);
        return fits ? Optional.of(new KernelRange(from, to, text)) : Optional.empty();
    }

    private static boolean endFits(String text, Optional<KernelVersion> end) {
        return text.isEmpty() || end.isPresent();
    }

    /** The last patch of a release that is given without a patch number. */
    private static KernelVersion last(KernelVersion version, String text) {
        final boolean wholeRelease = text.indexOf('.') == text.lastIndexOf('.');
        return wholeRelease
                ? new KernelVersion(version.major(), version.minor(), Integer.MAX_VALUE)
                : version;
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
