package io.vlag.engine.importer;

import static io.vlag.engine.importer.ImportTexts.load;
import static io.vlag.engine.importer.ImportTexts.notes;
import static io.vlag.engine.importer.ImportTexts.steps;
import static io.vlag.engine.importer.ImportTexts.thread;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtAppThreadsTest {
    @Test
    void aBareThreadHasTheDefaults() {
        final TaskTemplate task =
                load("{\n \"tasks\": {\n  \"worker\": {\"run\": 1}}}").tasks().getFirst();
        assertEquals(
                new TaskTemplate(
                        "worker",
                        1,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        0,
                        CpuSet.ALL,
                        "",
                        0,
                        List.of(new Step.Loop(Step.FOREVER, List.of(new Step.Run(1_000)))),
                        new SourcePosition("w.json", 3, 3)),
                task);
    }

    @Test
    void instanceDelayCpusAndTaskGroupAreTaken() {
        final TaskTemplate task =
                thread(
                        "\"instance\": 4, \"delay\": 1500, \"cpus\": [3, 0, 3], \"taskgroup\":"
                                + " \"tg1//sub/\", \"run\": 1");
        assertEquals(4, task.instanceCount());
        assertEquals(1_500_000, task.startDelayNs());
        assertEquals(new CpuSet(List.of(0, 3)), task.cpus());
        assertEquals("/tg1/sub", task.taskGroup());
    }

    @ParameterizedTest
    @CsvSource({
        "SCHED_OTHER,    -6, OTHER, -6,  0",
        "SCHED_BATCH,    19, BATCH, 19,  0",
        "SCHED_IDLE,      0, IDLE,   0,  0",
        "SCHED_FIFO,      8, FIFO,   0,  8",
        "SCHED_RR,       99, RR,     0, 99",
        "SCHED_DEADLINE,  0, FIFO,   0, 99",
    })
    void priorityIsNiceOrRealTimeByPolicy(
            String policy, int priority, SchedPolicy expected, int nice, int rtPriority) {
        final TaskTemplate task =
                thread(
                        "\"priority\": "
                                + priority
                                + ", \"policy\": \""
                                + policy
                                + "\", \"run\": 1");
        assertEquals(expected, task.policy());
        assertEquals(nice, task.nice());
        assertEquals(rtPriority, task.rtPriority());
    }

    @Test
    void theDefaultPolicyMayComeAfterTheThreads() {
        final Workload workload =
                load(
                        "{\"tasks\": {\"a\": {\"run\": 1}, \"b\": {\"policy\": \"SCHED_OTHER\","
                                + " \"run\": 1}}, \"global\": {\"default_policy\": \"SCHED_FIFO\"}}");
        assertEquals(SchedPolicy.FIFO, workload.tasks().get(0).policy());
        assertEquals(10, workload.tasks().get(0).rtPriority());
        assertEquals(SchedPolicy.OTHER, workload.tasks().get(1).policy());
    }

    @Test
    void niceIsAnotherWordForThePriorityOfAFairThread() {
        assertEquals(5, thread("\"nice\": 5, \"run\": 1").nice());
        assertEquals(5, thread("\"nice\": 5, \"priority\": 5, \"run\": 1").nice());
        assertEquals(
                List.of("t: nice is ignored; SCHED_RR has none"),
                notes("\"policy\": \"SCHED_RR\", \"nice\": 5, \"run\": 1"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "99, 100000", "100, 100000", "3000, 3000000", "100001, 100000000"})
    void dlRuntimeOfAFairThreadIsItsSlice(long us, long expectedNs) {
        assertEquals(expectedNs, thread("\"dl-runtime\": " + us + ", \"run\": 1").sliceNs());
    }

    @Test
    void aSliceOutOfRangeIsNoted() {
        assertEquals(
                List.of("t: the slice 50 us becomes 100 us, as the kernel allows 100 to 100000"),
                notes("\"dl-runtime\": 50, \"run\": 1"));
        assertEquals(List.of(), notes("\"dl-runtime\": 100, \"run\": 1"));
        assertEquals(
                List.of("t: dl-runtime is ignored; SCHED_FIFO has no slice"),
                notes("\"dl-runtime\": 100, \"policy\": \"SCHED_FIFO\", \"run\": 1"));
    }

    @Test
    void aDeadlineThreadIsNotedAndItsOldBudgetKeysAreNoEvents() {
        final String note =
                "t: SCHED_DEADLINE is simulated as SCHED_FIFO 99; its budget and deadline are not"
                        + " kept";
        assertEquals(
                List.of(note),
                notes("\"policy\": \"SCHED_DEADLINE\", \"dl-runtime\": 9, \"run\": 1"));
        final String old =
                "\"policy\": \"SCHED_DEADLINE\", \"runtime\": 9, \"period\": 20, \"deadline\": 20,"
                        + " \"loop\": 1, \"run\": 1";
        assertEquals(List.of(new Step.Run(1_000)), thread(old).steps());
        assertEquals(
                List.of(
                        "t: runtime, period and deadline of the thread are the old names of"
                                + " dl-runtime, dl-period and dl-deadline and are ignored",
                        note),
                notes(old));
    }

    @Test
    void cpusOfAPhaseHoldForItAndFallBackToTheThreads() {
        final TaskTemplate task =
                thread(
                        "\"cpus\": [4, 5], \"phases\": {\"a\": {\"cpus\": [0], \"run\": 1}, \"b\":"
                                + " {\"cpus\": [2], \"loop\": 2, \"run\": 2}, \"c\": {\"run\": 3}}");
        assertEquals(new CpuSet(List.of(0)), task.cpus());
        assertEquals(
                List.of(
                        new Step.Loop(
                                Step.FOREVER,
                                List.of(
                                        new Step.SetAffinity(new CpuSet(List.of(0))),
                                        new Step.Run(1_000),
                                        new Step.SetAffinity(new CpuSet(List.of(2))),
                                        new Step.Loop(2, List.of(new Step.Run(2_000))),
                                        new Step.SetAffinity(new CpuSet(List.of(4, 5))),
                                        new Step.Run(3_000)))),
                task.steps());
    }

    @Test
    void cpusThatNeverChangeNeedNoStep() {
        final TaskTemplate task =
                thread("\"loop\": 1, \"phases\": {\"a\": {\"cpus\": [1], \"run\": 1}}");
        assertEquals(new CpuSet(List.of(1)), task.cpus());
        assertEquals(List.of(new Step.Run(1_000)), task.steps());
    }

    @Test
    void aNiceValueOfAPhaseHoldsUntilTheNextOne() {
        final TaskTemplate task =
                thread(
                        "\"priority\": 1, \"phases\": {\"a\": {\"run\": 1}, \"b\": {\"priority\":"
                                + " 5, \"run\": 2}, \"c\": {\"run\": 3}, \"d\": {\"nice\": 1, \"run\":"
                                + " 4}}");
        assertEquals(1, task.nice());
        assertEquals(
                List.of(
                        new Step.Loop(
                                Step.FOREVER,
                                List.of(
                                        new Step.Run(1_000),
                                        new Step.SetNice(5),
                                        new Step.Run(2_000),
                                        new Step.Run(3_000),
                                        new Step.SetNice(1),
                                        new Step.Run(4_000)))),
                task.steps());
    }

    @Test
    void aPropertyOfTheFirstPhaseIsSetAgainWhenALaterPhaseChangedIt() {
        assertEquals(
                List.of(
                        new Step.SetNice(2),
                        new Step.Run(1_000),
                        new Step.SetNice(3),
                        new Step.Run(1_000)),
                ((Step.Loop)
                                thread(
                                                "\"phases\": {\"a\": {\"priority\": 2, \"run\": 1},"
                                                        + " \"b\": {\"priority\": 3, \"run\": 1}}")
                                        .steps()
                                        .getFirst())
                        .body());
        assertEquals(
                List.of(new Step.Run(1_000), new Step.SetNice(3), new Step.Run(1_000)),
                steps(
                        "\"phases\": {\"a\": {\"priority\": 2, \"run\": 1}, \"b\": {\"priority\":"
                                + " 3, \"run\": 1}}"));
    }

    @Test
    void aSchedulingPropertyOfThePhasesThatNeverChangesIsTheThreads() {
        final TaskTemplate task =
                thread(
                        "\"phases\": {\"a\": {\"policy\": \"SCHED_FIFO\", \"priority\": 7, \"run\":"
                                + " 1}, \"b\": {\"run\": 1}}");
        assertEquals(SchedPolicy.FIFO, task.policy());
        assertEquals(7, task.rtPriority());
        assertEquals(
                "/g",
                thread("\"phases\": {\"a\": {\"taskgroup\": \"/g\", \"run\": 1}}").taskGroup());
    }

    @Test
    void policiesPrioritiesAndSlicesChangeBetweenPhases() {
        final TaskTemplate task =
                thread(
                        "\"loop\": 2, \"phases\": {\"a\": {\"policy\": \"SCHED_OTHER\","
                                + " \"priority\": 2, \"dl-runtime\": 3000, \"run\": 1}, \"b\":"
                                + " {\"policy\": \"SCHED_FIFO\", \"priority\": 20, \"run\": 2},"
                                + " \"c\": {\"priority\": 30, \"run\": 3}, \"d\": {\"policy\":"
                                + " \"SCHED_BATCH\", \"dl-runtime\": 0, \"run\": 4}}");
        assertEquals(SchedPolicy.OTHER, task.policy());
        assertEquals(2, task.nice());
        assertEquals(3_000_000, task.sliceNs());
        assertEquals(
                List.of(
                        new Step.SetPolicy(SchedPolicy.OTHER, 2, false, ""),
                        new Step.SetSlice(3_000_000, ""),
                        new Step.Run(1_000),
                        new Step.SetPolicy(SchedPolicy.FIFO, 20, false, ""),
                        new Step.Run(2_000),
                        new Step.SetPolicy(SchedPolicy.FIFO, 30, false, ""),
                        new Step.Run(3_000),
                        new Step.SetPolicy(SchedPolicy.BATCH, 0, false, ""),
                        new Step.SetSlice(0, ""),
                        new Step.Run(4_000)),
                ((Step.Loop) task.steps().getFirst()).body());
    }

    @Test
    void aPolicyWithoutAPriorityTakesTheOneOfItsClass() {
        assertEquals(
                List.of(
                        new Step.Run(1_000),
                        new Step.SetPolicy(SchedPolicy.RR, 10, false, ""),
                        new Step.Run(1_000),
                        new Step.SetPolicy(SchedPolicy.FIFO, 99, false, ""),
                        new Step.Run(1_000)),
                steps(
                        "\"priority\": 5, \"phases\": {\"a\": {\"run\": 1}, \"b\": {\"policy\":"
                                + " \"SCHED_RR\", \"run\": 1}, \"c\": {\"policy\":"
                                + " \"SCHED_DEADLINE\", \"run\": 1}}"));
    }

    @Test
    void clampsAndMemoryBindingAreNoted() {
        assertEquals(
                List.of("t: membind_nodes is ignored; memory placement is not simulated"),
                notes("\"util_min\": 100, \"membind_nodes\": [0], \"run\": 1"));
    }

    @Test
    void aSecondThreadOfOneNameGetsANumber() {
        final Workload workload = load("{\"tasks\": {\"a\": {\"run\": 1}, \"a\": {\"run\": 2}}}");
        assertEquals(
                List.of("a", "a_2"), workload.tasks().stream().map(TaskTemplate::name).toList());
        assertEquals(List.of("a second thread \"a\" is named \"a_2\""), workload.notes());
    }

    @Test
    void whatNobodyWillDoIsNoted() {
        assertEquals(
                List.of("t: nothing resumes \"t\", so the thread stays suspended"),
                notes("\"run\": 1, \"suspend\": \"\""));
        assertEquals(
                List.of("the barrier \"b\" has one user, which never waits there"),
                notes("\"run\": 1, \"barrier\": \"b\""));
        assertEquals(
                List.of("t: uses the barrier \"b\" more than once and counts as one user of it"),
                notes("\"instance\": 2, \"run\": 1, \"barrier\": \"b\", \"barrier2\": \"b\""));
        assertEquals(
                List.of(
                        "t: still holds the mutex \"m\" after a turn of its loop; locking it again"
                                + " blocks for ever"),
                notes("\"run\": 1, \"lock\": \"m\""));
        assertEquals(
                List.of("t: the phase \"a\" loops for ever, so the phases after it never run"),
                notes("\"phases\": {\"a\": {\"loop\": -1, \"run\": 1}, \"b\": {\"run\": 1}}"));
        assertEquals(
                List.of(
                        "t: waits without holding the mutex \"m\"; it is locked before and unlocked"
                                + " after the wait"),
                notes("\"wait\": {\"ref\": \"c\", \"mutex\": \"m\"}"));
        assertEquals(
                List.of("line 1: a timer with period 0 never waits and is left out"),
                notes("\"run\": 1, \"timer\": {\"ref\": \"unique\", \"period\": 0}"));
    }

    @Test
    void commentsBeginWithAnUnderscoreAnywhere() {
        final Workload workload =
                load(
                        "{\"_a\": {\"x\": [1, {}]}, \"global\": {\"_b\": 1}, \"tasks\": {\"_c\":"
                                + " \"text\", \"t\": {\"_d\": [[]], \"loop\": 1, \"phases\":"
                                + " {\"_e\": 1, \"p\": {\"_f\": {}, \"timer\": {\"_g\": 1, \"ref\":"
                                + " \"unique\", \"period\": 1}}}}}}");
        assertEquals(
                List.of(new Step.Timer("unique", 1_000, false, false)),
                workload.tasks().getFirst().steps());
        assertTrue(workload.notes().isEmpty());
    }
}
