package io.vlag.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenFilesTest {
    private final String given = System.getProperty(GoldenFiles.DIR_PROPERTY, "");

    @TempDir private Path directory;

    @AfterEach
    void restore() {
        if (given.isEmpty()) {
            System.clearProperty(GoldenFiles.DIR_PROPERTY);
        } else {
            System.setProperty(GoldenFiles.DIR_PROPERTY, given);
        }
    }

    private GoldenFiles files(String... names) throws IOException {
        for (String name : names) {
            final Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "a\n1\n");
        }
        return GoldenFiles.of(List.of(directory));
    }

    @Test
    void aFileIsKnownByAreaAndNamePlainOrGzipped() throws IOException {
        final GoldenFiles files =
                files(
                        "pelt/decay_load.csv",
                        "eevdf/scene_v612.csv.gz",
                        "eevdf/seq_any_name_v72.csv",
                        "pelt/seq_any_name_v72.csv",
                        "eevdf/sequences.csv.gz",
                        "uclamp/uclamp_buckets7.csv",
                        "README.md",
                        "pelt/README.md");
        assertEquals(List.of(), files.unknown());
        assertEquals(6, files.found().size());
        final GoldenFile sequence = files.of(GoldenKind.EEVDF_SEQUENCE).getFirst();
        assertEquals("eevdf/seq_any_name_v72.csv", sequence.name());
        assertEquals("seq_any_name", sequence.stem());
        assertEquals("v72", sequence.version());
        assertEquals(
                List.of("eevdf/scene_v612.csv.gz"),
                files.of(GoldenModule.RBTREE).stream().map(GoldenFile::name).toList());
        assertEquals(4, files.of(GoldenModule.ENGINE).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pelt/decay.csv", // no such kind
                "eevdf/decay_load.csv", // of another area
                "schedutil/next_freq.csv", // which kernel?
                "decay_load.csv", // no area
                "pelt/more/decay_load.csv",
                "pelt/decay_load.csv.bak",
                "notes.txt"
            })
    void whatNobodyCanReplayIsNamed(String name) throws IOException {
        assertEquals(List.of(name), files("pelt/segments.csv", name).unknown());
    }

    @Test
    void aGivenDirectoryIsUsedInsteadOfTheRepositorys() throws IOException {
        files("pelt/segments.csv");
        System.setProperty(GoldenFiles.DIR_PROPERTY, directory.toString());
        assertEquals(
                List.of("pelt/segments.csv"),
                GoldenFiles.ofRun().found().stream().map(GoldenFile::name).toList());
    }

    @Test
    void linksAreFollowed() throws IOException {
        files("real/pelt/segments.csv");
        final Path link = directory.resolve("link");
        Files.createSymbolicLink(link, directory.resolve("real"));
        assertEquals(1, GoldenFiles.of(List.of(link)).found().size());
    }

    @Test
    void aMissingOrEmptyDirectoryIsAnError() throws IOException {
        System.setProperty(GoldenFiles.DIR_PROPERTY, directory.resolve("no").toString());
        assertTrue(
                assertThrows(IllegalStateException.class, GoldenFiles::ofRun)
                        .getMessage()
                        .endsWith("/no is not a directory"));
        System.setProperty(GoldenFiles.DIR_PROPERTY, "");
        assertThrows(IllegalStateException.class, GoldenFiles::ofRun);
        System.setProperty(GoldenFiles.DIR_PROPERTY, directory.toString());
        Files.writeString(directory.resolve("README.md"), "nothing here");
        assertTrue(
                assertThrows(IllegalStateException.class, GoldenFiles::ofRun)
                        .getMessage()
                        .contains("no recorded file in"));
    }

    @Test
    void theRepositoryHasFilesOfEveryKind() {
        System.clearProperty(GoldenFiles.DIR_PROPERTY);
        final GoldenFiles files = GoldenFiles.ofRun();
        for (GoldenKind kind : GoldenKind.values()) {
            final boolean sharedList = kind == GoldenKind.PELT_SEQUENCES;
            assertEquals(sharedList, files.of(kind).isEmpty(), kind.name());
        }
    }
}
