package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.plan.SimPlan;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LISA's UtilClamp: a task that asks for more than it needs runs on a CPU with at least that
 * capacity, at the clock schedutil gives for what it asks for.
 */
class LisaClampTest {
    private static final long MS = 1_000_000;
    private static final int[] CLAMPS = {245, 549, 607, 707, 773, 850, 896, 938};
    private static final long PHASE_NS = 125 * 16 * MS;

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0"})
    void clampsAreHonoured(String kernel) {
        final SimPlan plan = Lisa.plan("uclamp-steps", kernel);
        final PlacementTrace trace = PlacementTrace.of(plan, CLAMPS.length * PHASE_NS + 8 * MS);
        int activations = 0;
        int slow = 0;
        for (int phase = 0; phase < CLAMPS.length; phase++) {
            final List<PlacementTrace.Stint> stints = new ArrayList<>();
            for (final PlacementTrace.Stint stint : trace.byStart()) {
                if (stint.task() == 0
                        && stint.fromNs() > phase * PHASE_NS + 24 * MS
                        && stint.fromNs() < (phase + 1) * PHASE_NS) {
                    stints.add(stint);
                }
            }
            assertTrue(stints.size() >= 120, "activations " + stints.size());
            for (final PlacementTrace.Stint stint : stints) {
                final int capacity = plan.machine().cpus().get(stint.cpu()).capacity();
                assertTrue(capacity == 1024 || capacity > CLAMPS[phase], stint.toString());
                activations++;
                if (stint.khz()
                        != expectedKhz(plan.machine(), kernel, stint.cpu(), CLAMPS[phase])) {
                    slow++;
                }
            }
        }
        assertEquals(0, slow, "activations at another clock, of " + activations);
    }

    /** The lowest clock that gives what is asked for; before 6.8 with a quarter on top. */
    private static long expectedKhz(MachinePlan machine, String kernel, int cpu, int clamp) {
        final List<Opp> opps = machine.domains().get(machine.cpus().get(cpu).domainIndex()).opps();
        final int capacity = machine.cpus().get(cpu).capacity();
        final double asked = kernel.equals("6.6") ? 1.25 * clamp : clamp;
        for (final Opp opp : opps) {
            if (opp.khz() >= opps.getLast().khz() * asked / capacity) {
                return opp.khz();
            }
        }
        return opps.getLast().khz();
    }
}
