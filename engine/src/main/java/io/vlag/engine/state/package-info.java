/**
 * Where a simulation's scheduler state lives: tables over one slab, one record layout each.
 *
 * <p>Owns: layouts and typed access. Never does: decide anything. References between records are
 * indices; absent is {@code NONE}. A table is a view: it becomes invalid with its slab.
 */
package io.vlag.engine.state;
