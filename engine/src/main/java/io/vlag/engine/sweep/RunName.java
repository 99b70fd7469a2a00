package io.vlag.engine.sweep;

/**
 * Which run of a scenario: its coordinates.
 *
 * @param kernel label of the kernel
 * @param variant variant of the machine
 * @param seed seed of all randomness
 */
public record RunName(String kernel, String variant, long seed) {
    @Override
    public String toString() {
        return kernel + " on " + variant + ", seed " + seed;
    }
}
