package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The idle scan's budget of a cache domain of four CPUs, at the edges of its steps. */
class ImbalanceTest {
    @ParameterizedTest
    @CsvSource({
        "0, 4", "27, 4", "28, 3", "438, 3", "439, 2", "619, 2", "620, 1", "758, 1", "759, 0",
        "1024, 0"
    })
    void busierDomainsAreScannedLess(long averageUtil, int cpus) {
        assertEquals(cpus, Imbalance.idleScanHint(4 * averageUtil, 4));
    }
}
