/**
 * From what a user asked for to what a simulation needs: names become indices, units become
 * integers, every buffer is counted. A plan is immutable; any number of simulations run from it.
 */
package io.vlag.engine.plan;
