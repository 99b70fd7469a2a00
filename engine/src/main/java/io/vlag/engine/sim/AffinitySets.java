package io.vlag.engine.sim;

import io.vlag.engine.config.CpuSet;
import java.util.Arrays;
import java.util.List;

/** CPU sets as the words of {@code AffinityTable}. */
final class AffinitySets {
    private AffinitySets() {}

    static long[] words(CpuSet cpus, int cpuCount) {
        return Arrays.copyOf(
                cpus.toBitSet(cpuCount).toLongArray(), (cpuCount + Long.SIZE - 1) / Long.SIZE);
    }

    static long[][] words(List<CpuSet> sets, int cpuCount) {
        return sets.stream().map(set -> words(set, cpuCount)).toArray(long[][]::new);
    }
}
