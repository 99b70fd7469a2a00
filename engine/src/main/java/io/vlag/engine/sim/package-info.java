/**
 * The simulation itself: the event loop, what CPUs execute, how steps of programs become
 * operations, wake-ups and sleeps.
 *
 * <p>Owns: simulated time. Never does: read a clock, the environment, a file or a hash order; one
 * thread, one slab, one seed give one result.
 */
package io.vlag.engine.sim;
