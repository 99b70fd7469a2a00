package io.vlag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script: the same JVM flags as the tests run with, and mistakes answered before a JVM
 * starts.
 */
class LauncherTest {
    /** Tests run in their module's directory. */
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir Path empty;

    @Test
    void theLauncherSetsEveryFlagOfTheBuild() throws IOException {
        final Matcher flags =
                Pattern.compile("<vlag\\.jvm\\.flags>(.*)</vlag\\.jvm\\.flags>")
                        .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertTrue(flags.find(), "pom.xml has vlag.jvm.flags");
        final String launcher = Files.readString(ROOT.resolve("vlag"));
        assertEquals(
                List.of(),
                Stream.of(flags.group(1).split(" ", -1))
                        .filter(flag -> !launcher.contains(" " + flag + " \\\n"))
                        .toList());
    }

    @Test
    void aJavaHomeThatIsNoneIsNamed() throws Exception {
        final Result result = shell("VLAG_JAVA_HOME='" + empty + "' vlag_find_jdk run");
        assertEquals(69, result.exitCode());
        assertTrue(result.output().contains("VLAG_JAVA_HOME=" + empty), result.output());
    }

    @Test
    void withoutAnyJavaTheMessageSaysWhatToInstall() throws Exception {
        final Result result = shell("VLAG_JDK_MIN=999; vlag_find_jdk build");
        assertEquals(69, result.exitCode());
        assertTrue(result.output().contains("no Java 999 or newer"), result.output());
        assertTrue(result.output().contains("apt-get install"), result.output());
        assertTrue(result.output().contains("export VLAG_JAVA_HOME="), result.output());
    }

    @Test
    void theLowestReleaseThatFitsWins() throws Exception {
        fakeJdk("a", "21.0.2");
        fakeJdk("b", "1.8.0_402");
        fakeJdk("c", "27-ea");
        fakeJdk("d e", "25.0.1");
        fakeJdk("f", "25.0.3");
        assertEquals(
                new Result(0, empty.resolve("d e") + " is 25\n"),
                shell(
                        "vlag_lowest_of build '"
                                + empty
                                + "'/*; echo \"$VLAG_JDK is $VLAG_JDK_FEATURE\""));
    }

    @Test
    void aRuntimeWithoutACompilerIsForRunningOnly() throws Exception {
        fakeJdk("jre", "25");
        Files.delete(empty.resolve("jre/bin/javac"));
        assertEquals(0, shell("vlag_lowest_of run '" + empty + "'/*").exitCode());
        assertEquals(1, shell("vlag_lowest_of build '" + empty + "'/*").exitCode());
    }

    @Test
    void aSettingThatIsNotKnownIsRefused() throws Exception {
        assertEquals(
                new Result(
                        2, "vlag: VLAG_ARENA_MIB=1g is not a size; write whole MiB, such as 256\n"),
                shell("VLAG_ARENA_MIB=1g '" + ROOT.resolve("vlag") + "'"));
        assertEquals(
                new Result(
                        2,
                        "vlag: VLAG_BUILD=yes is not known; choose one of auto, never, always\n"),
                shell("VLAG_BUILD=yes '" + ROOT.resolve("vlag") + "'"));
    }

    /** Runs a script with the finder's functions at hand. */
    private static Result shell(String script) throws IOException, InterruptedException {
        final Process process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                ". '" + ROOT.resolve(".mvn/find-jdk.sh") + "'\n" + script)
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        final String output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    private record Result(int exitCode, String output) {}

    private void fakeJdk(String name, String version) throws IOException {
        final Path bin = Files.createDirectories(empty.resolve(name).resolve("bin"));
        for (String tool : List.of("java", "javac")) {
            assertTrue(Files.createFile(bin.resolve(tool)).toFile().setExecutable(true));
        }
        Files.writeString(
                empty.resolve(name).resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    }
}
