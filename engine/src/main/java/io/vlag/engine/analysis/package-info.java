/**
 * What numbers of many runs say: differences with intervals, effects of changes, indices of
 * sensitivity, fronts, and searches over configurations.
 *
 * <p>Owns: the statistics and the order in which a search asks for runs. Never does: simulate, read
 * files or print; whoever calls hands in a function or the numbers, and the same numbers give the
 * same answer.
 */
package io.vlag.engine.analysis;
