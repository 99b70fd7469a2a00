package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChronicleTargetTest {
    @TempDir
    Path directory;

    @Test
    void whatWasWrittenIsRead() throws IOException {
        final int count = 100_000; // 49 blocks, over several mapped chunks
        final long digest = Runs.run(new ChronicleTarget(directory.resolve("run")), count);
        final MemoryTarget memory = new MemoryTarget(1L << 30);
        assertEquals(digest, Runs.run(memory, count));
        try (JournalReader reader = JournalReader.open(directory.resolve("run"));
                JournalReader expected = JournalReader.open(memory)) {
            assertEquals(Runs.HEADER, reader.header());
            Records.assertSame(expected, reader);
            assertTrue(reader.isComplete());
            assertEquals(digest, reader.digest());
        }
        try (Stream<Path> f = Files.list(directory.resolve("run"))) { f.forEach(p -> System.err.println(p + " " + p.toFile().length())); }
    }
}
