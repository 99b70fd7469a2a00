package io.vlag.engine.cli;

import io.vlag.engine.sim.Reading.CpuReading;
import io.vlag.engine.sim.Reading.TaskReading;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of a run, in the order of the JSON. Counts and times are whole numbers; a metric that
 * makes no sense for a run, such as switches an operation where nothing counts operations, is NaN.
 */
enum Metric {
    BOGO_OPS_PER_SECOND(
            "bogoOpsPerSecond", false, w -> orNone(w.tasks(TaskReading::bogoOps)) / w.seconds()),
    CONTEXT_SWITCHES("contextSwitches", true, w -> w.cpus(CpuReading::switches)),
    VOLUNTARY_SWITCHES("voluntarySwitches", true, w -> w.cpus(CpuReading::voluntarySwitches)),
    INVOLUNTARY_SWITCHES("involuntarySwitches", true, w -> w.cpus(CpuReading::involuntarySwitches)),
    MIGRATIONS("migrations", true, w -> w.tasks(TaskReading::migrations)),
    WAKEUPS("wakeups", true, w -> w.tasks(TaskReading::wakeups)),
    ACTIVATIONS("activations", true, w -> w.tasks(TaskReading::activations)),
    INSTRUCTIONS_PER_CYCLE(
            "instructionsPerCycle",
            false,
            w -> Window.ratio(instructions(w), (double) w.cpus(CpuReading::cycles))),
    BRANCH_MISSES("branchMisses", true, w -> Math.rint(branchMisses(w))),
    BUSY_SHARE("busyShare", false, Window::busyShare),
    MEAN_FREQ_KHZ("meanFreqKhz", true, w -> Math.rint(w.meanFreqKhz())),
    ENERGY_UJ("energyUj", true, Window::energyUj),
    SWITCHES_PER_OP("switchesPerOp", false, w -> perOp(w, (double) w.cpus(CpuReading::switches))),
    INSTRUCTIONS_PER_OP("instructionsPerOp", false, w -> perOp(w, instructions(w))),
    BRANCH_MISSES_PER_OP("branchMissesPerOp", false, w -> perOp(w, branchMisses(w))),
    CACHE_MISSES("cacheMisses", true, w -> Math.rint(w.cpus(CpuReading::cacheMissesMilli) / 1e3)),
    DELAYED_SLEEPS("delayedSleeps", true, w -> w.tasks(TaskReading::delayedSleeps)),
    TICKS("ticks", true, w -> w.cpus(CpuReading::ticks)),
    IPIS("ipis", true, w -> w.cpus(CpuReading::ipis)),
    NEWIDLE_PULLS("newidlePulls", true, w -> w.cpus(CpuReading::newidlePulls)),
    BALANCE_PULLS("balancePulls", true, w -> w.cpus(CpuReading::balancePulls)),
    USER_NS("userNs", true, w -> w.cpus(CpuReading::userNs)),
    SYSTEM_NS("systemNs", true, w -> w.cpus(CpuReading::systemNs)),
    IRQ_NS("irqNs", true, w -> w.cpus(CpuReading::irqNs));

    private final String key;
    private final boolean whole;
    private final ToDoubleFunction<Window> value;

    Metric(String key, boolean whole, ToDoubleFunction<Window> value) {
        this.key = key;
        this.whole = whole;
        this.value = value;
    }

    /** Key in the JSON. */
    String key() {
        return key;
    }

    /** Whether the JSON has it as a whole number. */
    boolean isWhole() {
        return whole;
    }

    /** The metric, NaN where it makes no sense. */
    double of(Window window) {
        return value.applyAsDouble(window);
    }

    private static double instructions(Window window) {
        return window.cpus(CpuReading::instructionsMilli) / 1e3;
    }

    private static double branchMisses(Window window) {
        return window.cpus(CpuReading::branchMissesMilli) / 1e3;
    }

    private static double perOp(Window window, double count) {
        return Window.ratio(count, (double) window.tasks(TaskReading::bogoOps));
    }

    private static double orNone(long count) {
        return count == 0 ? Double.NaN : count;
    }
}
