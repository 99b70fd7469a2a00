package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.Index;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import io.vlag.pelt.PeltLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * LISA's invariance of load tracking, for tasks and for run queues: one core of each kind, up to
 * eight clocks, a duty of half the capacity there. Utilisation and load follow a simulation of
 * their own within 2 % on average and 5 % at most, and the task's average is its duty.
 */
class LisaLoadTrackingTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long PERIOD_NS = 16 * MS;
    private static final int CLOCKS_MAX = 8;
    private static final double MEAN_MAX = 0.02 * 1024;
    private static final double PEAK_MAX = 0.05 * 1024;
    private static final int TASK = 0;

    private record Sample(
            long timeNs,
            boolean running,
            double util,
            double load,
            double taskUtil,
            double taskLoad) {}

    /** The largest and, spread evenly below it, up to seven others. */
    private static SortedSet<Integer> clocks(List<Opp> opps) {
        final TreeSet<Integer> picked = new TreeSet<>(List.of(opps.getLast().khz()));
        final int lowest = opps.getFirst().khz();
        final int steps = CLOCKS_MAX - 2;
        for (int step = 0; step <= steps; step++) {
            final double ideal = lowest + (double) step * (opps.getLast().khz() - lowest) / steps;
            opps.stream()
                    .map(Opp::khz)
                    .filter(khz -> !picked.contains(khz))
                    .min(Comparator.comparingDouble(khz -> Math.abs(khz - ideal)))
                    .ifPresent(picked::add);
        }
        return picked;
    }

    private static SimPlan plan(String kernel, int cpu, long runNs) {
        final TaskTemplate task =
                new TaskTemplate(
                        "invar",
                        1,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        0,
                        new CpuSet(List.of(cpu)),
                        "",
                        0,
                        List.of(
                                new Step.Loop(
                                        Step.FOREVER,
                                        List.of(
                                                new Step.Timer("t", PERIOD_NS, false, true),
                                                new Step.Run(runNs)))),
                        SourcePosition.of("test"));
        return Scenarios.planOf(
                List.of(task),
                kernel,
                "machine=pixel6",
                "variants=caps_160_498",
                "cpus=8",
                "governor=performance");
    }

    /** As the userspace governor: the clock of a CPU is set, and nobody changes it. */
    private static void holdAt(Simulation simulation, int domainCount, int cpu, int khz) {
        final FreqDomains freqs = simulation.tables().hw().freqs();
        final int domain = freqs.domain(cpu);
        final int opp = freqs.opps().atOrAbove(domain, khz, 0, freqs.opps().top(domain));
        for (int other = 0; other < domainCount; other++) { // fast ones hold the little one up
            simulation.tables().hw().startAt(other, other == domain ? opp : 0, 0);
        }
        final KernelParts.Tables tables = simulation.tables().kernel();
        for (int other = 0; other < tables.cpus().count(); other++) {
            tables.runQueues().freqScale(other, freqs.freqScale(other));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "6.6, 0", "6.6, 4", "6.6, 6", "6.12, 0", "6.12, 4", "6.12, 6", "7.0, 0", "7.0, 4", "7.0, 6"
    })
    void utilisationAndLoadAreTheSameAtEveryClock(String kernel, int cpu) {
        final MachinePlan machine = plan(kernel, cpu, MS).machine();
        final int domain = machine.cpus().get(cpu).domainIndex();
        final List<Opp> opps = machine.domains().get(domain).opps();
        final int capacity = machine.cpus().get(cpu).capacity();
        int tested = 0;
        for (final int khz : clocks(opps)) {
            final double share = (double) capacity * khz / opps.getLast().khz() / 1024;
            final long dutyPercent = (long) (share * 100) / 2;
            final long runNs = PERIOD_NS * dutyPercent / 100;
            if (dutyPercent > 0) {
                check(kernel, cpu, khz, share, runNs);
                tested++;
            }
        }
        assertTrue(tested >= 7, "clocks tested: " + tested);
    }

    private static void check(String kernel, int cpu, int khz, double share, long runNs) {
        final String where = kernel + " CPU " + cpu + " at " + khz + " kHz";
        final SimPlan plan = plan(kernel, cpu, runNs);
        final List<Sample> samples = new ArrayList<>();
        final PlacementTrace trace =
                PlacementTrace.of(
                        plan,
                        2 * S,
                        simulation -> holdAt(simulation, plan.machine().domainCount(), cpu, khz),
                        MS / 2,
                        simulation -> {
                            if (simulation.nowNs() > S) {
                                assertEquals(khz, simulation.tables().hw().freqs().khz(cpu), where);
                                samples.add(sample(simulation, cpu, share));
                            }
                        });
        final Reference reference = new Reference(share, trace.stints());
        double utilError = 0;
        double loadError = 0;
        double taskError = 0;
        double peakError = 0;
        double highest = 0;
        double lowest = 1024;
        int running = 0;
        for (final Sample sample : samples) {
            final double expected = reference.at(sample.timeNs);
            utilError += Math.abs(sample.util - expected);
            loadError += Math.abs(sample.load - expected);
            peakError = Math.max(peakError, Math.abs(sample.util - expected));
            peakError = Math.max(peakError, Math.abs(sample.load - expected));
            if (sample.running) {
                running++;
                taskError +=
                        Math.max(
                                Math.abs(sample.taskUtil - expected),
                                Math.abs(sample.taskLoad - expected));
                peakError = Math.max(peakError, Math.abs(sample.taskUtil - expected));
                peakError = Math.max(peakError, Math.abs(sample.taskLoad - expected));
            }
            highest = Math.max(highest, sample.util);
            lowest = Math.min(lowest, sample.util);
        }
        assertTrue(running > 50, where + ": running in " + running + " samples");
        assertTrue(utilError / samples.size() <= MEAN_MAX, where + " util " + utilError);
        assertTrue(loadError / samples.size() <= MEAN_MAX, where + " load " + loadError);
        assertTrue(taskError / running <= MEAN_MAX, where + " task " + taskError);
        assertTrue(peakError <= PEAK_MAX, where + " peak " + peakError);
        final double duty = 1024.0 * runNs / PERIOD_NS;
        assertEquals(duty, (highest + lowest) / 2, PEAK_MAX, where + " duty");
    }

    /** Averages of the run queue and of the task, aged from their last update to now. */
    private static Sample sample(Simulation simulation, int cpu, double share) {
        final KernelParts.Tables tables = simulation.tables().kernel();
        final long queue = tables.queues().avgAt(cpu);
        final long task = tables.entities().avgAt(TASK);
        final boolean running = tables.cpus().curr(cpu) != Index.NONE;
        final double sinceMs = (simulation.nowNs() - tables.cpus().schedClockNs(cpu)) / 1e6;
        final long clockNs = tables.runQueues().peltNowNs(cpu);
        final double passed =
                (clockNs - PeltLayout.lastUpdateNs(queue)) / 1e6
                        + (running ? sinceMs * share : sinceMs);
        return new Sample(
                simulation.nowNs(),
                running,
                aged(PeltLayout.utilAvg(queue), passed, running),
                aged(PeltLayout.loadAvg(queue), passed, running),
                aged(PeltLayout.utilAvg(task), passed, running),
                aged(PeltLayout.loadAvg(task), passed, running));
    }

    private static double aged(long average, double ms, boolean running) {
        final double before = average;
        return running ? Pelt.grow(before, ms) : before * Pelt.decay(ms);
    }

    /**
     * What the averages are to be: while the CPU runs something, time passes as slowly as it works;
     * when it goes idle the rest is made up for.
     */
    private static final class Reference {
        private final double share;
        private final List<PlacementTrace.Stint> stints;
        private int next;
        private double average; // at the end of the last stint, what was lost made up for
        private long endNs;

        Reference(double share, List<PlacementTrace.Stint> stints) {
            this.share = share;
            this.stints = stints;
        }

        double at(long timeNs) {
            while (next < stints.size() && stints.get(next).toNs() <= timeNs) {
                final PlacementTrace.Stint stint = stints.get(next++);
                final double lostMs = (1 - share) * (stint.toNs() - stint.fromNs()) / 1e6;
                average = running(stint, stint.toNs()) * Pelt.decay(lostMs);
                endNs = stint.toNs();
            }
            if (next < stints.size() && stints.get(next).fromNs() <= timeNs) {
                return running(stints.get(next), timeNs);
            }
            return average * Pelt.decay((timeNs - endNs) / 1e6);
        }

        private double running(PlacementTrace.Stint stint, long toNs) {
            final double before = average * Pelt.decay((stint.fromNs() - endNs) / 1e6);
            return Pelt.grow(before, share * (toNs - stint.fromNs()) / 1e6);
        }
    }
}
