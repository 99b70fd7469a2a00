package io.vlag.engine.config;

/**
 * A pipe in packet mode: every write takes one slot.
 *
 * @param name scenario-wide name
 * @param slotCount packets it holds, 1..256; 16 by default in Linux
 */
public record PipeSpec(String name, int slotCount) {}
