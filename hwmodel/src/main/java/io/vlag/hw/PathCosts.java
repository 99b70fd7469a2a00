package io.vlag.hw;

import io.vlag.offheap.HotPath;
import java.util.ArrayList;
import java.util.List;

/**
 * Times of all kernel paths at all operating points, worked out once: the hot call is a table load.
 * Paths are known by index; the engine decides what they are. Immutable.
 *
 * <p>Times are picoseconds, because a path of a few hundred cycles loses 0.1 to 0.5 % when it is
 * rounded to a nanosecond and the loss would differ from clock to clock. Add up the paths of one
 * event, then turn the sum into time once with {@link CpuClock#chargePs}, which carries the
 * remainder.
 */
public final class PathCosts {
    private final int pathCount;
    private final int[] rowBase; // by CPU: where its (core type, domain) rows begin in psTable
    private final int[] typeBase; // by CPU: where its core type begins in costs
    private final long[] psTable; // [core type and domain][opp][path]
    private final List<PathCost> costs; // [core type][path]

    /**
     * Builds the table.
     *
     * @param pathsByCoreType one list per core type of the machine, all with the same paths in the
     *     same order
     * @throws IllegalArgumentException when a list is missing or differs in its paths
     */
    public PathCosts(MachinePlan machine, List<List<PathCost>> pathsByCoreType) {
        check(machine, pathsByCoreType);
        pathCount = pathsByCoreType.getFirst().size();
        costs = pathsByCoreType.stream().flatMap(List::stream).toList();
        rowBase = new int[machine.cpuCount()];
        typeBase = new int[machine.cpuCount()];
        final List<Long> rows = new ArrayList<>();
        final int[][] known =
                new int[machine.coreTypes().size()][machine.domainCount()]; // base + 1; 0 = not yet
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            final int type = machine.cpus().get(cpu).coreTypeIndex();
            final int domain = machine.cpus().get(cpu).domainIndex();
            if (known[type][domain] == 0) {
                known[type][domain] = rows.size() + 1;
                for (Opp opp : machine.domains().get(domain).opps()) {
                    for (PathCost cost : pathsByCoreType.get(type)) {
                        rows.add(cost.durationPs(machine.coreTypes().get(type), opp.khz()));
                    }
                }
            }
            rowBase[cpu] = known[type][domain] - 1;
            typeBase[cpu] = type * pathCount;
        }
        psTable = rows.stream().mapToLong(Long::longValue).toArray();
    }

    public int pathCount() {
        return pathCount;
    }

    /** Time of one pass, picoseconds. */
    @HotPath
    public long durationPs(int path, int cpu, int opp) {
        return psTable[rowBase[cpu] + opp * pathCount + path];
    }

    /** What the path costs on this CPU. Cold. */
    public PathCost cost(int path, int cpu) {
        return costs.get(typeBase[cpu] + path);
    }

    private static void check(MachinePlan machine, List<List<PathCost>> pathsByCoreType) {
        if (pathsByCoreType.size() != machine.coreTypes().size()) {
            throw new IllegalArgumentException(
                    "path costs for "
                            + pathsByCoreType.size()
                            + " core types, but machine "
                            + machine.name()
                            + " has "
                            + machine.coreTypes().size());
        }
        final List<String> names = names(pathsByCoreType.getFirst());
        for (int type = 1; type < pathsByCoreType.size(); type++) {
            if (!names(pathsByCoreType.get(type)).equals(names)) {
                throw new IllegalArgumentException(
                        "core type "
                                + machine.coreTypes().get(type).name()
                                + " has the paths "
                                + names(pathsByCoreType.get(type))
                                + ", not "
                                + names);
            }
        }
    }

    private static List<String> names(List<PathCost> paths) {
        return paths.stream().map(PathCost::name).toList();
    }
}
