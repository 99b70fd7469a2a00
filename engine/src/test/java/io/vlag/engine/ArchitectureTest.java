package io.vlag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.vlag.offheap.Memory;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No arrow between modules and packages turns round; the second half shows that each rule can fail.
 */
class ArchitectureTest {
    @TempDir Path classes;

    static List<ArchRule> rules() {
        return ArchitectureRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theProductKeepsTheRule(ArchRule rule) {
        rule.check(ProductClasses.ALL);
    }

    @Test
    void theRulesSeeOtherModulesAndNoTests() {
        assertTrue(ProductClasses.ALL.contain(Memory.class), "classes of offheap");
        assertFalse(ProductClasses.ALL.contain(ArchitectureTest.class), "test classes");
    }

    @ParameterizedTest
    @CsvSource({
        "io.vlag.offheap.A,         io.vlag.rbtree.B",
        "io.vlag.rbtree.A,          io.vlag.pelt.B",
        "io.vlag.pelt.A,            io.vlag.hw.B",
        "io.vlag.hw.A,              io.vlag.engine.config.B",
        "io.vlag.engine.config.A,   io.vlag.engine.kernel.B",
        "io.vlag.engine.state.A,    io.vlag.engine.workload.B",
        "io.vlag.engine.journal.A,  io.vlag.engine.sim.B",
        "io.vlag.engine.kernel.A,   io.vlag.engine.plan.B",
        "io.vlag.engine.workload.A, io.vlag.engine.sim.B",
        "io.vlag.engine.plan.A,     io.vlag.engine.sim.B",
        "io.vlag.engine.sim.A,      io.vlag.engine.sweep.B",
        "io.vlag.engine.sim.deep.A, io.vlag.engine.sweep.B",
        "io.vlag.engine.sweep.A,    io.vlag.engine.cli.B",
        "io.vlag.engine.importer.A, io.vlag.engine.journal.B",
        "io.vlag.engine.exporter.A, io.vlag.engine.sim.B",
        "io.vlag.engine.report.A,   io.vlag.engine.exporter.B",
        "io.vlag.engine.unheard.A,  io.vlag.offheap.B",
        "io.vlag.engine.kernel.A,   java.lang.foreign.Arena",
        "io.vlag.engine.cli.A,      java.lang.foreign.Linker",
        "io.vlag.offheap.A,         sun.misc.Unsafe",
        "io.vlag.engine.journal.A,  jdk.internal.misc.Unsafe",
        "io.vlag.engine.exporter.A, net.openhft.chronicle.queue.ChronicleQueue",
        "io.vlag.engine.sweep.A,    picocli.CommandLine",
        "io.vlag.engine.spark.A,    io.vlag.engine.sweep.B",
        "io.vlag.engine.cli.A,      io.vlag.engine.spark.B",
        "io.vlag.engine.cli.A,      org.apache.spark.SparkConf",
        "io.vlag.engine.workload.A, java.util.Random",
        "io.vlag.engine.sim.A,      java.time.Clock",
    })
    void oneWrongArrowBreaksExactlyOneRule(String from, String to) throws IOException {
        assertEquals(1, brokenBy(classWithFieldOf(from, to)).count());
    }

    @ParameterizedTest
    @CsvSource({
        "io.vlag.rbtree.A,          io.vlag.offheap.B",
        "io.vlag.engine.kernel.A,   io.vlag.pelt.B",
        "io.vlag.engine.kernel.A,   io.vlag.engine.state.B",
        "io.vlag.engine.sim.A,      io.vlag.engine.plan.B",
        "io.vlag.engine.report.A,   io.vlag.engine.journal.B",
        "io.vlag.engine.importer.A, io.vlag.engine.config.B",
        "io.vlag.engine.cli.A,      picocli.CommandLine",
        "io.vlag.engine.spark.A,    io.vlag.engine.cli.B",
        "io.vlag.engine.journal.A,  net.openhft.chronicle.queue.ChronicleQueue",
        "io.vlag.engine.journal.A,  java.lang.foreign.Arena",
        "io.vlag.offheap.A,         java.lang.foreign.Linker",
    })
    void aRightArrowBreaksNone(String from, String to) throws IOException {
        assertEquals(List.of(), brokenBy(classWithFieldOf(from, to)).toList());
    }

    @Test
    void aCycleBetweenPackagesOfOneLevelBreaksARule() throws IOException {
        final JavaClasses there =
                classWithFieldOf("io.vlag.engine.kernel.A", "io.vlag.engine.workload.B");
        assertEquals(List.of(), brokenBy(there).toList());
        final JavaClasses andBack =
                classWithFieldOf("io.vlag.engine.workload.B", "io.vlag.engine.kernel.A");
        assertEquals(1, brokenBy(andBack).count());
    }

    @ParameterizedTest
    @CsvSource({
        "io.vlag.engine.sim.A,   java.lang.System, nanoTime, ()J",
        "io.vlag.engine.state.A, java.lang.System, currentTimeMillis, ()J",
        "io.vlag.pelt.A,         java.lang.Math, random, ()D",
    })
    void aCallOfAClockOrOfChanceBreaksExactlyOneRule(
            String from, String owner, String method, String type) throws IOException {
        assertEquals(
                1,
                brokenBy(
                                classWithCode(
                                        from,
                                        code ->
                                                code.invokestatic(
                                                                ClassDesc.of(owner),
                                                                method,
                                                                MethodTypeDesc.ofDescriptor(type))
                                                        .pop2()
                                                        .return_()))
                        .count());
    }

    @Test
    void anAddressOutsideOfOffheapBreaksExactlyOneRule() throws IOException {
        final ClassDesc segment = ClassDesc.of("java.lang.foreign.MemorySegment");
        final JavaClasses suspect =
                classWithCode(
                        "io.vlag.engine.state.A",
                        code ->
                                code.lconst_0()
                                        .invokestatic(
                                                segment,
                                                "ofAddress",
                                                MethodTypeDesc.of(segment, ConstantDescs.CD_long),
                                                true)
                                        .pop()
                                        .return_());
        assertEquals(1, brokenBy(suspect).count());
    }

    private JavaClasses classWithCode(String name, Consumer<CodeBuilder> body) throws IOException {
        final ClassDesc desc = ClassDesc.of(name);
        return written(
                desc,
                ClassFile.of()
                        .build(
                                desc,
                                builder ->
                                        builder.withMethodBody(
                                                "call",
                                                ConstantDescs.MTD_void,
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                body)));
    }

    /** A class {@code from} that knows {@code to} by a field; {@code to} itself need not exist. */
    private JavaClasses classWithFieldOf(String from, String to) throws IOException {
        final ClassDesc desc = ClassDesc.of(from);
        return written(
                desc,
                ClassFile.of()
                        .build(
                                desc,
                                builder ->
                                        builder.withField(
                                                "known", ClassDesc.of(to), ClassFile.ACC_PUBLIC)));
    }

    private JavaClasses written(ClassDesc desc, byte[] bytes) throws IOException {
        final Path file =
                classes.resolve(
                        desc.packageName().replace('.', '/') + "/" + desc.displayName() + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return new ClassFileImporter().importPath(classes);
    }

    private static Stream<String> brokenBy(JavaClasses suspects) {
        return ArchitectureRules.all().stream()
                .filter(rule -> rule.evaluate(suspects).hasViolation())
                .map(ArchRule::getDescription);
    }
}
