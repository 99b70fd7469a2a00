package io.vlag.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenReportTest {
    private final String run = System.getProperty(GoldenReport.RUN_PROPERTY, "");

    @TempDir private Path root;

    @AfterEach
    void restore() {
        System.setProperty(GoldenReport.RUN_PROPERTY, run);
    }

    private String publish(String ofRun, GoldenModule module, String file, int rows, int differ) {
        System.setProperty(GoldenReport.RUN_PROPERTY, ofRun);
        return new GoldenReport(root)
                .publish(
                        module,
                        List.of(new GoldenResult(module, file, rows, differ, List.of(), Set.of())));
    }

    @Test
    void aModulePrintsItsOwnAndTheLastOneAll() throws IOException {
        assertEquals(
                """

                Recorded numbers, rbtree
                file                                            rows  mismatches  replayed by
                eevdf/scene_v66.csv                            4,000           1  rbtree
                total, 1 files                                 4,000           1
                """,
                publish("now", GoldenModule.RBTREE, "eevdf/scene_v66.csv", 4000, 1));
        publish("now", GoldenModule.PELT, "pelt/segments.csv", 7, 0);
        final String all = publish("now", GoldenModule.ENGINE, "eevdf/scene_v66.csv", 4000, 2);
        assertEquals(
                """

                Recorded numbers, all modules
                file                                            rows  mismatches  replayed by
                eevdf/scene_v66.csv                            4,000           3  rbtree, engine
                pelt/segments.csv                                  7           0  pelt-fastpath
                total, 2 files                                 4,007           3
                """,
                all);
        assertEquals(all, Files.readString(root.resolve("target/golden-report.txt")));
    }

    @Test
    void resultsOfAnEarlierBuildAreNotTakenForThisOnes() {
        publish("before", GoldenModule.RBTREE, "eevdf/scene_v66.csv", 4000, 1);
        assertEquals(
                """

                Recorded numbers, all modules
                file                                            rows  mismatches  replayed by
                eevdf/prio_table.csv                              41           0  engine
                total, 1 files                                    41           0
                """,
                publish("now", GoldenModule.ENGINE, "eevdf/prio_table.csv", 41, 0));
    }
}
