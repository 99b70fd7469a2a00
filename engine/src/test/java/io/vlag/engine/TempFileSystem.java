package io.vlag.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A small file system of a test's own, mounted where no other process sees it: on Linux, where name
 * spaces of users are allowed or the tests run as root.
 */
public final class TempFileSystem {
    /** Starts a shell in which {@link #mount} works. */
    public static final List<String> WRAPPER = List.of("unshare", "-rm");

    /** Why a test is left out. */
    public static final String REASON = "unshare -rm and mount -t tmpfs are not allowed here";

    private TempFileSystem() {}

    /** The beginning of a script: an empty file system of so many MiB in a directory. */
    public static String mount(Path directory, int mebibytes) {
        return "mount -t tmpfs -o size=" + mebibytes + "m none '" + directory + "' || exit 99; ";
    }

    /** The part of a script that makes it larger or, with {@code ro}, read-only. */
    public static String remount(Path directory, String options) {
        return "mount -o remount," + options + " '" + directory + "' || exit 99; ";
    }

    /** Whether the system lets us. */
    public static boolean isAllowed() {
        try {
            return new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
