package io.vlag.engine;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads class files and lists what marked code may not contain: {@code new} of any kind, boxing,
 * lambdas and string building, and calls into the parts of the JDK that allocate by contract.
 *
 * <p>A mark on a method or constructor covers it; a mark on a class covers its methods, but not its
 * constructors and static initialiser: they run as often as somebody writes {@code new}, which is
 * forbidden where it would hurt. Exempt is the way from {@code new AssertionError} to its {@code
 * throw} (an assert that already failed), and {@code MatchException}, which javac itself puts
 * behind an exhaustive switch. All other throws belong into an unmarked method that builds the
 * exception out of line.
 */
final class HotPathScanner {
    private static final ClassDesc HOT = HotPath.class.describeConstable().orElseThrow();
    private static final ClassDesc COLD = ColdPath.class.describeConstable().orElseThrow();
    private static final Set<String> COLD_ERRORS =
            Set.of("java/lang/AssertionError", "java/lang/MatchException");
    private static final Set<String> BOXES =
            Set.of(
                    "java/lang/Boolean",
                    "java/lang/Byte",
                    "java/lang/Character",
                    "java/lang/Short",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Float",
                    "java/lang/Double");
    private static final Set<String> FREE_STRING_METHODS =
            Set.of("length", "charAt", "isEmpty", "equals", "hashCode");

    private final List<String> violations = new ArrayList<>();
    private int hotMethods;

    /** One line for each violation so far: class, method, source line, what. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    int hotMethods() {
        return hotMethods;
    }

    void scan(byte[] classFile) {
        final ClassModel type = ClassFile.of().parse(classFile);
        final boolean hotClass = isMarked(type, HOT);
        for (MethodModel method : type.methods()) {
            final boolean ordinary = !method.methodName().stringValue().startsWith("<");
            if (isMarked(method, HOT) || (hotClass && ordinary && !isMarked(method, COLD))) {
                hotMethods++;
                scanMethod(type, method);
            }
        }
    }

    private void scanMethod(ClassModel type, MethodModel method) {
        int line = 0;
        boolean insideFailedAssert = false;
        for (CodeElement element :
                method.code().map(code -> code.elementList()).orElse(List.of())) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case ThrowInstruction _ -> insideFailedAssert = false;
                case NewObjectInstruction made
                        when COLD_ERRORS.contains(made.className().asInternalName()) ->
                        insideFailedAssert = true;
                default -> {
                    final String wrong = insideFailedAssert ? null : wrongWith(element);
                    if (wrong != null) {
                        violations.add(
                                "%s.%s:%d %s"
                                        .formatted(
                                                type.thisClass().asInternalName().replace('/', '.'),
                                                method.methodName().stringValue(),
                                                line,
                                                wrong));
                    }
                }
            }
        }
    }

    private static @Nullable String wrongWith(CodeElement element) {
        return switch (element) {
            case NewObjectInstruction made -> "new " + made.className().asInternalName();
            case NewPrimitiveArrayInstruction made -> "new array of " + made.typeKind();
            case NewReferenceArrayInstruction made ->
                    "new array of " + made.componentType().asInternalName();
            case NewMultiArrayInstruction _ -> "new array of arrays";
            case InvokeDynamicInstruction call ->
                    "invokedynamic " + call.name() + " (lambda, string building or pattern switch)";
            case InvokeInstruction call
                    when allocates(call.owner().asInternalName(), call.name().stringValue()) ->
                    "call of " + call.owner().asInternalName() + "." + call.name();
            default -> null;
        };
    }

    private static boolean allocates(String owner, String method) {
        if (BOXES.contains(owner)) {
            return method.equals("valueOf") || method.equals("toString");
        }
        return switch (owner) {
            case "java/lang/String" -> !FREE_STRING_METHODS.contains(method);
            case "java/util/Arrays" -> !method.equals("fill");
            case "java/util/Objects" ->
                    !method.equals("requireNonNull") && !method.equals("checkIndex");
            default ->
                    (owner.startsWith("[") && method.equals("clone"))
                            || (owner.startsWith("java/util/")
                                    && !owner.startsWith("java/util/concurrent/"))
                            || owner.startsWith("java/text/")
                            || owner.startsWith("org/slf4j/");
        };
    }

    private static boolean isMarked(AttributedElement element, ClassDesc mark) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(marks -> marks.annotations().stream())
                .anyMatch(found -> found.classSymbol().equals(mark));
    }
}
