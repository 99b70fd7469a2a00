package io.vlag.hw;

import java.util.List;

/**
 * Hardware that does not let one domain run slower than another allows: a shared cache that has to
 * keep up, or cores behind one clock generator.
 *
 * @param from index of the domain that sets the floor
 * @param to index of the domain that gets it
 * @param floorOpps by operating point of {@code from}: lowest operating point of {@code to}
 */
public record ClockFloorPlan(int from, int to, List<Integer> floorOpps) {
    public ClockFloorPlan {
        floorOpps = List.copyOf(floorOpps);
    }
}
