package io.vlag.engine.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vlag.engine.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sweep on a standalone master with two workers, one of whose executors is killed while it works.
 * Needs a Spark, {@code -Dvlag.spark.home=DIR}, and a built Vlag: docs/howto/spark.md.
 */
class SparkSweepTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int PARTS = 8;
    private static final String YAML =
            """
            name: on-spark
            scenario: short-pi5
            set: {duration: 10ms}
            axes:
              kernel: ["6.6", "6.12", "7.0"]
              tunables.base_slice_ns: log 100us..10ms x 40
            seeds: 400
            metrics: [contextSwitches]
            """;

    @TempDir private Path directory;
    private Path sweep;
    private Path home;

    @BeforeEach
    void findSpark() throws IOException {
        final String given = System.getProperty("vlag.spark.home");
        assumeTrue(given != null, "needs -Dvlag.spark.home=DIR, see docs/howto/spark.md");
        home = Path.of(System.getProperty("vlag.user.dir", "")).resolve(given).toAbsolutePath();
        assertTrue(Files.isDirectory(home.resolve("jars")), home + " has no jars of Spark");
        assertTrue(Files.isDirectory(ROOT.resolve("engine/target/lib")), "run ./vlag version");
        System.setProperty("vlag.home", ROOT.toString());
        sweep = Files.writeString(directory.resolve("on-spark.yaml"), YAML);
    }

    @Test
    void everyPartIsDoneOnceThoughAnExecutorIsKilled() throws IOException, InterruptedException {
        final String undisturbed =
                vlag("sweep", sweep.toString(), "--out", directory.resolve("alone").toString());
        final Path out = directory.resolve("parts");
        try (SparkCluster cluster = SparkCluster.start(home, directory, 2)) {
            final Process job = submit(cluster, out);
            while (job.isAlive() && !hasResults(out)) {
                job.waitFor(20, TimeUnit.MILLISECONDS);
            }
            final ProcessHandle executor = cluster.anExecutor().orElseThrow();
            assertTrue(executor.destroyForcibly(), "the executor could not be killed");
            assertTrue(job.waitFor(5, TimeUnit.MINUTES), cluster::logs);
            final String printed = Files.readString(directory.resolve("job.out"));
            assertEquals(0, job.exitValue(), () -> printed + cluster.logs());
            assertTrue(printed.contains("\"resumedFrom\":"), printed);
            assertEquals(digest(undisturbed), digest(printed));
            assertTrue(cluster.logs().contains("Lost executor"), "no executor was lost");
        }
        assertEquals(1 + 48_000, Files.readAllLines(directory.resolve("table.csv")).size());
    }

    private Process submit(SparkCluster cluster, Path out) throws IOException {
        final ProcessBuilder builder =
                new ProcessBuilder(
                        ROOT.resolve("batch-configs/cluster/spark-sweep.sh").toString(),
                        "--master",
                        cluster.url(),
                        "--executor-memory",
                        "512m",
                        "--driver-memory",
                        "512m",
                        "--conf",
                        "spark.driver.host=127.0.0.1",
                        "--conf",
                        "spark.ui.enabled=false",
                        "--",
                        sweep.toString(),
                        "--parts",
                        String.valueOf(PARTS),
                        "--out",
                        out.toString(),
                        "--table",
                        directory.resolve("table.csv").toString());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return builder.redirectOutput(directory.resolve("job.out").toFile())
                .redirectError(directory.resolve("job.log").toFile())
                .start();
    }

    /** A part has begun to write. */
    private static boolean hasResults(Path out) throws IOException {
        for (int number = 1; number <= PARTS; number++) {
            final Path results = out.resolve("shard-" + number + "-of-" + PARTS).resolve("results");
            if (Files.isDirectory(results)) {
                return true;
            }
        }
        return false;
    }

    private static String vlag(String... arguments) {
        final StringWriter printed = new StringWriter();
        final int exitCode =
                Main.execute(new PrintWriter(printed), new PrintWriter(printed), arguments);
        assertEquals(0, exitCode, printed::toString);
        return printed.toString();
    }

    /** The last digest that a text names. */
    private static String digest(String text) {
        final Matcher matcher = Pattern.compile("digest\\W+([0-9a-f]{16})").matcher(text);
        return matcher.results().toList().getLast().group(1);
    }
}
