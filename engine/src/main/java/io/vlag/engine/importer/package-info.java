/**
 * Turns other tools' workload files into {@link io.vlag.engine.config.Workload} records.
 *
 * <p>Owns: the dialects of those files, the bounds an untrusted file has to keep, and the notes on
 * what was ignored or approximated. Never does: simulate, print, follow a path named inside a file,
 * or guess silently; what a file says and the simulator has no means for is either noted or refused
 * with its line.
 */
package io.vlag.engine.importer;
