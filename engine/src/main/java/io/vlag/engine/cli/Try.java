package io.vlag.engine.cli;

import io.vlag.engine.config.*;
import io.vlag.engine.journal.*;
import io.vlag.engine.plan.*;
import io.vlag.engine.sim.*;
import io.vlag.engine.workload.*;
import java.nio.file.*;
import java.util.*;

public final class Try {
    public static void main(String[] a) {
        ConfigLibrary lib = new ConfigLibrary(Path.of("batch-configs"));
        Scenario s =
                lib.scenario(
                        lib.findScenario(a[0]),
                        Overrides.parse(Arrays.asList(a).subList(1, a.length)));
        for (MachineSpec m : s.machines())
            for (Scenario.KernelRun k : s.kernels())
                for (long seed : s.seeds()) {
                    Workload w =
                            switch (s.workload()) {
                                case Scenario.WorkloadSource.Inline(Workload x) -> x;
                                case Scenario.WorkloadSource.RtApp r ->
                                        io.vlag.engine.importer.RtAppImporter.read(r.file());
                                case Scenario.WorkloadSource.StressNgPipe(int n, int slots) ->
                                        StressNgPipe.of(
                                                n,
                                                slots,
                                                m.stressNgPipe().writerInstructions().value(),
                                                m.stressNgPipe().readerInstructions().value());
                            };
                    SimPlan p = new Planner(s).plan(m, k, w, seed);
                    try (Simulation sim = new Simulation(p, Journal::none)) {
                        sim.runUntil(s.warmupNs());
                        Reading r0 = sim.read();
                        long t0 = System.nanoTime();
                        long ev = sim.runUntil(s.warmupNs() + s.durationNs());
                        long t1 = System.nanoTime();
                        Reading r1 = sim.read();
                        double sec = s.durationNs() / 1e9;
                        long ops = bogo(r1) - bogo(r0),
                                sw = sum(r1, 0) - sum(r0, 0),
                                mig = mig(r1) - mig(r0);
                        long ins = sum(r1, 1) - sum(r0, 1),
                                cyc = sum(r1, 2) - sum(r0, 2),
                                br = sum(r1, 3) - sum(r0, 3),
                                idle = sum(r1, 4) - sum(r0, 4),
                                del = del(r1) - del(r0),
                                vol = vol(r1) - vol(r0),
                                act = act(r1) - act(r0);
                        System.out.printf(
                                "%-12s %-60s ops/s %9.0f sw/op %.3f mig %d ipc %.2f br/op %.1f ins/op %.0f cyc/op %.0f busy %.3f delayed/vol %.2f act/s %.0f khz %d  wall %.2fs ev %.1fM %.2f Mev/s %.2fMact/s digest %x%n",
                                m.variant(),
                                k.label(),
                                ops / sec,
                                (double) sw / ops,
                                mig,
                                ins / 1000.0 / cyc,
                                br / 1000.0 / ops,
                                ins / 1000.0 / ops,
                                (double) cyc / ops,
                                1 - idle / (sec * 1e9 * p.cpuCount()),
                                (double) del / Math.max(1, vol),
                                act / sec,
                                (r1.cyclesOfDomain().get(0) - r0.cyclesOfDomain().get(0))
                                        * 1000000L
                                        / s.durationNs()
                                        / 1,
                                (t1 - t0) / 1e9,
                                ev / 1e6,
                                ev * 1e3 / (t1 - t0),
                                act * 1e3 / (t1 - t0),
                                sim.digest());
                        if (Boolean.getBoolean("tasks"))
                            for (var t : r1.tasks()) System.out.println("   " + t);
                    }
                }
    }

    static long bogo(Reading r) {
        return r.tasks().stream().mapToLong(t -> t.bogoOps()).sum();
    }

    static long mig(Reading r) {
        return r.tasks().stream().mapToLong(t -> t.migrations()).sum();
    }

    static long del(Reading r) {
        return r.tasks().stream().mapToLong(t -> t.delayedSleeps()).sum();
    }

    static long vol(Reading r) {
        return r.tasks().stream().mapToLong(t -> t.voluntarySwitches()).sum();
    }

    static long act(Reading r) {
        return r.tasks().stream().mapToLong(t -> t.activations()).sum();
    }

    static long sum(Reading r, int f) {
        return r.cpus().stream()
                .mapToLong(
                        c ->
                                switch (f) {
                                    case 0 -> c.switches();
                                    case 1 -> c.instructionsMilli();
                                    case 2 -> c.cycles();
                                    case 3 -> c.branchMissesMilli();
                                    default -> c.idleNs();
                                })
                .sum();
    }
}
