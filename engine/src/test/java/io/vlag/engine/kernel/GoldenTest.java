package io.vlag.engine.kernel;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.vlag.golden.GoldenKind;
import io.vlag.golden.GoldenModule;
import io.vlag.golden.GoldenSuite;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every number recorded from the kernels' fair class comes out again, bit for bit, under the rules
 * of the shipped kernel files.
 */
class GoldenTest {
    private static final GoldenSuite SUITE =
            new GoldenSuite(GoldenModule.ENGINE)
                    .with(GoldenKind.PRIO_TABLE, file -> WeightGolden::niceLevel)
                    .with(GoldenKind.CALC_DELTA, WeightGolden::weightedDelta)
                    .with(GoldenKind.GROUP_SHARES, file -> WeightGolden::groupShares)
                    .with(GoldenKind.SCENE, SceneGolden::scene)
                    .with(GoldenKind.EEVDF_SEQUENCES, file -> SequenceGolden::parameters)
                    .with(GoldenKind.PELT_SEQUENCES, file -> SequenceGolden::parameters)
                    .with(
                            GoldenKind.EEVDF_SEQUENCE,
                            file -> new SequenceGolden(file, EevdfView::new))
                    .with(
                            GoldenKind.PELT_SEQUENCE,
                            file -> new SequenceGolden(file, PeltView::new));

    @TestFactory
    Stream<DynamicTest> everyRecordedNumberComesOutAgain() {
        return SUITE.files().stream()
                .map(file -> dynamicTest(file.name(), () -> SUITE.check(file)));
    }

    @AfterAll
    static void report() {
        SUITE.report();
    }
}
