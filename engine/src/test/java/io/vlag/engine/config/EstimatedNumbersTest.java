package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every estimated number of a machine is found once, and moves alone. */
class EstimatedNumbersTest {
    private static final KernelVersion VERSION = KernelVersion.find("7.0").orElseThrow();

    @ParameterizedTest
    @ValueSource(strings = {"pi5", "pixel6", "rk3588", "power9", "x86-8"})
    void everyNumberMovesInItsRange(String name) {
        final MachineSpec machine = ConfigFixture.library().machine(name).variants().getFirst();
        final EstimatedNumbers numbers = new EstimatedNumbers(machine, List.of(VERSION));
        final List<EstimatedNumbers.Entry> entries = numbers.entries();
        assertTrue(entries.size() > 10, name + ": " + entries.size());
        assertEquals(
                entries.size(),
                new HashSet<>(entries.stream().map(EstimatedNumbers.Entry::name).toList()).size(),
                () -> "names of " + entries);
        final double[] places = new double[entries.size()];
        Arrays.fill(places, 0.5);
        assertEquals(machine, numbers.at(places));
        for (int i = 0; i < places.length; i += 3) {
            places[i] = 1;
            final MachineSpec moved = numbers.at(places);
            final Quantity quantity =
                    new EstimatedNumbers(moved, List.of(VERSION)).entries().get(i).quantity();
            assertEquals(entries.get(i).quantity().high(), quantity.value());
            if (quantity.high() != entries.get(i).quantity().value()) {
                assertNotEquals(machine, moved);
            }
            places[i] = 0;
            assertEquals(
                    entries.get(i).quantity().low(),
                    new EstimatedNumbers(numbers.at(places), List.of(VERSION))
                            .entries()
                            .get(i)
                            .quantity()
                            .value());
            places[i] = 0.5;
        }
    }

    /** What no kernel of the comparison walks is left out. */
    @ParameterizedTest
    @ValueSource(strings = {"pi5"})
    void costsOfOtherKernelsAreLeftOut(String name) {
        final MachineSpec machine = ConfigFixture.library().machine(name).variants().getFirst();
        final List<String> names =
                new EstimatedNumbers(machine, List.of(VERSION))
                        .entries().stream().map(EstimatedNumbers.Entry::name).toList();
        assertTrue(names.contains("costs.pipe_write.instructions"), names::toString);
        assertTrue(names.contains("idleStates.WFI.exitLatencyNs"), names::toString);
        assertFalse(names.contains("costs.pipe_write(..6.12).instructions"), names::toString);
    }
}
