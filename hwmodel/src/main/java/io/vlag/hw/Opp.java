package io.vlag.hw;

/**
 * One operating point of a frequency domain.
 *
 * @param khz clock, kHz
 * @param microvolt core voltage, uV
 * @param capacity capacity of one CPU of the domain at this clock, 1..1024, 1024 = the biggest CPU
 *     at its top clock
 */
public record Opp(int khz, int microvolt, int capacity) {}
