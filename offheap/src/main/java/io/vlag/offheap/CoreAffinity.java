package io.vlag.offheap;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Which core a thread runs on, where the system lets us say it (Linux). */
public final class CoreAffinity {
    /** Cores in the system's set, as glibc's cpu_set_t has them. */
    private static final int CORES_MAX = 1_024;

    private CoreAffinity() {}

    /**
     * Binds the calling platform thread to a core. Has no effect on any result.
     *
     * @param core 0..1023
     * @return false when the system has no such call or refuses
     */
    @SuppressWarnings("restricted") // the signature is glibc's
    public static boolean bindCurrentThread(int core) {
        if (core < 0 || core >= CORES_MAX) {
            throw new IllegalArgumentException(
                    "core " + core + " is outside 0.." + (CORES_MAX - 1));
        }
        final Linker linker = Linker.nativeLinker();
        final MemorySegment address = linker.defaultLookup().find("sched_setaffinity").orElse(null);
        if (address == null) {
            return false;
        }
        final MethodHandle call =
                linker.downcallHandle(
                        address,
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment set = arena.allocate(CORES_MAX / Byte.SIZE, Long.BYTES);
            set.set(ValueLayout.JAVA_BYTE, core / Byte.SIZE, (byte) (1 << core % Byte.SIZE));
            return (int) call.invokeExact(0, set.byteSize(), set) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("sched_setaffinity cannot be called", e);
        }
    }
}
