package io.vlag.engine.importer;

import static io.vlag.engine.importer.ImportTexts.problems;
import static io.vlag.engine.importer.ImportTexts.threadProblems;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RtAppProblemsTest {
    private static final String MICROSECONDS =
            "give a whole number of microseconds from 0 to 1000000000000";

    /** Body of the thread object of line 2, and the only problem it makes. */
    static Stream<Arguments> oneProblem() {
        return Stream.of(
                Arguments.of(
                        "\"run\": -5",
                        "w.json:2:14 tasks.t.run: -5 is not allowed; " + MICROSECONDS),
                Arguments.of(
                        "\"run\": 1.5",
                        "w.json:2:14 tasks.t.run: 1.5 is not allowed; " + MICROSECONDS),
                Arguments.of(
                        "\"sleep1\": \"10\"",
                        "w.json:2:17 tasks.t.sleep1: \"10\" is not allowed; "
                                + MICROSECONDS
                                + ", without the quotes"),
                Arguments.of(
                        "\"run\": 99999999999999999999999",
                        "w.json:2:14 tasks.t.run: 99999999999999999999999 is not allowed; "
                                + MICROSECONDS),
                Arguments.of(
                        "\"run\": 1e999999999",
                        "w.json:2:14 tasks.t.run: 1e999999999 is not allowed; " + MICROSECONDS),
                Arguments.of(
                        "\"runtime\": {\"a\": [1]}",
                        "w.json:2:18 tasks.t.runtime: an object is not allowed; " + MICROSECONDS),
                Arguments.of(
                        "\"run\": 1, \"mem\": 4096",
                        "w.json:2:17 tasks.t.mem: the event \"mem\" is not supported: memory and"
                                + " device writes are not simulated; replace it by \"run\" with the"
                                + " microseconds it takes"),
                Arguments.of(
                        "\"run\": 1, \"iorun0\": 4096",
                        "w.json:2:17 tasks.t.iorun0: the event \"iorun\" is not supported: memory"
                                + " and device writes are not simulated; replace it by \"run\" with"
                                + " the microseconds it takes"),
                Arguments.of(
                        "\"rnu\": 1",
                        "w.json:2:7 tasks.t.rnu: \"rnu\" is not known in a thread; did you mean"
                                + " \"run\"?; remove it, or begin its name with \"_\" to keep it as"
                                + " a comment"),
                Arguments.of(
                        "\"phases\": {\"p\": {\"run\": 1, \"instance\": 2}}",
                        "w.json:2:34 tasks.t.phases.p.instance: \"instance\" belongs to the thread,"
                                + " not to a phase; move it there"),
                Arguments.of(
                        "\"phases\": {\"p\": {\"run\": 1}}, \"sleep\": 2",
                        "w.json:2:36 tasks.t.sleep: an event beside \"phases\" never runs; move it"
                                + " into a phase"),
                Arguments.of(
                        "\"phases\": []",
                        "w.json:2:17 tasks.t.phases: a list is not allowed; give an object of"
                                + " phases"),
                Arguments.of(
                        "\"timer\": 10000",
                        "w.json:2:16 tasks.t.timer: 10000 is not allowed; give an object such as"
                                + " {\"ref\": \"unique\", \"period\": 10000}"),
                Arguments.of(
                        "\"timer\": {\"period\": 10000}",
                        "w.json:2:7 tasks.t.timer: \"ref\" is missing; add it"),
                Arguments.of(
                        "\"timer\": {\"ref\": \"a\", \"period\": 1, \"mode\": \"absolut\"}",
                        "w.json:2:50 tasks.t.timer.mode: \"absolut\" is not allowed; did you mean"
                                + " \"absolute\"?; give one of relative, absolute"),
                Arguments.of(
                        "\"wait\": {\"ref\": \"c\"}",
                        "w.json:2:7 tasks.t.wait: \"mutex\" is missing; add it"),
                Arguments.of(
                        "\"sync\": {\"ref\": \"c\", \"mutex\": \"m\", \"mutx\": 1}",
                        "w.json:2:42 tasks.t.sync.mutx: \"mutx\" is not known in a wait or sync;"
                                + " did you mean \"mutex\"?; remove it, or begin its name with \"_\" to"
                                + " keep it as a comment"),
                Arguments.of(
                        "\"run\": 1, \"resume\": \"\"",
                        "w.json:2:27 tasks.t.resume: \"\" is not allowed; give the name that a"
                                + " suspend uses, 1 to 256 characters"),
                Arguments.of(
                        "\"run\": 1, \"unlock\": \"m\"",
                        "w.json:2:17 tasks.t.unlock: the thread does not hold the mutex \"m\" here;"
                                + " lock it before"),
                Arguments.of(
                        "\"run\": 1, \"fork\": \"u\"",
                        "w.json:2:17 tasks.t.fork: no thread \"u\" is in this file; fork one that"
                                + " is, with \"instance\": 0 if it may not start by itself"),
                Arguments.of(
                        "\"run\": 1, \"barrier\": \"b\", \"fork\": \"t\"",
                        "w.json:2:33 tasks.t.fork: the thread \"t\" uses a barrier, whose users"
                                + " have to be known at the start; start it with instance, or remove"
                                + " its barriers"),
                Arguments.of(
                        "\"run\": 1, \"loop\": -2",
                        "w.json:2:25 tasks.t.loop: -2 is not allowed; give a whole number of"
                                + " repetitions, -1 for ever, from -1 to 2147483647"),
                Arguments.of(
                        "\"loop\": 1, \"run\": 1, \"loop\": 2",
                        "w.json:2:28 tasks.t.loop: \"loop\" is given twice, first in line 2; keep"
                                + " one (only events and phases may repeat)"),
                Arguments.of(
                        "\"run\": 1, \"instance\": 100001",
                        "w.json:2:29 tasks.t.instance: 100001 is not allowed; give a whole number"
                                + " of threads from 0 to 100000"),
                Arguments.of(
                        "\"run\": 1, \"delay\": -1",
                        "w.json:2:26 tasks.t.delay: -1 is not allowed; " + MICROSECONDS),
                Arguments.of(
                        "\"run\": 1, \"policy\": \"SCHED_EXT\"",
                        "w.json:2:27 tasks.t.policy: \"SCHED_EXT\" is not allowed; give one of"
                                + " SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO, SCHED_RR,"
                                + " SCHED_DEADLINE"),
                Arguments.of(
                        "\"run\": 1, \"priority\": 20",
                        "w.json:2:29 tasks.t.priority: 20 is not allowed for SCHED_OTHER; give a"
                                + " nice value from -20 to 19"),
                Arguments.of(
                        "\"run\": 1, \"priority\": 0, \"policy\": \"SCHED_RR\"",
                        "w.json:2:29 tasks.t.priority: 0 is not allowed for SCHED_RR; give a"
                                + " real-time priority from 1 to 99"),
                Arguments.of(
                        "\"run\": 1, \"priority\": 3, \"nice\": 4",
                        "w.json:2:40 tasks.t.nice: 4 contradicts priority 3, which is the nice"
                                + " value of SCHED_OTHER; keep one"),
                Arguments.of(
                        "\"run\": 1, \"cpus\": 3",
                        "w.json:2:25 tasks.t.cpus: 3 is not allowed; give a list of CPU numbers"
                                + " from 0 to 8191, such as [0, 2]"),
                Arguments.of(
                        "\"run\": 1, \"cpus\": []",
                        "w.json:2:25 tasks.t.cpus: an empty list is not allowed; give a list of CPU"
                                + " numbers from 0 to 8191, such as [0, 2]"),
                Arguments.of(
                        "\"run\": 1, \"cpus\": [0, -1]",
                        "w.json:2:29 tasks.t.cpus[1]: -1 is not allowed; give a CPU number from 0"
                                + " to 8191"),
                Arguments.of(
                        "\"run\": 1, \"taskgroup\": \"/a/../b\"",
                        "w.json:2:30 tasks.t.taskgroup: \"/a/../b\" is not allowed; give a path"
                                + " without \".\" and \"..\""),
                Arguments.of(
                        "\"run\": 1, \"taskgroup\": \"/a\", \"policy\": \"SCHED_FIFO\"",
                        "w.json:2:30 tasks.t.taskgroup: a task group is not allowed for SCHED_FIFO;"
                                + " remove it, or use SCHED_OTHER"),
                Arguments.of(
                        "\"phases\": {\"p\": {\"taskgroup\": \"/a\", \"run\": 1}, \"q\": {\"run\":"
                                + " 1}}",
                        "w.json:2:54 tasks.t.phases.q: the task group changes from \"/a\" to \"\","
                                + " which is not simulated; give all phases of the thread the same"),
                Arguments.of(
                        "\"phases\": {\"p\": {\"priority\": 3, \"run\": 1}, \"q\": {\"policy\":"
                                + " \"SCHED_FIFO\", \"priority\": 20, \"run\": 1}}",
                        "w.json:2:18 tasks.t.phases.p: the policy or priority that this phase leaves"
                                + " open differs from turn to turn of the thread's loop; give both"),
                Arguments.of(
                        "\"loop\": -1, \"resume\": \"x\"",
                        "w.json:2:1 tasks.t: the thread repeats more than 1000000 events of which"
                                + " none takes time; add a run, sleep, timer or suspend, or a"
                                + " smaller loop"),
                Arguments.of(
                        "\"phases\": {\"p\": {\"loop\": 1000001, \"lock\": \"m\", \"unlock\":"
                                + " \"m\"}, \"q\": {\"run\": 1}}",
                        "w.json:2:18 tasks.t.phases.p: the phase repeats more than 1000000 events"
                                + " of which none takes time; add a run, sleep, timer or suspend, or a"
                                + " smaller loop"),
                Arguments.of(
                        "\"run\": 0",
                        "w.json:2:1 tasks.t: no event does anything; add one, such as \"run\":"
                                + " 1000, or remove the thread"),
                Arguments.of(
                        "\"exec\": 5000, \"period\": 5000, \"resources\": {\"m\": {}}",
                        "w.json:2:7 tasks.t.exec: \"exec\" belongs to the old rt-app dialect (exec,"
                                + " period, deadline, lock_order, resources), which is not read;"
                                + " write the thread as events, such as \"run\": 5000, \"timer\":"
                                + " {\"ref\": \"unique\", \"period\": 10000}"));
    }

    @ParameterizedTest
    @MethodSource("oneProblem")
    void aMistakeIsNamedWithItsPlaceItsValueAndWhatToDo(String body, String expected) {
        assertEquals(List.of(expected), threadProblems(body));
    }

    @Test
    void everyProblemOfAFileIsReportedInTheOrderOfTheFile() {
        assertEquals(
                List.of(
                        "w.json:3:17 global.duration: 0 is not allowed; give seconds above 0 up to"
                                + " 1000000000, or -1 to run until all threads end",
                        "w.json:6:12 tasks.a.run: -1 is not allowed; " + MICROSECONDS,
                        "w.json:7:5 tasks.a.fork: no thread \"bb\" is in this file; did you mean"
                                + " \"ab\"?; fork one that is, with \"instance\": 0 if it may not"
                                + " start by itself",
                        "w.json:9:11 tasks.ab: 3 is not allowed; give an object that describes the"
                                + " thread",
                        "w.json:10:14 tasks[\"x y\\u{1b}\"].cpus[0]: \"0\" is not allowed; give a"
                                + " CPU number from 0 to 8191, without the quotes"),
                problems(
                        """
                        {
                          "global": {
                            "duration": 0
                          },
                          "tasks": { "ab": { "run": 1 }, "a": {
                            "run": -1,
                            "fork": "bb"
                            },
                            "ab": 3, "x y\\u001b": { "run": 1,
                            "cpus": ["0"] }
                          }
                        }
                        """));
    }

    @Test
    void oneMistakeDoesNotDragOthersAfterIt() {
        assertEquals(
                List.of("w.json:2:43 tasks.t.phases.p.run: -1 is not allowed; " + MICROSECONDS),
                threadProblems(
                        "\"phases\": {\"p\": {\"loop\": -1, \"run\": -1, \"resume\": \"x\"}}"));
    }

    @Test
    void aPartOfAMergedWorkloadSaysSo() {
        assertEquals(
                List.of(
                        "w.json:2:1: no \"tasks\" here, so nothing would run; if this is one part"
                                + " of a workload that is merged, join the parts into one file and"
                                + " import that"),
                problems("\n{\"global\": {\"duration\": 5}}"));
    }

    @Test
    void anEmptyFileAndAnEmptyTasksObjectAreRefused() {
        assertEquals(
                List.of(
                        "w.json:1:1: the file is empty; give an object with \"tasks\" and"
                                + " \"global\""),
                problems(""));
        assertEquals(
                List.of(
                        "w.json:1:1: a list is not allowed; give an object with \"tasks\" and"
                                + " \"global\""),
                problems("[1]"));
        assertEquals(
                List.of(
                        "w.json:1:1 tasks: no thread is given; add one, such as \"t\": {\"run\":"
                                + " 1000}"),
                problems("{\"tasks\": {}}"));
    }

    @Test
    void brokenJsonIsReportedAfterTheProblemsBeforeIt() {
        final List<String> found =
                problems("{\"tasks\": {\"t\": {\"run\": -1,\n \"sleep\": 1 \"run\": 2}}}");
        assertEquals(2, found.size());
        assertEquals(
                "w.json:1:25 tasks.t.run: -1 is not allowed; " + MICROSECONDS, found.getFirst());
        assertTrue(found.get(1).startsWith("w.json:2:"), found.get(1));
        assertTrue(found.get(1).contains(": not JSON: Unexpected character ('\"'"), found.get(1));
        assertTrue(found.get(1).endsWith("; correct the text there"), found.get(1));
    }

    @Test
    void aControlCharacterInsideAStringIsBrokenJson() {
        final List<String> found = threadProblems("\"run\": 1, \"resume\": \"a\u0007\"");
        assertEquals(1, found.size());
        assertTrue(found.getFirst().startsWith("w.json:2:"), found.getFirst());
        assertTrue(found.getFirst().contains(": not JSON: Illegal unquoted"), found.getFirst());
    }

    @Test
    void aTextThatEndsTooEarlyOrGoesOnIsRefused() {
        final List<String> early = problems("{\"tasks\": {\"t\": {\"run\": 1");
        assertEquals(1, early.size());
        assertTrue(early.getFirst().startsWith("w.json:1:"), early.getFirst());
        assertEquals(
                List.of("w.json:2:1: text after the end of the file's object; remove it"),
                problems("{\"tasks\": {\"t\": {\"run\": 1}}}\n{}"));
    }
}
