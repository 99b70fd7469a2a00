package io.vlag.hw;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.vlag.golden.GoldenKind;
import io.vlag.golden.GoldenModule;
import io.vlag.golden.GoldenSuite;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every number recorded from the kernels' arithmetic comes out again, bit for bit. */
class GoldenTest {
    private static final GoldenSuite SUITE =
            new GoldenSuite(GoldenModule.HWMODEL)
                    .with(GoldenKind.MAP_UTIL, file -> SchedutilGolden::mapUtil)
                    .with(GoldenKind.EFFECTIVE_UTIL, SchedutilGolden::effectiveUtil)
                    .with(GoldenKind.NEXT_FREQ, NextFreqGolden::new)
                    .with(GoldenKind.IOWAIT_BOOST, file -> new IowaitBoostGolden())
                    .with(GoldenKind.EM_ENERGY, EnergyGolden::new)
                    .with(GoldenKind.FITS_CAPACITY, file -> CapacityGolden::fitsCapacity)
                    .with(GoldenKind.UTIL_FITS_CPU, CapacityGolden::utilFitsCpu)
                    .with(GoldenKind.RT_CAPACITY, CapacityGolden::rtCapacity)
                    .with(GoldenKind.UCLAMP_BUCKETS, UclampGolden::new);

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
