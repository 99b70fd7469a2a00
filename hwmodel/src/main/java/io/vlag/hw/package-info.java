/**
 * The machine below the kernel: topology, capacities, clocks and their transitions, what a kernel
 * path costs, hardware counters, idle states, power and energy, and the governors that look only at
 * idle time.
 *
 * <p>Owns: the hardware part of a simulation's slab. Never does: know a task, a run queue or a
 * configuration file. The engine turns a machine file into a {@link io.vlag.hw.MachinePlan}; the
 * tables here are built from that plan and keep all that changes in the slab. Everything that
 * decides is integer arithmetic. Single-threaded, like its owner.
 */
package io.vlag.hw;
