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
import java.util.List;
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
        final List<Long> found = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                if (record.type() == RecordType.WAKEUP.code()
                        && record.taskId() == task
                        && record.timeNs() > 4 * MS) {
                    found.add(record.timeNs());
                }
            }
        }
        return found;
    }
}
