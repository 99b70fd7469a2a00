package io.vlag.engine.cli;

import com.sun.management.ThreadMXBean;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Reading;
import io.vlag.engine.sim.Simulation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One benchmark: a simulation that goes on and on, of which stretches are measured. A stretch is a
 * fixed number of events, found while warming up, so that nothing but the simulation is inside.
 */
final class BenchRun implements AutoCloseable {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long FIRST_EVENTS = 10_000;
    private static final double HEADROOM = 1.3;

    private final String scenario;
    private final SimPlan plan;
    private final long cpuNsMin;
    private final Simulation simulation;
    private final List<Stretch> stretches = new ArrayList<>();
    private long stretchEvents = FIRST_EVENTS;

    /**
     * @param cpuNsMin least CPU time of one stretch, ns
     */
    BenchRun(String scenario, SimPlan plan, long cpuNsMin) {
        this.scenario = scenario;
        this.plan = plan;
        this.cpuNsMin = cpuNsMin;
        this.simulation = new Simulation(plan, Journal::none);
    }

    /** A measured stretch: what it took and what it did. */
    private record Stretch(long cpuNs, long bytes, long events, long activations) {}

    /** Medians over the stretches; bytes are the worst of them. */
    record Result(
            String scenario,
            String machine,
            double activationsPerSecond,
            double eventsPerSecond,
            double cpuNsPerEvent,
            double bytesPerEvent) {}

    /** Runs for the wanted CPU time and learns how many events that is. */
    void warmUp() {
        Stretch stretch = stretch();
        while (stretch.cpuNs() < cpuNsMin) {
            final double factor = HEADROOM * cpuNsMin / Math.max(1, stretch.cpuNs());
            stretchEvents = (long) (stretchEvents * Math.clamp(factor, 1.1, 20));
            stretch = stretch();
        }
    }

    void measure() {
        stretches.add(stretch());
    }

    private Stretch stretch() {
        final long activations = activations();
        final long startBytes = THREADS.getCurrentThreadAllocatedBytes();
        final long startNs = THREADS.getCurrentThreadCpuTime();
        final long events = simulation.runUntil(Long.MAX_VALUE - 1, stretchEvents);
        final long cpuNs = THREADS.getCurrentThreadCpuTime() - startNs;
        final long bytes = THREADS.getCurrentThreadAllocatedBytes() - startBytes;
        return new Stretch(cpuNs, bytes, events, activations() - activations);
    }

    private long activations() {
        return simulation.read().tasks().stream().mapToLong(Reading.TaskReading::activations).sum();
    }

    Result result() {
        return new Result(
                scenario,
                plan.machine().name(),
                median(stretch -> stretch.activations() * 1e9 / stretch.cpuNs()),
                median(stretch -> stretch.events() * 1e9 / stretch.cpuNs()),
                median(stretch -> (double) stretch.cpuNs() / stretch.events()),
                stretches.stream()
                        .mapToDouble(stretch -> (double) stretch.bytes() / stretch.events())
                        .max()
                        .orElse(0));
    }

    private double median(ToDoubleFunction<Stretch> value) {
        final double[] sorted = stretches.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    @Override
    public void close() {
        simulation.close();
    }
}
