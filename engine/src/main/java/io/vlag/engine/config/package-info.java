/**
 * What a user asks for, as records: scenarios, machines, kernels, workloads. Reading a file
 * collects every problem in it with file, line and column before it gives up.
 *
 * <p>Owns: names, units and limits of all input. Never does: simulate, allocate off-heap memory,
 * read a clock.
 */
package io.vlag.engine.config;
