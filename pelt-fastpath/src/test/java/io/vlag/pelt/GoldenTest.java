package io.vlag.pelt;

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
    private static final GoldenRecords RECORDS = new GoldenRecords();

    private static final GoldenSuite SUITE =
            new GoldenSuite(GoldenModule.PELT)
                    .with(GoldenKind.DECAY_LOAD, file -> DecayGolden::decay)
                    .with(GoldenKind.SEGMENTS, file -> DecayGolden::segments)
                    .with(GoldenKind.AVG_SEQUENCE, file -> new AverageGolden(RECORDS)::average)
                    .with(GoldenKind.IRQ_SEQUENCE, file -> new AverageGolden(RECORDS)::interrupts)
                    .with(GoldenKind.RQ_CLOCK, file -> new ClockGolden(RECORDS))
                    .with(GoldenKind.MIGRATE_LAG, file -> new AverageGolden(RECORDS)::leaving)
                    .with(
                            GoldenKind.POST_INIT_UTIL,
                            file -> new TransferGolden(RECORDS, file)::newTask)
                    .with(
                            GoldenKind.ATTACH_DETACH_REMOVED,
                            file -> new TransferGolden(RECORDS, file)::transfer)
                    .with(GoldenKind.CPU_UTIL, file -> new UtilGolden(RECORDS, file)::cpuUtil)
                    .with(GoldenKind.UTIL_EST, file -> new UtilGolden(RECORDS, file)::estimate);

    @TestFactory
    Stream<DynamicTest> everyRecordedNumberComesOutAgain() {
        return SUITE.files().stream()
                .map(file -> dynamicTest(file.name(), () -> SUITE.check(file)));
    }

    @AfterAll
    static void report() {
        SUITE.report();
        RECORDS.close();
    }
}
