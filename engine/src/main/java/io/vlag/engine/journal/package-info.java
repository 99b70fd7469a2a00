/**
 * The journal: the only way out of a simulation. Fixed-size binary records, a running digest over
 * them, the hand-over from the simulation thread to a writer thread, and the targets behind it
 * (Chronicle Queue, memory, none).
 *
 * <p>Owns: the record schema ({@link io.vlag.engine.journal.RecordSchema}), the document format
 * ({@link io.vlag.engine.journal.DocumentHeader}, docs/formats/journal.md), the writer thread.
 * Never does: decide anything in a simulation; the simulated result and its digest are the same
 * with every target and at every speed of the disk. Chronicle Queue's classes appear in {@code
 * ChronicleFile}, {@code ChronicleSettings} and {@code ChronicleDocuments} alone.
 */
package io.vlag.engine.journal;
