/**
 * What the kernel decides. The fair class (EEVDF): virtual time, placement, picking, protection,
 * wake-up preemption, delayed dequeue, load tracking around them.
 *
 * <p>Owns: the rules. Never does: own time, events or costs; the simulation drives it and pays for
 * it. All state lives in {@code io.vlag.engine.state}; one thread per simulation.
 */
package io.vlag.engine.kernel;
