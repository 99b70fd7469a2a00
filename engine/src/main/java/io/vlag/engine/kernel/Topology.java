package io.vlag.engine.kernel;

import io.vlag.offheap.HotPath;

/**
 * Who shares a last-level cache with whom, as the scheduler's domains see it.
 *
 * <p>First cut: one domain over all CPUs with groups of one CPU. With {@code schedMc} on, the CPUs
 * of one cluster form a domain that shares its cache; with it off no two CPUs share one, and the
 * only domain is the package.
 */
@HotPath
public final class Topology {
    /** imbalance_pct of every domain above SMT. */
    public static final int IMBALANCE_PCT = 117;

    private final int cpuCount;
    private final int[] llcOf; // by CPU; CPUs with equal values share a cache; NO_LLC: none
    private final int[] llcSizeOf;
    private final int[] llcFirstOf; // first CPU of the cache domain, which keeps its shared state

    private static final int NO_LLC = -1;

    /**
     * @param cluster last-level cache of each CPU
     * @param schedMc whether the kernel builds a domain for it
     */
    public Topology(int[] cluster, boolean schedMc) {
        cpuCount = cluster.length;
        llcOf = new int[cpuCount];
        llcSizeOf = new int[cpuCount];
        llcFirstOf = new int[cpuCount];
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            int size = 0;
            int first = cpu;
            for (int other = cpuCount - 1; other >= 0; other--) {
                if (cluster[other] == cluster[cpu]) {
                    size++;
                    first = other;
                }
            }
            final boolean domain = schedMc && size > 1;
            llcOf[cpu] = domain ? cluster[cpu] : NO_LLC;
            llcSizeOf[cpu] = domain ? size : 1;
            llcFirstOf[cpu] = domain ? first : cpu;
        }
    }

    public int cpuCount() {
        return cpuCount;
    }

    /** cpus_share_cache(): without a cache domain a CPU shares only with itself. */
    public boolean shareCache(int a, int b) {
        return a == b || (llcOf[a] != NO_LLC && llcOf[a] == llcOf[b]);
    }

    public boolean hasLlc(int cpu) {
        return llcOf[cpu] != NO_LLC;
    }

    /** CPUs in the cache domain; 1 without one. */
    public int llcSize(int cpu) {
        return llcSizeOf[cpu];
    }

    /** The CPU whose record holds what the cache domain shares. */
    public int llcFirst(int cpu) {
        return llcFirstOf[cpu];
    }
}
