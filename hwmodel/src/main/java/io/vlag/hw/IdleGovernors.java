package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Chooses the idle state of a CPU that has nothing to run, and whether its tick goes on. A CPU with
 * one state has no choice and stops its tick. Single-threaded.
 *
 * <p>What both governors know: the time to the CPU's next timer other than the tick, and, from
 * {@link #reflect}, how long the last stays really were.
 *
 * @implNote Models Linux 6.6 to 7.2, drivers/cpuidle/governors/menu.c and teo.c, from their
 *     description in Documentation/admin-guide/pm/cpuidle.rst. Deviations: docs/model/idle.md.
 */
public final class IdleGovernors {
    /** Governor: menu. */
    public static final int MENU = 0;

    /** Governor: timer events oriented. */
    public static final int TEO = 1;

    /** Bit of a choice: the tick goes on, since the stay may be short. */
    public static final int KEEP_TICK = 1 << 16;

    /** Longest time to a timer that governors tell from others, ns. */
    static final long SLEEP_NS_MAX = 1L << 40;

    private static final long SLEEP_BYTES = 16; // per CPU: time to the timer, state chosen
    private static final long STATE = 8;

    private final long base;
    private final int kind;
    private final long tickNs;
    private final IdleStates idles;
    private final MenuGovernor menu;
    private final TeoGovernor teo;

    /**
     * @param kind {@link #MENU} or {@link #TEO}
     * @param tickNs time between two ticks
     */
    public IdleGovernors(long at, MachinePlan machine, int kind, long tickNs, IdleStates idles) {
        this.base = at;
        this.kind = kind;
        this.tickNs = tickNs;
        this.idles = idles;
        final long governorAt = at + machine.cpuCount() * SLEEP_BYTES;
        this.menu = new MenuGovernor(governorAt, idles);
        this.teo = new TeoGovernor(governorAt, machine, idles);
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.idleGovernors",
                SLEEP_BYTES + Math.max(MenuGovernor.BYTES, TeoGovernor.bytes(machine)),
                machine.cpuCount());
    }

    /** Nothing known yet; the memory is zero. */
    public void reset() {
        if (kind == MENU) {
            for (int cpu = 0; cpu < idles.cpuCount(); cpu++) {
                menu.reset(cpu);
            }
        }
    }

    /**
     * State to enter, with {@link #KEEP_TICK} when the tick goes on.
     *
     * @param sleepNs time to the CPU's next timer, its tick apart
     * @param tickInNs time to its next tick
     */
    @HotPath
    public int choose(int cpu, long sleepNs, long tickInNs) {
        if (idles.stateCount(cpu) == 1) {
            return 0;
        }
        final long untilTimerNs = Math.min(sleepNs, SLEEP_NS_MAX);
        final int choice =
                kind == MENU
                        ? menu.choose(cpu, untilTimerNs, tickNs)
                        : teo.choose(cpu, untilTimerNs, tickNs);
        final int chosen =
                (choice & KEEP_TICK) == 0
                        ? choice
                        : KEEP_TICK
                                | Math.min(
                                        state(choice),
                                        idles.deepestWithin(cpu, Math.min(untilTimerNs, tickInNs)));
        final long at = base + cpu * SLEEP_BYTES;
        Memory.putLong(at, untilTimerNs);
        Memory.putLong(at + STATE, state(chosen));
        return chosen;
    }

    /** State of a choice. */
    @HotPath
    public static int state(int choice) {
        return choice & (KEEP_TICK - 1);
    }

    /**
     * The stay is over.
     *
     * @param stayNs how long it was
     * @param byTick whether only the tick ended it
     */
    @HotPath
    public void reflect(int cpu, long stayNs, boolean byTick) {
        if (idles.stateCount(cpu) == 1) {
            return;
        }
        final long at = base + cpu * SLEEP_BYTES;
        final long sleepNs = Memory.getLong(at);
        final long latencyNs = idles.latencyNs(cpu, (int) Memory.getLong(at + STATE));
        final boolean safetyNet = byTick && sleepNs > tickNs;
        if (kind == MENU) {
            menu.reflect(cpu, sleepNs, stayNs, latencyNs, safetyNet);
        } else {
            teo.reflect(cpu, sleepNs, stayNs, latencyNs, safetyNet);
        }
    }
}
