package io.vlag.engine.importer;

import static io.vlag.engine.importer.ImportTexts.load;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.config.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtAppGlobalTest {
    private static Workload withGlobal(String body) {
        return load("{\"global\": {" + body + "},\n\"tasks\": {\"t\": {\"run\": 1}}}");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 100000000",
        "2, 2000000000",
        "1e2, 100000000000",
        "-1, 0",
        "0.0000000015, 2",
        "1000000000, 1000000000000000000",
    })
    void durationIsSecondsAndMinusOneSaysNothing(String seconds, long expectedNs) {
        assertEquals(expectedNs, withGlobal("\"duration\": " + seconds).durationNs());
    }

    @Test
    void aFileWithoutGlobalSaysNothingAboutItsDuration() {
        final Workload workload = load("{\"tasks\": {\"t\": {\"run\": 1}}}");
        assertEquals(0, workload.durationNs());
        assertEquals("w", workload.name());
        assertEquals(List.of(), workload.pipes());
        assertEquals(List.of(), workload.notes());
    }

    @Test
    void keysAboutLogsAndMemoryAreIgnoredWithoutANote() {
        assertEquals(
                List.of(),
                withGlobal(
                                "\"pi_enabled\": false, \"lock_pages\": true, \"logdir\": \"./\","
                                        + " \"log_basename\": \"x\", \"log_size\": \"file\","
                                        + " \"gnuplot\": true, \"ftrace\": \"main,task\", \"frag\": 1,"
                                        + " \"io_device\": \"/dev/null\", \"mem_buffer_size\": 1,"
                                        + " \"cumulative_slack\": false")
                        .notes());
    }

    @Test
    void whatWouldChangeTheResultIsNoted() {
        assertEquals(
                List.of(
                        "global.calibration is ignored: run is microseconds on the fastest CPU at"
                                + " its highest frequency",
                        "global.pi_enabled is ignored: mutexes do not inherit priorities",
                        "line 1: global \"durations\" is not known and is ignored; did you mean"
                                + " \"duration\"?"),
                withGlobal("\"calibration\": \"CPU0\", \"pi_enabled\": true, \"durations\": 3")
                        .notes());
    }

    @Test
    void resourcesMayBeDeclaredAndUnknownSectionsAreNoted() {
        assertEquals(
                List.of(
                        "line 2: the section \"task\" is not known and is ignored; did you mean"
                                + " \"tasks\"?"),
                load("{\"resources\": {\"m\": {\"type\": \"mutex\"}, \"w\": {\"type\":"
                                + " \"wait\"}},\n\"task\": [], \"tasks\": {\"t\": {\"run\":"
                                + " 1}}}")
                        .notes());
    }

    @Test
    void notesOfOneKindAreCutShort() {
        final StringBuilder text = new StringBuilder("{\"tasks\": {");
        for (int i = 0; i < 30; i++) {
            text.append("\"t")
                    .append(i)
                    .append("\": {\"policy\": \"SCHED_DEADLINE\", \"run\": 1},");
        }
        final List<String> notes = load(text.append("}}").toString()).notes();
        assertEquals(9, notes.size());
        assertEquals("SCHED_DEADLINE: 22 more notes like the one before", notes.get(8));
    }
}
