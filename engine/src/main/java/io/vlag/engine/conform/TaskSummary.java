package io.vlag.engine.conform;

/**
 * Figures of one task over the window of one run; counts in the window, times in ns.
 *
 * @param name the task's last name
 * @param onCpuNs CPU time inside the window
 * @param switchesIn times it came to a CPU
 * @param voluntary whole stints that ended with a sleep
 * @param involuntary whole stints after which it was still runnable
 * @param migrations moves between CPUs
 * @param slices lengths of the whole stints
 * @param latencies from wake-up to CPU
 */
public record TaskSummary(
        String name,
        long onCpuNs,
        long switchesIn,
        long voluntary,
        long involuntary,
        long migrations,
        Lengths slices,
        Lengths latencies) {
    /**
     * Figures of several lengths of time; 0 when there are none.
     *
     * @param count how many
     */
    public record Lengths(long count, double meanNs, double medianNs, double p90Ns) {
        static final Lengths NONE = new Lengths(0, 0, 0, 0);
    }
}
