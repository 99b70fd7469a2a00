package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.pelt.PeltDecay;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The C kernel {@code src/main/c/pelt_decay.c}, through a critical call: the thread does not change
 * its state, so the kernel must be short, because no safepoint is reached in it.
 *
 * <p>Exists where the Maven profile {@code native} built the library, or where {@code
 * -Dvlag.nativeDecay=FILE} names it.
 */
final class NativeDecay implements DecayTwin {
    private static final Path LIBRARY =
            Path.of(System.getProperty("vlag.nativeDecay", "jmh/target/native/libvlag-pelt.so"));
    private static final long ARENA_ADDRESS = Memory.ARENA.address();

    /** Loads the library when it is first called, so that {@link #available} can say no before. */
    private static final class Linked {
        static final long FACTORS_ADDRESS = factors().address();
        static final MethodHandle DECAY = link();
    }

    /** Whether the library was built; without it nobody may make one of these. */
    static boolean available() {
        return Files.exists(LIBRARY);
    }

    @Override
    public void decay(long sumsAt, long periodsAt, int count) {
        try {
            Linked.DECAY.invokeExact(
                    ARENA_ADDRESS + sumsAt,
                    ARENA_ADDRESS + periodsAt,
                    Linked.FACTORS_ADDRESS,
                    (long) count);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MemorySegment factors() {
        final MemorySegment factors =
                Arena.global().allocate((long) PeltDecay.HALF_LIFE_PERIODS * Integer.BYTES, 64);
        for (int n = 0; n < PeltDecay.HALF_LIFE_PERIODS; n++) {
            factors.setAtIndex(ValueLayout.JAVA_INT, n, (int) PeltDecay.factorQ32(n));
        }
        return factors;
    }

    @SuppressWarnings("restricted") // the library is ours, built from the source beside this class
    private static MethodHandle link() {
        final MemorySegment function =
                SymbolLookup.libraryLookup(LIBRARY.toAbsolutePath(), Arena.global())
                        .findOrThrow("vlag_pelt_decay");
        return Linker.nativeLinker()
                .downcallHandle(
                        function,
                        FunctionDescriptor.ofVoid(
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG),
                        Linker.Option.critical(false));
    }
}
