package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Between two events a simulation's state is its slab, and nothing else: that is why a copy of the
 * slab is a copy of the simulation, and why settings can change by another machinery over the same
 * tables. Every field outside the slab that can be assigned is listed here as one that only lives
 * while an event is handled, and that is proved by spoiling it.
 */
class SlabHoldsAllStateTest {
    /** Written before it is read, in every event that reads it. */
    private static final Set<String> SCRATCH =
            Set.of(
                    "CpuSelection.reason",
                    "CpuSelection.scanned",
                    "EnergyPlacement.busyUtil",
                    "CpufreqHook.caller",
                    "EnergyPlacement.caller",
                    "EnergyPlacement.nowNs",
                    "EnergyPlacement.other",
                    "EnergyPlacement.otherFit",
                    "EnergyPlacement.otherSpare",
                    "EnergyPlacement.prev",
                    "EnergyPlacement.prevSpare",
                    "EnergyPlacement.reason",
                    "EnergyPlacement.task",
                    "IdleSibling.reason",
                    "IdleSibling.scanned",
                    "Imbalance.amount",
                    "Imbalance.kind",
                    "Imbalance.totalCapacity",
                    "Imbalance.totalLoad",
                    "SchedutilGovernor.reason",
                    "TaskMover.amountLeft",
                    "TaskMover.dstBusy",
                    "TaskMover.dstHasFair");

    /** Two buffers that change places; what is in them is scratch. */
    private static final Set<String> BUFFERS =
            Set.of(
                    "IdlestCpu.candidate",
                    "IdlestCpu.idlest",
                    "Imbalance.busiest",
                    "Imbalance.candidate");

    /** Back at the same value at the end of every event. */
    private static final Map<String, Object> AT_REST =
            Map.of("CostMeter.inInterrupt", false, "CostMeter.interruptCpu", -1);

    /** Only of journals that record, which are not copied. */
    private static final Set<String> RECORDING = Set.of("Journal.limitAt", "Journal.positionAt");

    /** Arrays that are scratch. */
    private static final Set<String> SCRATCH_ARRAYS = Set.of("FrequencyControl.prevKhz");

    private static final long HORIZON_NS = 60_000_000;
    private static final int EVENTS_BETWEEN = 7;

    private static HeapWalk walk(Simulation simulation) {
        return HeapWalk.from(simulation.machinery(), simulation.tables());
    }

    private static SimPlan plan(String scenario) {
        return Scenarios.plan(scenario, "7.0", 3, "governor=schedutil");
    }

    @Test
    void everyFieldThatCanChangeIsListed() {
        final Set<String> found = new TreeSet<>();
        for (final String scenario : new String[] {"pixel6-frames", "groups", "pi5-pipe"}) {
            try (Simulation simulation = new Simulation(plan(scenario), Journal::none)) {
                final HeapWalk walk = walk(simulation);
                assertTrue(walk.objectCount() > 150, "objects: " + walk.objectCount());
                assertEquals(Set.of(), walk.strangers());
                walk.variables().stream().map(HeapWalk.Place::name).forEach(found::add);
            }
        }
        final Set<String> listed = new TreeSet<>(SCRATCH);
        listed.addAll(BUFFERS);
        listed.addAll(AT_REST.keySet());
        listed.addAll(RECORDING);
        final Set<String> ofBuffers =
                found.stream()
                        .filter(name -> name.startsWith("GroupStats."))
                        .collect(Collectors.toSet());
        assertTrue(ofBuffers.size() > 5, ofBuffers::toString);
        found.removeAll(ofBuffers);
        assertEquals(listed, found, "put state into the slab, or list it and say why it is none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi5-pipe", "pixel6-frames", "groups", "busy32", "short-pixel6"})
    void arraysOutsideTheSlabNeverChange(String scenario) {
        try (Simulation simulation = new Simulation(plan(scenario), Journal::none)) {
            final HeapWalk walk = walk(simulation);
            final Map<String, String> before = walk.arrayContents();
            simulation.runUntil(HORIZON_NS);
            final Map<String, String> after = walk.arrayContents();
            for (final String name : before.keySet()) {
                if (!SCRATCH_ARRAYS.contains(name)) {
                    assertEquals(before.get(name), after.get(name), name);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi5-pipe", "pixel6-frames", "groups", "busy32", "short-pixel6"})
    void spoiledScratchChangesNothing(String scenario) throws IllegalAccessException {
        final SplittableRandom random = new SplittableRandom(11);
        try (Simulation plain = new Simulation(plan(scenario), Journal::none);
                Simulation spoiled = new Simulation(plan(scenario), Journal::none)) {
            plain.runUntil(HORIZON_NS);
            final HeapWalk walk = walk(spoiled);
            while (spoiled.runUntil(HORIZON_NS, EVENTS_BETWEEN) == EVENTS_BETWEEN) {
                for (final HeapWalk.Place place : walk.variables()) {
                    spoil(place, random);
                }
                for (final String name : SCRATCH_ARRAYS) {
                    walk.spoilArrays(name, random);
                }
            }
            assertEquals(plain.eventCount(), spoiled.eventCount());
            assertEquals(plain.digest(), spoiled.digest(), scenario);
            assertEquals(plain.read().toString(), spoiled.read().toString());
        }
    }

    private static void spoil(HeapWalk.Place place, SplittableRandom random)
            throws IllegalAccessException {
        final Class<?> type = place.field().getType();
        if (AT_REST.containsKey(place.name())) {
            assertEquals(AT_REST.get(place.name()), place.field().get(place.owner()));
        } else if (type == int.class) {
            place.field().setInt(place.owner(), random.nextInt());
        } else if (type == long.class) {
            place.field().setLong(place.owner(), random.nextLong());
        } else if (type == boolean.class) {
            place.field().setBoolean(place.owner(), random.nextBoolean());
        } else {
            assertTrue(BUFFERS.contains(place.name()), place.name());
        }
    }
}
