package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunHeaderTest {
    private static final RunHeader FULL =
            new RunHeader(
                    Long.MIN_VALUE,
                    "quotes \" and \\ and \n and é and 調 and \uD83D\uDE00",
                    "7.0 + ttwu",
                    "pixel6",
                    Long.MAX_VALUE,
                    8,
                    10_000_000_000L,
                    List.of("main", "", "</script>"),
                    List.of("worker"),
                    List.of(List.of(0, 1, 2, 3), List.of(4, 5), List.of(6, 7)),
                    new TreeMap<>(Map.of("base_slice_ns", "700000", "hz", "1000")));

    @Test
    void everyFieldComesBack() {
        assertEquals(FULL, RunHeader.fromJson(FULL.toJson()));
        assertArrayEquals(FULL.toJson(), RunHeader.fromJson(FULL.toJson()).toJson());
    }

    @Test
    void aHeaderLargerThanABlockTravelsInSeveral() {
        final List<String> names = IntStream.range(0, 20_000).mapToObj(i -> "task-" + i).toList();
        final RunHeader large =
                new RunHeader(
                        1,
                        "s",
                        "k",
                        "m",
                        1,
                        65_536,
                        1,
                        names,
                        List.of(),
                        List.of(),
                        new TreeMap<>());
        final MemoryTarget target = new MemoryTarget(1 << 20);
        final long digest = Runs.run(large, target, journal -> Runs.whole(journal, 100));
        assertTrue(target.documentCount() > 4, "documents: " + target.documentCount());
        try (JournalReader reader = JournalReader.open(target)) {
            assertEquals(large, reader.header());
            final RecordView view = new RecordView();
            while (reader.next(view)) {
                assertTrue(RecordType.isKnown(view.type()));
            }
            assertTrue(reader.isComplete());
            assertEquals(digest, reader.digest());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "null",
                "{\"format\":\"other\"}",
                "{\"format\":\"vlag-journal\"}",
                "{\"format\":\"vlag-journal\",\"cpuCount\":\"many\"}",
                "{\"format\":\"vlag-journal\",\"cpuCount\":99999999999999}",
                "{\"format\":\"vlag-journal\",\"taskNames\":[1]}",
                "{\"format\":\"vlag-journal\",\"domainCpus\":[0]}",
                "{\"format\":\"vlag-journal\",\"attributes\":{\"a\":[]}}",
            })
    void whatIsNoHeaderIsRefusedInWords(String json) {
        final JournalException e =
                assertThrows(
                        JournalException.class,
                        () -> RunHeader.fromJson(json.getBytes(StandardCharsets.UTF_8)));
        assertTrue(
                e.getMessage().startsWith("the run's metadata cannot be read: "), e.getMessage());
    }

    @Test
    void keysOfANewerWriterAreIgnored() {
        final String json = new String(FULL.toJson(), StandardCharsets.UTF_8);
        final String newer = "{\"newKey\":{\"a\":[1,{\"b\":2}]}," + json.substring(1);
        assertEquals(FULL, RunHeader.fromJson(newer.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aHeaderTellsItsOwnMistakes() {
        assertThrows(IllegalArgumentException.class, () -> RunHeader.of(1, "s", "k", "m", 1, 0, 1));
        assertThrows(
                IllegalArgumentException.class, () -> RunHeader.of(1, "s", "k", "m", 1, 65_537, 1));
    }
}
