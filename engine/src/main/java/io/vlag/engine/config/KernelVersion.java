package io.vlag.engine.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel release number.
 *
 * @param major such as 6
 * @param minor such as 12
 * @param patch such as 107; 0 for the first release
 */
public record KernelVersion(int major, int minor, int patch) implements Comparable<KernelVersion> {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,5}))?");

    /** Reads {@code 6.12} or {@code 6.12.107}; empty for anything else. */
    public static Optional<KernelVersion> find(String text) {
        final Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        final String patch = matcher.group(3);
        return Optional.of(
                new KernelVersion(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        patch == null ? 0 : Integer.parseInt(patch)));
    }

    /** The same; throws IllegalArgumentException for anything else. */
    public static KernelVersion parse(String text) {
        return find(text)
                .orElseThrow(() -> new IllegalArgumentException(text + " is not a kernel version"));
    }

    @Override
    public int compareTo(KernelVersion other) {
        if (major != other.major) {
            return Integer.compare(major, other.major);
        }
        return minor != other.minor
                ? Integer.compare(minor, other.minor)
                : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return patch == 0 ? major + "." + minor : major + "." + minor + "." + patch;
    }
}
