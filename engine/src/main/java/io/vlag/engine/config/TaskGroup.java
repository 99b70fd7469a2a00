package io.vlag.engine.config;

/**
 * A task group as a scenario declares it.
 *
 * @param path normalised: {@code /a/b}
 * @param shares weight against its siblings, 2..262144; 1024 = a nice-0 task
 * @param idle SCHED_IDLE as a whole
 * @param quotaNs CPU time a period, 1 ms and up; 0 = no limit
 * @param periodNs period of the quota, 1 ms to 1 s
 * @param position where it was written
 */
public record TaskGroup(
        String path,
        long shares,
        boolean idle,
        long quotaNs,
        long periodNs,
        SourcePosition position) {
    /** Weight of a group that says nothing about it. */
    public static final long SHARES_DEFAULT = 1_024;

    /** Least weight. */
    public static final long SHARES_MIN = 2;

    /** Largest weight. */
    public static final long SHARES_MAX = 262_144;

    /** Weight of an idle group. */
    public static final long SHARES_IDLE = 3;

    /** Period of a quota that does not say. */
    public static final long PERIOD_NS_DEFAULT = 100_000_000;

    private static final long CGROUP_WEIGHT_DEFAULT = 100;

    /** A group that is only named. */
    public static TaskGroup undeclared(String path, SourcePosition position) {
        return new TaskGroup(path, SHARES_DEFAULT, false, 0, PERIOD_NS_DEFAULT, position);
    }

    /** What the kernel makes of a cgroup v2 weight, 1..10000: to nearest. */
    public static long sharesOfWeight(long weight) {
        return (weight * SHARES_DEFAULT + CGROUP_WEIGHT_DEFAULT / 2) / CGROUP_WEIGHT_DEFAULT;
    }

    /** Path with one slash before each part; empty for the root group. */
    public static String normalised(String path) {
        final StringBuilder normal = new StringBuilder();
        for (final String part : path.split("/")) {
            if (!part.isEmpty()) {
                normal.append('/').append(part);
            }
        }
        return normal.toString();
    }

    /** Whether a path has a part that means another place. */
    public static boolean isRelative(String path) {
        for (final String part : path.split("/")) {
            if (part.equals(".") || part.equals("..")) {
                return true;
            }
        }
        return false;
    }
}
