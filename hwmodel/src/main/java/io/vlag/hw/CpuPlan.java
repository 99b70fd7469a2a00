package io.vlag.hw;

/**
 * One logical CPU. Ids compare for equality only; indices point into the lists of the {@link
 * MachinePlan}.
 *
 * @param capacity capacity at the top clock, 1..1024
 * @param coreTypeIndex its {@link CoreTypePlan}
 * @param domainIndex its {@link DomainPlan}
 * @param physicalCoreId CPUs with the same id are SMT siblings
 * @param clusterId CPUs with the same id share a cluster
 * @param llcId CPUs with the same id share the last-level cache as the kernel sees it; {@link
 *     MachinePlan#NONE} when the kernel has no cache domain for this CPU
 * @param nodeId memory node
 */
public record CpuPlan(
        int capacity,
        int coreTypeIndex,
        int domainIndex,
        int physicalCoreId,
        int clusterId,
        int llcId,
        int nodeId) {}
