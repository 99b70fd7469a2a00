package io.vlag.engine.config;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What running code costs on a machine.
 *
 * @param kernelIpcMilli instructions a cycle of kernel code without mispredictions and stalls,
 *     thousandths
 * @param userIpcMilli the same of user code
 * @param branchMissCycles cycles a mispredicted branch costs
 * @param cacheLineNs time one line from the shared cache or another CPU costs, ns
 * @param paths all entries; for one path the last whose range holds a kernel applies
 */
public record CostModel(
        Quantity kernelIpcMilli,
        Quantity userIpcMilli,
        Quantity branchMissCycles,
        Quantity cacheLineNs,
        List<PathCost> paths) {
    public CostModel {
        paths = List.copyOf(paths);
    }

    /** The entry of every path for one kernel; a valid machine file has one for each. */
    public Map<CostPath, PathCost> forKernel(KernelVersion version) {
        final Map<CostPath, PathCost> chosen = new EnumMap<>(CostPath.class);
        for (final PathCost cost : paths) {
            if (cost.kernels().contains(version)) {
                chosen.put(cost.path(), cost);
            }
        }
        return chosen;
    }
}
