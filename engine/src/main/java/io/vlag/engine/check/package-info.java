/**
 * What must hold in every state of a simulation, whatever the kernel and the workload: the
 * invariants of docs/model/invariants.md, recomputed from the tables after an event.
 *
 * <p>Owns: nothing of the state. Never does: write to it, nor run unless {@code --check} asks for
 * it; it may allocate and is slow.
 */
package io.vlag.engine.check;
