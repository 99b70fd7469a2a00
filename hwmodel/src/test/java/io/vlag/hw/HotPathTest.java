package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What the event loop calls allocates nothing and depends on nothing but the slab. */
class HotPathTest {
    private static final OndemandPlan PLAN = new OndemandPlan(50, 100_000, 3, false);
    private static final int ROUND_STEPS = 100_000;
    private static final int ROUNDS_MAX = 40;

    /**
     * Rounds until one allocates nothing: the compiler's tiers allocate a little, the code itself
     * never may.
     */
    @Test
    void anEventAllocatesNothing() {
        final var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Machines.Rig rig = Machines.rig(Machines.bigLittle(), 0)) {
            final Ondemand ondemand = rig.ondemand(PLAN);
            ondemand.start(0, 0, 0);
            ondemand.start(1, 0, 0);
            long sink = 0;
            long bytes = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS_MAX && bytes != 0; round++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                sink +=
                        drive(
                                rig.model(),
                                ondemand,
                                round * ROUND_STEPS,
                                (round + 1) * ROUND_STEPS);
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertEquals(0, bytes, "bytes allocated in the last round; sink=" + sink);
        }
    }

    @Test
    void aCopyOfTheSlabGoesOnTheSameWay() {
        final MachinePlan machine = Machines.bigLittle();
        final PathCosts costs = Machines.paths(machine);
        final SlabPlan plan = new SlabPlan();
        final HwModel.Offsets offsets = HwModel.reserve(plan, machine, costs);
        final long ondemandOffset = Ondemand.reserve(plan, machine);
        try (Slab slab = plan.allocate();
                Slab fork = plan.allocate()) {
            final HwModel model = new HwModel(slab, offsets, machine, costs, Machines.IDLE_POLICY);
            final HwModel forked = new HwModel(fork, offsets, machine, costs, Machines.IDLE_POLICY);
            final Ondemand ondemand =
                    new Ondemand(
                            slab.at(ondemandOffset),
                            machine,
                            PLAN,
                            model.freqs(),
                            model.idles(),
                            null);
            final Ondemand forkedOndemand =
                    new Ondemand(
                            fork.at(ondemandOffset),
                            machine,
                            PLAN,
                            forked.freqs(),
                            forked.idles(),
                            null);
            model.reset(0);
            ondemand.start(0, 0, 0);
            ondemand.start(1, 0, 0);
            final long warm = drive(model, ondemand, 0, 10_000);
            assertTrue(warm > 0);
            slab.copyTo(fork);
            assertEquals(
                    drive(model, ondemand, 10_000, 20_000),
                    drive(forked, forkedOndemand, 10_000, 20_000));
            assertEquals(
                    -1,
                    Memory.ARENA
                            .asSlice(slab.base(), slab.bytes())
                            .mismatch(Memory.ARENA.asSlice(fork.base(), fork.bytes())));
            assertTrue(model.freqs().transitionCount(0) > 10, "the clock moved");
            assertTrue(model.freqs().transitionCount(1) > 10, "the clock moved");
        }
    }

    /**
     * A deterministic mix of everything the event loop calls; 1 us a step, load changing every 300
     * steps.
     */
    private static long drive(HwModel model, Ondemand ondemand, int fromStep, int toStep) {
        long sink = 0;
        for (int step = fromStep; step < toStep; step++) {
            final long now = step * 1_000L + 200_000;
            final int cpu = step % 3;
            if (model.idles().idle(cpu)) {
                if (step / 300 % 3 != 0 || step % 17 == 0) {
                    final long stayNs = now - model.idles().sinceNs(cpu);
                    sink += model.goBusy(cpu, now);
                    model.idleGovernors().reflect(cpu, stayNs, false);
                }
            } else {
                final long ns = model.passPath(cpu, step & 1);
                model.counters().addSystem(cpu, ns, model.freqs().khz(cpu));
                model.counters().addUser(cpu, 100, model.freqs().khz(cpu), 1500);
                model.counters().addIrq(cpu, 10, model.freqs().khz(cpu));
                model.counters().addEvents(cpu, 5, 1, 1);
                sink += ns + CpuSpeed.workToNs(CpuSpeed.workQ20(1_000), model.speedQ20(cpu, 300));
                if (step / 300 % 3 != 1) {
                    final int choice = model.idleGovernors().choose(cpu, 20_000, 10_000);
                    model.goIdle(cpu, IdleGovernors.state(choice), now + 20_000, now);
                    sink += choice;
                }
            }
            for (int domain = 0; domain < model.domainCount(); domain++) {
                if (ondemand.onHook(domain, now)) {
                    final int opp = ondemand.evaluate(domain, now);
                    if (model.freqs().request(domain, opp, now) == FreqDomains.NEVER) {
                        ondemand.workDone(domain);
                    }
                }
                if (model.freqs().dueNs(domain) <= now) {
                    sink += model.completeTransition(domain, now) ? 1 : 0;
                    ondemand.workDone(domain);
                }
                sink += model.freqs().freqScale(cpu) + model.energy().domainNj(domain, now);
            }
            sink += model.energy().totalUj(now);
        }
        return sink;
    }
}
