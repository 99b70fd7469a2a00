/**
 * Recorded numbers of real kernels and how tests replay them: which files there are, which module
 * owns which, reading, comparing cell by cell, and the table of what was compared.
 *
 * <p>Owns: the layout of a directory of recordings. Never does: compute anything itself; what a
 * module replays is its own code, the code that simulations run. Used by tests only. See
 * docs/model/golden.md.
 */
package io.vlag.golden;
