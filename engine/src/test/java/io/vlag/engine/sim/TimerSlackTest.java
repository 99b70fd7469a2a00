package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When timers run: at the end of their slack, or with an interrupt that comes before. */
class TimerSlackTest {
    private static final long MS = 1_000_000;
    private static final long US = 1_000;

    /** A timer that expires every 8 ms beside a hog; ticks come every 4 ms from the phase on. */
    @ParameterizedTest
    @CsvSource({"OTHER, 20, 20", "OTHER, 49, 49", "OTHER, 60, 50", "FIFO, 20, 0"})
    void aTimerRunsWithTheTickThatComesInItsSlack(
            SchedPolicy policy, long tickPhaseUs, long lateUs) {
        final TaskTemplate hog = Scenarios.endless("hog", new Step.Run(100 * MS));
        final TaskTemplate periodic =
                Scenarios.task(
                        "periodic",
                        policy,
                        policy == SchedPolicy.OTHER ? 0 : 1,
                        new Step.Loop(
                                Step.FOREVER,
                                List.of(
                                        new Step.Timer("t", 8 * MS, false, true),
                                        new Step.Run(100 * US))));
        final List<Long> wakeups = wakeupsNs(List.of(hog, periodic), tickPhaseUs, 1);
        assertTrue(wakeups.size() > 10, "" + wakeups);
        for (final long timeNs : wakeups) {
            assertEquals(lateUs * US, timeNs % (8 * MS), "" + wakeups);
        }
    }

    /** Two timers 30 us apart: the interrupt of the first runs the second too, but no third. */
    @Test
    void oneInterruptRunsEveryTimerWhoseTimeHasCome() {
        final List<TaskTemplate> tasks = new ArrayList<>();
        tasks.add(Scenarios.endless("hog", new Step.Run(100 * MS)));
        for (final long delayUs : List.of(1_000L, 1_030L, 1_080L)) {
            tasks.add(startingAt(delayUs * US, 8 * MS));
        }
        assertEquals(1_050, wakeupsNs(tasks, 3_000, 1).getFirst() / US % 8_000);
        assertEquals(1_050, wakeupsNs(tasks, 3_000, 2).getFirst() / US % 8_000);
        assertEquals(1_130, wakeupsNs(tasks, 3_000, 3).getFirst() / US % 8_000);
    }

    /** Interrupts are part of a task's time where the kernel does not account them. */
    @Test
    void aLoneHogHasAllTheTimeWithoutIrqTimeAccounting() {
        final Scenarios.Window window =
                Scenarios.run(
                        Scenarios.planOf(
                                new Workload(
                                        "hog",
                                        List.of(Scenarios.endless("hog", new Step.Run(100 * MS))),
                                        List.of(),
                                        true,
                                        0,
                                        List.of()),
                                "7.0",
                                1,
                                "tickPhase=1ms"),
                        101 * MS,
                        800 * MS);
        final long irqNs = window.ofCpus(Reading.CpuReading::irqNs);
        assertTrue(irqNs >= 199 * 3_400, "" + irqNs);
        assertEquals(800 * MS, window.ofTasks(Reading.TaskReading::cpuNs), 10 * US);
    }

    /**
     * An interrupt between the arming of a sleeper's timer and its way off the CPU keeps the
     * sleeper on the CPU for longer, not asleep.
     */
    @Test
    void anInterruptAfterTheTimerWasArmedDoesNotMoveIt() {
        final Sleep undisturbed = sleepBeside(2 * MS);
        final long interruptNs = sleepBeside(100 * US).fromNs() - undisturbed.fromNs();
        assertTrue(interruptNs > 500, "" + interruptNs);
        final Sleep beforeArming =
                new Sleep(undisturbed.fromNs() + interruptNs, undisturbed.toNs() + interruptNs);
        final Sleep afterArming = new Sleep(undisturbed.fromNs() + interruptNs, undisturbed.toNs());
        final Set<Sleep> found = new HashSet<>();
        final long blockNs = undisturbed.fromNs() - 8 * MS - 50 * US;
        for (long delayNs = blockNs - 500; delayNs <= blockNs + 2; delayNs += 2) {
            found.add(sleepBeside(delayNs));
        }
        assertEquals(Set.of(undisturbed, beforeArming, afterArming), found);
    }

    private record Sleep(long fromNs, long toNs) {}

    /** The first sleep of a task that wakes after 8 ms, beside one that wakes a while later. */
    private static Sleep sleepBeside(long delayNs) {
        final TaskTemplate sleeper =
                Scenarios.endless(
                        "sleeper",
                        new Step.Timer("t", 8 * MS, false, true),
                        new Step.Run(100 * US),
                        new Step.Sleep(MS, false));
        final List<Long> blocks = new ArrayList<>();
        final List<Long> wakeups = new ArrayList<>();
        read(
                List.of(sleeper, startingAt(delayNs, 8 * MS)),
                3_000,
                record -> {
                    if (record.taskId() == 0 && record.timeNs() > 8_060 * US) {
                        if (record.type() == RecordType.SWITCH.code()) {
                            blocks.add(record.timeNs());
                        } else if (record.type() == RecordType.WAKEUP.code()) {
                            wakeups.add(record.timeNs());
                        }
                    }
                });
        return new Sleep(blocks.getFirst(), wakeups.getFirst());
    }

    private static TaskTemplate startingAt(long delayNs, long periodNs) {
        final TaskTemplate task =
                Scenarios.endless(
                        "periodic",
                        new Step.Timer("t", periodNs, false, true),
                        new Step.Run(10 * US));
        return new TaskTemplate(
                task.name(),
                1,
                task.policy(),
                0,
                0,
                0,
                task.cpus(),
                "",
                delayNs,
                task.steps(),
                task.position());
    }

    /** Wake-ups of a task after its first sleep, ns. */
    private static List<Long> wakeupsNs(List<TaskTemplate> tasks, long tickPhaseUs, int task) {
        final List<Long> found = new ArrayList<>();
        read(
                tasks,
                tickPhaseUs,
                record -> {
                    if (record.type() == RecordType.WAKEUP.code()
                            && record.taskId() == task
                            && record.timeNs() > 4 * MS) {
                        found.add(record.timeNs());
                    }
                });
        return found;
    }

    private static void read(
            List<TaskTemplate> tasks, long tickPhaseUs, Consumer<RecordView> reading) {
        final MemoryTarget target = new MemoryTarget(1 << 24);
        try (Simulation simulation =
                new Simulation(
                        Scenarios.planOf(
                                new Workload("timers", tasks, List.of(), true, 0, List.of()),
                                "7.0",
                                1,
                                "tickPhase=" + tickPhaseUs + "us"),
                        at ->
                                Journal.open(
                                        at, RunHeader.of(1, "timers", "", "", 1, 1, 0), target))) {
            simulation.runUntil(200 * MS);
        }
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                reading.accept(record);
            }
        }
    }
}
