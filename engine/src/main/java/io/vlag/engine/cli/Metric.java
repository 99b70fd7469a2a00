package io.vlag.engine.cli;

import io.vlag.engine.sim.RunTotals.Counter;
import io.vlag.engine.sweep.WindowTotals;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of a run, in the order of the JSON. Counts and times are whole numbers; a metric that
 * makes no sense for a run, such as switches an operation where nothing counts operations, is NaN.
 */
enum Metric {
    BOGO_OPS_PER_SECOND(
            "bogoOpsPerSecond", false, w -> orNone(w.count(Counter.BOGO_OPS)) / w.seconds()),
    CONTEXT_SWITCHES("contextSwitches", true, w -> w.count(Counter.SWITCHES)),
    VOLUNTARY_SWITCHES("voluntarySwitches", true, w -> w.count(Counter.VOLUNTARY_SWITCHES)),
    INVOLUNTARY_SWITCHES("involuntarySwitches", true, w -> w.count(Counter.INVOLUNTARY_SWITCHES)),
    MIGRATIONS("migrations", true, w -> w.count(Counter.MIGRATIONS)),
    WAKEUPS("wakeups", true, w -> w.count(Counter.WAKEUPS)),
    ACTIVATIONS("activations", true, w -> w.count(Counter.ACTIVATIONS)),
    INSTRUCTIONS_PER_CYCLE(
            "instructionsPerCycle",
            false,
            w -> WindowTotals.ratio(instructions(w), (double) w.count(Counter.CYCLES))),
    BRANCH_MISSES("branchMisses", true, w -> Math.rint(branchMisses(w))),
    BUSY_SHARE("busyShare", false, WindowTotals::busyShare),
    MEAN_FREQ_KHZ("meanFreqKhz", true, w -> Math.rint(w.meanFreqKhz())),
    ENERGY_UJ("energyUj", true, w -> w.count(Counter.ENERGY_UJ)),
    SWITCHES_PER_OP("switchesPerOp", false, w -> perOp(w, (double) w.count(Counter.SWITCHES))),
    INSTRUCTIONS_PER_OP("instructionsPerOp", false, w -> perOp(w, instructions(w))),
    BRANCH_MISSES_PER_OP("branchMissesPerOp", false, w -> perOp(w, branchMisses(w))),
    CACHE_MISSES("cacheMisses", true, w -> Math.rint(w.count(Counter.CACHE_MISSES_MILLI) / 1e3)),
    DELAYED_SLEEPS("delayedSleeps", true, w -> w.count(Counter.DELAYED_SLEEPS)),
    TICKS("ticks", true, w -> w.count(Counter.TICKS)),
    IPIS("ipis", true, w -> w.count(Counter.IPIS)),
    NEWIDLE_PULLS("newidlePulls", true, w -> w.count(Counter.NEWIDLE_PULLS)),
    BALANCE_PULLS("balancePulls", true, w -> w.count(Counter.BALANCE_PULLS)),
    USER_NS("userNs", true, w -> w.count(Counter.USER_NS)),
    SYSTEM_NS("systemNs", true, w -> w.count(Counter.SYSTEM_NS)),
    IRQ_NS("irqNs", true, w -> w.count(Counter.IRQ_NS));

    private final String key;
    private final boolean whole;
    private final ToDoubleFunction<WindowTotals> value;

    Metric(String key, boolean whole, ToDoubleFunction<WindowTotals> value) {
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
        return of(window.totals());
    }

    /** The metric, NaN where it makes no sense. */
    double of(WindowTotals window) {
        return value.applyAsDouble(window);
    }

    private static double instructions(WindowTotals window) {
        return window.count(Counter.INSTRUCTIONS_MILLI) / 1e3;
    }

    private static double branchMisses(WindowTotals window) {
        return window.count(Counter.BRANCH_MISSES_MILLI) / 1e3;
    }

    private static double perOp(WindowTotals window, double count) {
        return WindowTotals.ratio(count, (double) window.count(Counter.BOGO_OPS));
    }

    private static double orNone(long count) {
        return count == 0 ? Double.NaN : count;
    }
}
