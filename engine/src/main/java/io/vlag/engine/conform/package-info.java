/**
 * Comparison with recordings of real kernels: reads a recording, builds machine, kernel and
 * workload from it, simulates from several phases of the tick, and holds every figure to the
 * tolerance file.
 *
 * <p>Owns: the layout of recordings (docs/formats/recordings.md), the definitions of the figures,
 * the verdicts. Never does: change a model; a recording decides what is simulated, never how.
 */
package io.vlag.engine.conform;
