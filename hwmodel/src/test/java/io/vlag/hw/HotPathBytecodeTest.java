package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Reads the compiled classes: hot methods hold no allocating instruction but that of an assert, and
 * stay inlinable.
 */
class HotPathBytecodeTest {
    private static final ClassDesc COLD = ClassDesc.ofDescriptor(ColdPath.class.descriptorString());
    private static final ClassDesc HOT = ClassDesc.ofDescriptor(HotPath.class.descriptorString());
    private static final String ASSERTION = "java/lang/AssertionError";
    private static final int INLINE_BYTES_MAX = 325;

    @Test
    void hotMethodsAllocateNothingAndStayInlinable() throws IOException {
        final List<String> offences = new ArrayList<>();
        int hotCount = 0;
        try (var files = Files.list(Path.of("target/classes/io/vlag/hw"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
                final ClassModel model = ClassFile.of().parse(file);
                final boolean whole =
                        has(HOT, model.findAttribute(Attributes.runtimeInvisibleAnnotations()));
                for (MethodModel method : model.methods()) {
                    final var marks =
                            method.findAttribute(Attributes.runtimeInvisibleAnnotations());
                    final boolean isHot = (whole && !has(COLD, marks)) || has(HOT, marks);
                    if (isHot && method.code().isPresent()) { // an abstract method has none
                        hotCount++;
                        scan(model, method, offences);
                    }
                }
            }
        }
        assertEquals(List.of(), offences);
        assertTrue(hotCount > 60, "found " + hotCount);
    }

    private static void scan(ClassModel model, MethodModel method, List<String> offences) {
        final String name =
                model.thisClass().asInternalName() + "." + method.methodName().stringValue();
        final int bytes = method.findAttribute(Attributes.code()).orElseThrow().codeLength();
        if (bytes > INLINE_BYTES_MAX) {
            offences.add(name + ": " + bytes + " bytecodes");
        }
        for (CodeElement element : method.code().orElseThrow()) {
            final boolean allocates =
                    switch (element) {
                        case NewObjectInstruction made ->
                                !made.className().asInternalName().equals(ASSERTION);
                        case NewPrimitiveArrayInstruction made -> made.opcode() == Opcode.NEWARRAY;
                        case NewReferenceArrayInstruction made -> made.opcode() == Opcode.ANEWARRAY;
                        case NewMultiArrayInstruction made -> made.dimensions() > 0;
                        case InvokeDynamicInstruction made -> made.opcode() == Opcode.INVOKEDYNAMIC;
                        default -> false;
                    };
            if (allocates) {
                offences.add(name + ": " + element);
            }
        }
    }

    private static boolean has(
            ClassDesc mark, Optional<RuntimeInvisibleAnnotationsAttribute> attribute) {
        return attribute.stream()
                .flatMap(found -> found.annotations().stream())
                .map(Annotation::classSymbol)
                .anyMatch(mark::equals);
    }
}
