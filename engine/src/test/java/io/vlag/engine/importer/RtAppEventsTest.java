package io.vlag.engine.importer;

import static io.vlag.engine.importer.ImportTexts.load;
import static io.vlag.engine.importer.ImportTexts.steps;
import static io.vlag.engine.importer.ImportTexts.thread;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.config.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class RtAppEventsTest {
    @Test
    void runIsWorkAtReferenceCapacity() {
        assertEquals(List.of(new Step.Run(20_000_000)), steps("\"run\": 20000"));
    }

    @Test
    void runtimeIsCpuTimeWhateverTheFrequency() {
        assertEquals(List.of(new Step.RunFor(5_000)), steps("\"runtime\": 5"));
    }

    @Test
    void sleepIsRelative() {
        assertEquals(
                List.of(new Step.Run(1_000), new Step.Sleep(80_000_000)),
                steps("\"run\": 1, \"sleep\": 80000"));
    }

    @Test
    void sleepOfZeroStaysAndWorkOfZeroDoesNothing() {
        assertEquals(
                List.of(new Step.Sleep(0), new Step.Sleep(1_000)),
                steps("\"run\": 0, \"sleep\": 0, \"runtime\": 0, \"sleep\": 1"));
    }

    @Test
    void repeatedKeysKeepTheirOrder() {
        assertEquals(
                List.of(
                        new Step.Run(1_000),
                        new Step.Sleep(2_000),
                        new Step.Run(3_000),
                        new Step.Sleep(4_000)),
                steps("\"run\": 1, \"sleep\": 2, \"run\": 3, \"sleep\": 4"));
    }

    @Test
    void thePrefixOfANumberedKeyDecidesAndTheLongestWins() {
        assertEquals(
                List.of(
                        new Step.Run(1_000),
                        new Step.RunFor(2_000),
                        new Step.Sleep(3_000),
                        new Step.Timer("unique", 4_000, false, false),
                        new Step.Lock("m"),
                        new Step.Unlock("m")),
                steps(
                        "\"run0\": 1, \"runtime1\": 2, \"sleep2\": 3, \"timer3\": {\"ref\":"
                                + " \"unique\", \"period\": 4}, \"lock4\": \"m\", \"unlock5\":"
                                + " \"m\""));
    }

    @Test
    void aRelativeTimerCountsFromNowAfterALateExpiryAndAnAbsoluteOneKeepsTheGrid() {
        assertEquals(
                List.of(
                        new Step.Timer("uniqueA", 10_000, false, false),
                        new Step.Timer("tick", 10_000, true, false),
                        new Step.Timer("tick", 10_000, true, true)),
                steps(
                        "\"timer\": {\"ref\": \"uniqueA\", \"period\": 10}, \"timer\": {\"period\":"
                                + " 10, \"ref\": \"tick\", \"mode\": \"relative\"}, \"timer\":"
                                + " {\"ref\": \"tick\", \"period\": 10, \"mode\": \"absolute\"}"));
    }

    @Test
    void suspendAndResumeCarryTheirNameAndAnEmptySuspendMeansTheThread() {
        assertEquals(
                List.of(new Step.Suspend("t"), new Step.Suspend("e"), new Step.Resume("x")),
                steps("\"suspend\": \"\", \"suspend\": \"e\", \"resume\": \"x\""));
    }

    @Test
    void conditionEventsInsideALockAreTakenAsTheyAre() {
        assertEquals(
                List.of(
                        new Step.Lock("m"),
                        new Step.Wait("c", "m"),
                        new Step.SignalAndWait("c", "m"),
                        new Step.Signal("c"),
                        new Step.Broadcast("c"),
                        new Step.Unlock("m")),
                steps(
                        "\"lock\": \"m\", \"wait\": {\"ref\": \"c\", \"mutex\": \"m\"}, \"sync\":"
                                + " {\"ref\": \"c\", \"mutex\": \"m\"}, \"signal\": \"c\", \"broad\":"
                                + " \"c\", \"unlock\": \"m\""));
    }

    @Test
    void syncOutsideALockTakesAndReleasesTheMutexItself() {
        assertEquals(
                List.of(
                        new Step.Lock("m"),
                        new Step.SignalAndWait("c", "m"),
                        new Step.Unlock("m"),
                        new Step.Run(1_000)),
                steps("\"sync\": {\"ref\": \"c\", \"mutex\": \"m\"}, \"run\": 1"));
    }

    @Test
    void namesMayBeWrittenAsAnObjectWithRef() {
        assertEquals(
                List.of(
                        new Step.Barrier("b"),
                        new Step.Lock("m"),
                        new Step.Unlock("m"),
                        new Step.Run(1_000)),
                steps(
                        "\"barrier1\": {\"ref\": \"b\"}, \"lock\": {\"ref\": \"m\"}, \"unlock\":"
                                + " \"m\", \"run\": 1"));
    }

    @Test
    void forkNamesAThreadThatMayComeLater() {
        final var tasks =
                load("{\"tasks\": {\"a\": {\"loop\": 1, \"run\": 1, \"fork\": \"b\","
                                + " \"fork1\": {\"ref\": \"b\"}}, \"b\": {\"instance\": 0,"
                                + " \"loop\": 1, \"run\": 2}}}")
                        .tasks();
        assertEquals(
                List.of(new Step.Run(1_000), new Step.Fork("b"), new Step.Fork("b")),
                tasks.getFirst().steps());
        assertEquals(0, tasks.get(1).instanceCount());
    }

    @Test
    void yieldTakesAnyValue() {
        assertEquals(
                List.of(new Step.Yield(), new Step.Yield(), new Step.Run(1_000)),
                steps("\"yield\": \"\", \"yield1\": true, \"run\": 1"));
    }

    @Test
    void aThreadLoopsForEverUnlessItSaysOtherwise() {
        assertEquals(
                List.of(new Step.Loop(Step.FOREVER, List.of(new Step.Run(1_000)))),
                thread("\"run\": 1").steps());
        assertEquals(
                List.of(new Step.Loop(7, List.of(new Step.Run(1_000)))),
                thread("\"loop\": 7, \"run\": 1").steps());
        assertEquals(List.of(new Step.Run(1_000)), thread("\"loop\": 1, \"run\": 1").steps());
    }

    @Test
    void phasesRunInOrderOnceUnlessTheyLoopAndMayShareAName() {
        assertEquals(
                List.of(
                        new Step.Loop(
                                2,
                                List.of(
                                        new Step.Run(1_000),
                                        new Step.Loop(
                                                3, List.of(new Step.Run(2_000), new Step.Sleep(0))),
                                        new Step.Run(4_000)))),
                thread(
                                "\"loop\": 2, \"phases\": {\"p\": {\"run\": 1}, \"q\": {\"loop\":"
                                        + " 3, \"run\": 2, \"sleep\": 0}, \"never\": {\"loop\": 0,"
                                        + " \"run\": 3}, \"p\": {\"run\": 4}}")
                        .steps());
    }
}
