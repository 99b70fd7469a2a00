package io.vlag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No marked code allocates; the fixtures below show that the scan sees each way of doing so. */
class HotPathTest {
    @Test
    void markedCodeOfAllModulesAllocatesNothing() throws IOException {
        final HotPathScanner scanner = new HotPathScanner();
        for (JavaClass type : ProductClasses.ALL) {
            try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
                scanner.scan(in.readAllBytes());
            }
        }
        assertTrue(scanner.hotMethods() > 0, "no marked method found: the scan looks elsewhere");
        assertEquals(List.of(), scanner.violations());
    }

    @Test
    void theScanSeesEveryWayToAllocate() throws IOException {
        final String found =
                scan(Offender.class).violations().stream()
                        .map(line -> line.replaceAll("^.*\\$Offender\\.|:\\d+", ""))
                        .sorted()
                        .collect(Collectors.joining("\n"));
        assertEquals(
                """
                <init> new java/lang/Object
                array new array of INT
                arrayOfArrays new array of arrays
                arrayOfObjects new array of java/lang/String
                boxes call of java/lang/Long.valueOf
                clones call of [I.clone
                concatenates invokedynamic makeConcatWithConstants (lambda, string building or pattern switch)
                copies call of java/util/Arrays.copyOf
                iterates call of java/util/Iterator.hasNext
                iterates call of java/util/Iterator.next
                iterates call of java/util/List.iterator
                lambda invokedynamic getAsInt (lambda, string building or pattern switch)
                object new java/lang/Object
                throwsInline new java/lang/IllegalStateException""",
                found);
    }

    @Test
    void theScanAcceptsWhatCostsNothing() throws IOException {
        final HotPathScanner scanner = scan(Innocent.class);
        assertEquals(List.of(), scanner.violations());
        assertEquals(4, scanner.hotMethods());
    }

    @Test
    void aMarkOnTheClassCoversItsMethodsButNeitherColdOnesNorItsConstruction() throws IOException {
        final HotPathScanner scanner = scan(HotClass.class);
        assertEquals(1, scanner.hotMethods());
        assertEquals(1, scanner.violations().size());
        assertTrue(scanner.violations().getFirst().contains("HotClass.boxes:"));
    }

    @Test
    void unmarkedCodeIsLeftAlone() throws IOException {
        assertEquals(0, scan(HotPathTest.class).hotMethods());
    }

    private static HotPathScanner scan(Class<?> type) throws IOException {
        final HotPathScanner scanner = new HotPathScanner();
        final String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in =
                Objects.requireNonNull(type.getClassLoader().getResourceAsStream(file), file)) {
            scanner.scan(in.readAllBytes());
        }
        return scanner;
    }

    @SuppressWarnings("unused")
    private static final class Offender {
        final Object kept;

        @HotPath
        Offender() {
            kept = new Object();
        }

        @HotPath
        static Object object() {
            return new Object();
        }

        @HotPath
        static int[] array(int length) {
            return new int[length];
        }

        @HotPath
        static String[] arrayOfObjects(int length) {
            return new String[length];
        }

        @HotPath
        static long[][] arrayOfArrays(int length) {
            return new long[length][length];
        }

        @HotPath
        static Long boxes(long value) {
            return value;
        }

        @HotPath
        static String concatenates(int value) {
            return "value " + value;
        }

        @HotPath
        static IntSupplier lambda(int value) {
            return () -> value;
        }

        @HotPath
        static int[] clones(int[] values) {
            return values.clone();
        }

        @HotPath
        static int[] copies(int[] values) {
            return Arrays.copyOf(values, values.length);
        }

        @HotPath
        static int iterates(List<String> names) {
            int length = 0;
            for (String name : names) {
                length += name.length();
            }
            return length;
        }

        @HotPath
        static void throwsInline(int value) {
            if (value < 0) {
                throw new IllegalStateException();
            }
        }
    }

    private enum Form {
        FLOOR,
        CEILING
    }

    @SuppressWarnings("unused")
    private static final class Innocent {
        @HotPath
        static long asserts(long value) {
            assert value >= 0 : "negative: " + value;
            return value + 1;
        }

        @HotPath
        static int switches(Form form) {
            return switch (form) {
                case FLOOR -> 1;
                case CEILING -> 2;
            };
        }

        @HotPath
        static int throwsOutOfLine(int value) {
            if (value < 0) {
                throw negative(value);
            }
            return value;
        }

        @HotPath
        static int afterAnAssert(int[] values) {
            assert values.length > 0;
            Arrays.fill(values, 1);
            return Math.max(values[0], 2);
        }

        static IllegalArgumentException negative(int value) {
            return new IllegalArgumentException("negative: " + value);
        }
    }

    @HotPath
    @SuppressWarnings("unused")
    private static final class HotClass {
        private static final int[] TABLE = new int[4];

        final int[] own = TABLE.clone();

        static Integer boxes(int value) {
            return value;
        }

        @ColdPath
        static Integer boxesOnTheWayToAReport(int value) {
            return value;
        }
    }
}
