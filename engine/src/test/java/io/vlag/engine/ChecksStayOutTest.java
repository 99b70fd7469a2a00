package io.vlag.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import io.vlag.engine.check.Invariant;
import io.vlag.offheap.HotPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run without --check executes nothing of the checks: no hot class knows them. */
class ChecksStayOutTest {
    @Test
    void noHotClassKnowsTheChecks() {
        final long hot =
                ProductClasses.ALL.stream()
                        .filter(type -> type.isAnnotatedWith(HotPath.class))
                        .count();
        assertTrue(hot > 50, () -> "only " + hot + " hot classes found");
        noClasses()
                .that()
                .areAnnotatedWith(HotPath.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.vlag.engine.check..")
                .check(ProductClasses.ALL);
    }

    @Test
    void onlyTheSimulationAndItsCheckedLoopCallTheChecks() {
        final List<String> callers =
                ProductClasses.ALL.stream()
                        .filter(type -> type.getPackageName().equals("io.vlag.engine.sim"))
                        .filter(
                                type ->
                                        type.getDirectDependenciesFromSelf().stream()
                                                .anyMatch(
                                                        to ->
                                                                to.getTargetClass()
                                                                        .getPackageName()
                                                                        .equals(
                                                                                "io.vlag.engine.check")))
                        .map(JavaClass::getSimpleName)
                        .sorted()
                        .toList();
        assertEquals(List.of("CheckedLoop", "Simulation"), callers);
    }

    @Test
    void everyInvariantHasARowInTheDocument() throws IOException {
        final String page = Files.readString(Path.of("..", "docs", "model", "invariants.md"));
        assertEquals(
                List.of(),
                Arrays.stream(Invariant.values())
                        .map(Invariant::label)
                        .filter(label -> !page.contains("| `" + label + "` |"))
                        .toList());
    }
}
