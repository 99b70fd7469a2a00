package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.config.KernelChange;
import io.vlag.golden.GoldenForms;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms that the modules below replay recordings with are those of the shipped kernels. */
class GoldenFormsTest {
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v72"})
    void theFormsBelowAreThoseOfTheKernelFiles(String version) {
        for (Map.Entry<String, String> form : GoldenForms.of(version).entrySet()) {
            final KernelChange change = KernelChange.byKey(form.getKey()).orElseThrow();
            assertEquals(form.getValue(), GoldenRules.kernel(version).form(change), form.getKey());
        }
    }
}
