package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void versionSaysWhatItIs() {
        final CommandRun run = CommandRun.of("version");
        assertEquals(0, run.exitCode());
        assertTrue(run.out().startsWith("vlag "), run.out());
        assertTrue(run.out().contains("java "), run.out());
        assertTrue(run.out().contains("commit "), run.out());
        assertFalse(run.out().contains("${"), run.out());
        assertEquals(run.out(), CommandRun.of("--version").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "check --help", "bench --help", "help run"})
    void helpGoesToStandardOutput(String line) {
        final CommandRun run = CommandRun.of(line.split(" "));
        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("Usage: vlag"), run.out());
        assertEquals("", run.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "run",
                "run pi5-pipe --bogus",
                "run pi5-pipe --seed x",
                "run pi5-pipe --seed -1",
                "run pi5-pipe --workers 0",
                "run pi5-pipe --journal paper",
                "run pi5-pipe --duration 5",
                "run pi5-pipe --duration 1fortnight",
                "run pi5-pipe --set seeds",
                "run pi5-pipe --set sedes=1",
                "run pi5-pipe --kernel 9.9",
                "run pi5-pipe --variant none",
                "run pi5-pipe --machine none",
                "run no-such-scenario",
                "run no-such-file.json",
                "check",
                "check no-such-file.yaml",
                "bench --scenario none",
                "bench --cpu-time 0"
            })
    void badInputIsExplainedOnStandardErrorAndExitsWith2(String line) {
        final CommandRun run = CommandRun.of(line.isEmpty() ? new String[0] : line.split(" "));
        assertEquals(2, run.exitCode(), run.err());
        assertEquals("", run.out());
        assertFalse(run.err().isBlank());
        assertFalse(run.err().contains("\tat "), run.err());
        assertFalse(run.err().contains("Exception"), run.err());
    }

    @Test
    void problemsOfAnOptionNameTheOption() {
        assertEquals(
                "--duration 5: 5 has no unit; write 5s, 5ms, 5us or 5ns\n",
                CommandRun.of("run", "pi5-pipe", "--duration", "5").err());
        assertTrue(
                CommandRun.of("run", "pi5-pipe", "--kernel", "9.9")
                        .err()
                        .startsWith("--kernel 9.9: \"9.9\" is not known; choose one of 5.18, "));
        assertTrue(
                CommandRun.of("run", "pi5-pipe", "--machine", "pi6")
                        .err()
                        .startsWith("--machine pi6: is not known; choose one of "));
    }

    @Test
    void everyProblemOfAFileIsPrinted() {
        final CommandRun run =
                CommandRun.of("run", "pi5-pipe", "--set", "hz=7", "--set", "governor=nobody");
        assertEquals(2, run.exitCode());
        assertEquals(2, run.err().lines().count(), run.err());
    }

    @Test
    void controlCharactersOfArgumentsDoNotReachTheTerminal() {
        final CommandRun run = CommandRun.of("run", "evil\u001B[31m");
        assertEquals(2, run.exitCode());
        assertFalse(run.err().contains("\u001B"), run.err());
    }
}
