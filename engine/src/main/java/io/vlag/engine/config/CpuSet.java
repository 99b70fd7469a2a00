package io.vlag.engine.config;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A set of CPU numbers.
 *
 * @param cpus rising, without repeats; empty means every CPU
 */
public record CpuSet(List<Integer> cpus) {
    /** Every CPU of the machine. */
    public static final CpuSet ALL = new CpuSet(List.of());

    public CpuSet {
        cpus = cpus.stream().distinct().sorted().collect(Collectors.toUnmodifiableList());
    }

    public boolean isAll() {
        return cpus.isEmpty();
    }

    public boolean contains(int cpu) {
        return isAll() || cpus.contains(cpu);
    }

    public BitSet toBitSet(int cpuCount) {
        final BitSet bits = new BitSet(cpuCount);
        if (isAll()) {
            bits.set(0, cpuCount);
        } else {
            cpus.forEach(bits::set);
        }
        return bits;
    }
}
