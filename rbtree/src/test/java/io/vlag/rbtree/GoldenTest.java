package io.vlag.rbtree;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.vlag.golden.GoldenKind;
import io.vlag.golden.GoldenModule;
import io.vlag.golden.GoldenSuite;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded queue has the recorded tree. */
class GoldenTest {
    private static final GoldenSuite SUITE =
            new GoldenSuite(GoldenModule.RBTREE).with(GoldenKind.SCENE, SceneGolden::new);

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
