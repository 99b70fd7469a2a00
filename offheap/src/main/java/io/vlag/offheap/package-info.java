/**
 * Raw memory: one process-wide arena, the plan that cuts it into one slab per simulation, and the
 * two structures every simulation needs before it knows what a task is (index free lists, the event
 * queue).
 *
 * <p>Owns: the arena and all addresses. Never does: know what a record means. References between
 * records are indices; positions inside the arena are byte offsets ("at"), never machine addresses.
 */
package io.vlag.offheap;
