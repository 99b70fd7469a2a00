package io.vlag.engine.config;

/**
 * What one pass through a kernel path costs.
 *
 * @param path which path
 * @param kernels kernels it was measured on or estimated for
 * @param instructions retired instructions; cost cycles by the machine's IPC
 * @param stallNs time that does not scale with the CPU clock, ns
 * @param branchMissesMilli mispredicted branches, thousandths
 * @param cacheLines cache lines that come from the shared cache or another CPU
 * @param source where the four numbers come from
 */
public record PathCost(
        CostPath path,
        KernelRange kernels,
        Quantity instructions,
        Quantity stallNs,
        Quantity branchMissesMilli,
        Quantity cacheLines,
        String source) {}
