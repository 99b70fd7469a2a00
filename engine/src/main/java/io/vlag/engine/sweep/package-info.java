/**
 * Many simulations of one command: a crew of workers, one a core, each with one simulation and its
 * slab at a time.
 *
 * <p>Owns: the worker threads, the order of results (that of the orders, whatever worker was
 * first), stopping between slices. Never does: choose what is simulated, or anything that could
 * reach a simulated result; a run gives the same records with any number of workers.
 */
package io.vlag.engine.sweep;
