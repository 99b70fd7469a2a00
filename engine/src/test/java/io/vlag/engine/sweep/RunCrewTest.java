package io.vlag.engine.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.NoTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Simulation;
import io.vlag.offheap.ArenaExhaustedException;
import io.vlag.offheap.Memory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RunCrewTest {
    private static final long MS = 1_000_000;
    private final Scenario scenario = scenario();

    private static Scenario scenario() {
        final ConfigLibrary library = new ConfigLibrary(Path.of("../batch-configs"));
        return library.scenario(library.findScenario("busy32"), Overrides.NONE);
    }

    private RunOrder order(long seed, long durationNs, Supplier<SimPlan> plan) {
        return new RunOrder(
                new RunName("7.0", "stock_2400", seed),
                MS,
                durationNs,
                plan,
                made -> RunHeader.of(1, "s", "k", "m", seed, 4, durationNs),
                () -> NoTarget.INSTANCE);
    }

    private SimPlan plan(long seed) {
        return plan(seed, workload());
    }

    private SimPlan plan(long seed, Workload workload) {
        final MachineSpec machine = scenario.machines().getFirst();
        return new Planner(scenario).plan(machine, scenario.kernels().getLast(), workload, seed);
    }

    private Workload workload() {
        return ((Scenario.WorkloadSource.Inline) scenario.workload()).workload();
    }

    @Test
    void outcomesComeInTheOrderOfTheOrdersAndAFailureHarmsNobodyElse() {
        final RunProgress progress = new RunProgress();
        final List<RunOrder> orders = new ArrayList<>();
        for (long seed = 0; seed < 6; seed++) {
            final long number = seed;
            orders.add(
                    order(
                            seed,
                            (10 - seed) * MS,
                            () -> {
                                if (number == 3) {
                                    throw new IllegalStateException("on purpose");
                                }
                                return plan(number);
                            }));
        }
        final List<RunOutcome> outcomes = new RunCrew(3, progress).carryOut(orders);
        for (int index = 0; index < 6; index++) {
            assertEquals(index, outcomes.get(index).name().seed());
            if (index == 3) {
                final RunOutcome.Failed failed =
                        assertInstanceOf(RunOutcome.Failed.class, outcomes.get(index));
                assertEquals("on purpose", failed.cause().getMessage());
            } else {
                final RunOutcome.Done done =
                        assertInstanceOf(RunOutcome.Done.class, outcomes.get(index));
                assertEquals(MS, done.before().timeNs());
                assertEquals((11 - index) * MS, done.after().timeNs());
            }
        }
        assertEquals(6, progress.endedRunCount());
        assertEquals(orders.stream().mapToLong(RunOrder::totalNs).sum(), progress.simulatedNs());
        assertTrue(progress.eventCount() > 0);
    }

    /** Each takes more than a third of the arena, so that never more than two fit. */
    @Test
    void workersShareAnArenaThatHoldsOnlySomeOfTheirRuns() {
        final int instanceCount = 30_000;
        final List<RunOrder> orders = new ArrayList<>();
        for (long seed = 0; seed < 6; seed++) {
            final long number = seed;
            orders.add(order(seed, 1_000, () -> plan(number, instanceCount)));
        }
        try (Simulation one = new Simulation(plan(0, instanceCount), Journal::none)) {
            assertTrue(3 * one.slabBytes() > Memory.ARENA.byteSize(), "slab " + one.slabBytes());
        }
        final List<RunOutcome> outcomes = new RunCrew(6, new RunProgress()).carryOut(orders);
        outcomes.forEach(outcome -> assertInstanceOf(RunOutcome.Done.class, outcome));
    }

    @Test
    void aRunThatTheWholeArenaCannotHoldFailsAlone() {
        final List<RunOutcome> outcomes =
                new RunCrew(2, new RunProgress())
                        .carryOut(
                                List.of(
                                        order(1, MS, () -> plan(1)),
                                        order(2, MS, () -> plan(2, 100_000)),
                                        order(3, MS, () -> plan(3))));
        assertInstanceOf(RunOutcome.Done.class, outcomes.get(0));
        assertInstanceOf(
                ArenaExhaustedException.class,
                assertInstanceOf(RunOutcome.Failed.class, outcomes.get(1)).cause());
        assertInstanceOf(RunOutcome.Done.class, outcomes.get(2));
    }

    /** The first task of the scenario, many times. */
    private SimPlan plan(long seed, int instanceCount) {
        final Workload workload = workload();
        final TaskTemplate one = workload.tasks().getFirst();
        final TaskTemplate many =
                new TaskTemplate(
                        one.name(),
                        instanceCount,
                        one.policy(),
                        one.nice(),
                        one.rtPriority(),
                        one.sliceNs(),
                        one.cpus(),
                        one.taskGroup(),
                        one.startDelayNs(),
                        one.steps(),
                        one.position());
        return plan(seed, new Workload("many", List.of(many), List.of(), true, 0, List.of()));
    }

    @Test
    void aStopEndsRunsThatWouldLastForEver() throws InterruptedException {
        final RunProgress progress = new RunProgress();
        final RunCrew crew = new RunCrew(1, progress);
        final Thread stopper = Thread.ofPlatform().start(() -> stopAfterSomeEvents(crew, progress));
        final List<RunOutcome> outcomes =
                crew.carryOut(
                        List.of(
                                order(1, Long.MAX_VALUE / 2, () -> plan(1)),
                                order(2, Long.MAX_VALUE / 2, () -> plan(2))));
        stopper.join();
        crew.awaitOver();
        assertTrue(crew.isStopping());
        outcomes.forEach(outcome -> assertInstanceOf(RunOutcome.Stopped.class, outcome));
    }

    @Test
    void aStoppedRunLeavesAReadableJournalWithoutAnEnd() throws InterruptedException {
        final MemoryTarget target = new MemoryTarget(1L << 30);
        final RunProgress progress = new RunProgress();
        final RunCrew crew = new RunCrew(1, progress);
        final RunOrder plain = order(1, Long.MAX_VALUE / 2, () -> plan(1));
        final RunOrder recorded =
                new RunOrder(
                        plain.name(),
                        plain.warmupNs(),
                        plain.durationNs(),
                        plain.plan(),
                        plain.header(),
                        () -> target);
        final Thread stopper = Thread.ofPlatform().start(() -> stopAfterSomeEvents(crew, progress));
        assertInstanceOf(RunOutcome.Stopped.class, crew.carryOut(List.of(recorded)).getFirst());
        stopper.join();
        long count = 0;
        int lastType = 0;
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView view = new RecordView();
            while (reader.next(view)) {
                count++;
                lastType = view.type();
            }
        }
        assertTrue(count > 1_000, "records " + count);
        assertNotEquals(RecordType.RUN_END.code(), lastType);
    }

    private static void stopAfterSomeEvents(RunCrew crew, RunProgress progress) {
        while (progress.eventCount() < 20_000) {
            Thread.onSpinWait();
        }
        crew.stop();
    }
}
