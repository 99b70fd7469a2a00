package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import io.vlag.hw.ClusterPlan;
import io.vlag.hw.CoreTypePlan;
import io.vlag.hw.EnergyMeter;
import io.vlag.hw.IdleStatePlan;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The meter against the journal: what each CPU, cluster and task used is worked out again from the
 * switch, idle and frequency records alone, with numbers of any length, and has to come out the
 * same. {@code -Dtest.seed=N} begins with that seed.
 */
class EnergyBalanceTest {
    private static final long SEED = Long.getLong("test.seed", 40);
    private static final long MS = 1_000_000;
    private static final long HORIZON_NS = 300 * MS + 12_345;
    private static final BigInteger FJ_PER_NJ = BigInteger.valueOf(1_000_000);
    private static final List<String[]> MACHINES =
            List.of(
                    new String[] {"machine=pixel6", "variants=caps_160_498", "cpus=8"},
                    new String[] {"machine=pixel6", "variants=caps_124_427", "cpus=8"},
                    new String[] {"machine=x86-8", "variants=icelake_like", "cpus=8"},
                    new String[] {"machine=x86-2", "variants=icelake_like", "cpus=2"},
                    new String[] {"machine=power9", "variants=smt4", "cpus=16"},
                    new String[] {"machine=pi5", "variants=oc_2800", "cpus=4"});
    private static final List<String> GOVERNORS =
            List.of("schedutil", "performance", "ondemand", "conservative", "powersave");
    private static final List<String> KERNELS = List.of("6.1", "6.6", "6.12", "7.0");

    static LongStream seeds() {
        return LongStream.range(SEED, SEED + 10);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theJournalsChangesAddUpToTheMeter(long seed) {
        final SimPlan plan = plan(seed);
        final String what = plan.machine().name() + " " + plan.governor() + " seed " + seed;
        final MemoryTarget target = new MemoryTarget(256L << 20);
        final Ledger ledger = new Ledger(plan.machine(), plan.budget().taskCount());
        final Metered metered;
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at -> Journal.open(at, RunHeader.of(1, "e", "", "", seed, 1, 0), target),
                        1_000)) {
            for (int domain = 0; domain < plan.machine().domainCount(); domain++) {
                ledger.startAt(domain, simulation.tables().hw().freqs().runningOpp(domain));
            }
            simulation.runUntil(HORIZON_NS);
            metered = Metered.of(plan.machine(), simulation);
        }
        ledger.read(target);
        ledger.upTo(HORIZON_NS);
        compare(plan.machine(), metered, ledger, what);
    }

    /** What the meter says at the end, nJ; all together in uJ. */
    private record Metered(
            List<Long> cpusNj, List<Long> clustersNj, long totalUj, Reading reading) {
        static Metered of(MachinePlan machine, Simulation simulation) {
            final EnergyMeter meter = simulation.tables().hw().energy();
            return new Metered(
                    IntStream.range(0, machine.cpuCount())
                            .mapToObj(cpu -> meter.energyNj(cpu, HORIZON_NS))
                            .toList(),
                    IntStream.range(0, machine.clusters().size())
                            .mapToObj(cluster -> meter.clusterNj(cluster, HORIZON_NS))
                            .toList(),
                    meter.totalUj(HORIZON_NS),
                    simulation.read());
        }
    }

    private static void compare(MachinePlan machine, Metered metered, Ledger ledger, String what) {
        long sumNj = machine.uncoreUw() * HORIZON_NS / 1_000_000;
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            final long nj = nj(ledger.cpuFj[cpu]);
            assertEquals(nj, metered.cpusNj.get(cpu), what + ": CPU " + cpu);
            sumNj += nj;
        }
        for (int cluster = 0; cluster < machine.clusters().size(); cluster++) {
            final long nj = nj(ledger.clusterFj[cluster]);
            assertEquals(nj, metered.clustersNj.get(cluster), what + ": cluster " + cluster);
            sumNj += nj;
        }
        assertEquals(sumNj / 1_000, metered.totalUj, what + ": whole machine");
        long tasksNj = 0;
        for (final Reading.TaskReading task : metered.reading.tasks()) {
            // the meter is read in whole nJ at each switch
            final long nj = nj(ledger.taskFj[task.taskId()]);
            assertEquals(
                    (double) nj,
                    (double) task.energyNj(),
                    task.switchesIn() + 1.0,
                    what + ": " + task.name());
            tasksNj += nj;
        }
        assertTrue(tasksNj > 0, what);
        if (machine.clusterStateCountMax() > 0) {
            assertTrue(ledger.clusterChanges > 0, what + ": no cluster ever slept or woke");
        }
        assertTrue(ledger.changes > 50, what + ": only " + ledger.changes + " changes");
    }

    private static long nj(BigInteger fj) {
        return fj.divide(FJ_PER_NJ).longValueExact();
    }

    private static SimPlan plan(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<String> overrides =
                new ArrayList<>(List.of(MACHINES.get((int) (seed % MACHINES.size()))));
        overrides.add("governor=" + GOVERNORS.get(random.nextInt(GOVERNORS.size())));
        final List<TaskTemplate> tasks = new ArrayList<>();
        final boolean mostlyIdle = random.nextBoolean();
        final int count = mostlyIdle ? 2 : 2 + random.nextInt(8);
        for (int task = 0; task < count; task++) {
            tasks.add(task("t" + task, mostlyIdle, random));
        }
        return Scenarios.planOf(
                tasks,
                KERNELS.get(random.nextInt(KERNELS.size())),
                overrides.toArray(new String[0]));
    }

    private static TaskTemplate task(String name, boolean mostlyIdle, SplittableRandom random) {
        final Step work = new Step.Run(1 + random.nextLong(6 * MS), random.nextBoolean() ? 0 : 400);
        final Step rest =
                mostlyIdle || random.nextInt(4) == 0
                        ? new Step.Sleep(random.nextLong(60 * MS))
                        : new Step.Sleep(random.nextLong(3 * MS));
        return Scenarios.task(
                name,
                SchedPolicy.OTHER,
                0,
                new Step.Loop(
                        Step.FOREVER, List.of(work, rest, new Step.Sleep(random.nextLong(MS)))));
    }

    /** Works everything out again: one piece after the other, never rounded. */
    private static final class Ledger {
        private static final int BUSY = -1;

        private final MachinePlan machine;
        private final BigInteger[] cpuFj;
        private final BigInteger[] clusterFj;
        private final BigInteger[] taskFj;
        private final int[] state;
        private final int[] task;
        private final Opp[] opp; // by domain
        private final long[] clusterUw;
        private long sinceNs;
        private int changes;
        private int clusterChanges;

        Ledger(MachinePlan machine, int taskCount) {
            this.machine = machine;
            cpuFj = zeros(machine.cpuCount());
            clusterFj = zeros(machine.clusters().size());
            taskFj = zeros(taskCount);
            state = new int[machine.cpuCount()];
            task = new int[machine.cpuCount()];
            Arrays.fill(task, -1);
            for (int cpu = 0; cpu < state.length; cpu++) {
                state[cpu] = machine.coreTypeOf(cpu).idleStates().size() - 1;
            }
            opp = new Opp[machine.domainCount()];
            clusterUw = machine.clusters().stream().mapToLong(Ledger::deepestUw).toArray();
        }

        private static long deepestUw(ClusterPlan cluster) {
            return cluster.idleStates().stream()
                    .map(ClusterPlan.State::powerUw)
                    .reduce(cluster.activeUw(), (before, next) -> next);
        }

        private static BigInteger[] zeros(int count) {
            final BigInteger[] zeros = new BigInteger[count];
            Arrays.fill(zeros, BigInteger.ZERO);
            return zeros;
        }

        void startAt(int domain, int index) {
            opp[domain] = machine.domains().get(domain).opps().get(index);
        }

        void read(MemoryTarget target) {
            final RecordView record = new RecordView();
            try (JournalReader reader = JournalReader.open(target)) {
                while (reader.next(record)) {
                    change(record);
                }
            }
        }

        private void change(RecordView record) {
            final int type = record.type();
            if (type == RecordType.SWITCH.code()) {
                upTo(record.timeNs());
                task[record.cpu()] = record.nextTaskId();
                changes++;
            } else if (type == RecordType.IDLE_ENTER.code()) {
                upTo(record.timeNs());
                if (record.arg1() == 0) {
                    state[record.cpu()] = record.arg0();
                } else {
                    clusterUw[record.arg1() - 1] =
                            machine.clusters()
                                    .get(record.arg1() - 1)
                                    .idleStates()
                                    .get(record.arg0())
                                    .powerUw();
                    clusterChanges++;
                }
                changes++;
            } else if (type == RecordType.IDLE_EXIT.code()) {
                upTo(record.timeNs());
                left(record);
                changes++;
            } else if (type == RecordType.FREQ.code()) {
                upTo(record.timeNs());
                opp[record.domainIndex()] =
                        machine.domains().get(record.domainIndex()).opps().stream()
                                .filter(point -> point.khz() == record.khz())
                                .findFirst()
                                .orElseThrow();
                changes++;
            }
        }

        private void left(RecordView record) {
            final int cpu = record.cpu();
            if (record.arg1() != 0) {
                clusterUw[record.arg1() - 1] = machine.clusters().get(record.arg1() - 1).activeUw();
                clusterChanges++;
                return;
            }
            final BigInteger fj =
                    BigInteger.valueOf(idleState(cpu, record.arg0()).transitionNj())
                            .multiply(FJ_PER_NJ);
            cpuFj[cpu] = cpuFj[cpu].add(fj);
            if (task[cpu] >= 0) { // waking is paid by the task that is switched to
                taskFj[task[cpu]] = taskFj[task[cpu]].add(fj);
            }
            state[cpu] = BUSY;
        }

        void upTo(long nowNs) {
            final BigInteger ns = BigInteger.valueOf(nowNs - sinceNs);
            if (ns.signum() == 0) {
                return;
            }
            for (int cpu = 0; cpu < state.length; cpu++) {
                final BigInteger fj = BigInteger.valueOf(powerUw(cpu)).multiply(ns);
                cpuFj[cpu] = cpuFj[cpu].add(fj);
                if (task[cpu] >= 0) {
                    taskFj[task[cpu]] = taskFj[task[cpu]].add(fj);
                }
            }
            for (int cluster = 0; cluster < clusterUw.length; cluster++) {
                clusterFj[cluster] =
                        clusterFj[cluster].add(BigInteger.valueOf(clusterUw[cluster]).multiply(ns));
            }
            sinceNs = nowNs;
        }

        private IdleStatePlan idleState(int cpu, int index) {
            return machine.coreTypeOf(cpu).idleStates().get(index);
        }

        private long powerUw(int cpu) {
            final CoreTypePlan type = machine.coreTypeOf(cpu);
            final Opp at = opp[machine.cpus().get(cpu).domainIndex()];
            final int[] threads = machine.threadsOf(cpu);
            final boolean shares = !type.smt().throughputMilli().isEmpty() && threads.length > 1;
            final int busy =
                    (int) Arrays.stream(threads).filter(thread -> state[thread] == BUSY).count();
            final long busyUw = busyUw(type, at);
            if (state[cpu] == BUSY) {
                return shares && busy > 1
                        ? rounded(
                                BigDecimal.valueOf(busyUw)
                                        .multiply(
                                                rounded3(
                                                        type.smt().powerMilli().get(busy - 1),
                                                        busy)))
                        : busyUw;
            }
            if (shares && busy > 0) {
                return 0;
            }
            final long idleUw = idleUw(cpu, at, busyUw);
            return shares
                    ? rounded(
                            BigDecimal.valueOf(idleUw)
                                    .divide(
                                            BigDecimal.valueOf(threads.length),
                                            9,
                                            RoundingMode.HALF_UP))
                    : idleUw;
        }

        private static long busyUw(CoreTypePlan type, Opp at) {
            if (at.busyUw() >= 0) {
                return at.busyUw();
            }
            final BigDecimal volt = BigDecimal.valueOf(at.microvolt(), 6);
            return rounded(
                            BigDecimal.valueOf(type.dynamicUwPerMhzV2())
                                    .multiply(BigDecimal.valueOf(at.khz(), 3))
                                    .multiply(volt)
                                    .multiply(volt))
                    + type.staticUw();
        }

        private long idleUw(int cpu, Opp at, long busyUw) {
            final IdleStatePlan plan = idleState(cpu, state[cpu]);
            if (state[cpu] == 0 && at.idleUw() >= 0) {
                return at.idleUw();
            }
            return plan.powerUw() >= 0
                    ? plan.powerUw()
                    : rounded(
                            BigDecimal.valueOf(busyUw)
                                    .multiply(BigDecimal.valueOf(plan.powerMilli(), 3)));
        }

        /** Share of one of {@code busy} threads: whole thousandths, to nearest. */
        private static BigDecimal rounded3(int coreMilli, int busy) {
            return BigDecimal.valueOf(coreMilli, 3)
                    .divide(BigDecimal.valueOf(busy), 3, RoundingMode.HALF_UP);
        }

        private static long rounded(BigDecimal uw) {
            return uw.setScale(0, RoundingMode.HALF_UP).longValueExact();
        }
    }
}
