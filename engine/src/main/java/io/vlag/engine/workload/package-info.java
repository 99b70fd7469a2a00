/**
 * Step programs: what tasks do between scheduling decisions, compiled from the records of {@code
 * config} into instructions that the simulation reads from off-heap memory.
 *
 * <p>Owns: the instruction set and the compiler. Never does: advance time or schedule.
 */
package io.vlag.engine.workload;
