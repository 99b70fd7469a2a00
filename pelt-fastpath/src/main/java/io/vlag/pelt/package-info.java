/**
 * Load tracking bit for bit as the kernel does it: the decaying averages of a task, a run queue or
 * a CPU's interrupts, the clocks they are driven by, how averages join and leave a queue, and the
 * utilisation estimates built on them.
 *
 * <p>Owns: the layout of two 64-byte records ({@link io.vlag.pelt.PeltLayout}, {@link
 * io.vlag.pelt.RqClockLayout}) and every operation on them. All operations are static methods on a
 * record's byte offset in {@link io.vlag.offheap.Memory#ARENA}; the records belong to the
 * simulation that reserved them and are used by its one thread.
 *
 * <p>Never does: know what a task, a queue or a CPU is beyond its record, decide <em>when</em> an
 * average is updated, allocate, or use floating point.
 */
package io.vlag.pelt;
