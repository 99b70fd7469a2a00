package io.vlag.engine.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A standalone master and its workers, each a process of its own, all on the loopback address. */
final class SparkCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final List<String> OPENED =
            List.of(
                    "java.lang",
                    "java.lang.invoke",
                    "java.io",
                    "java.net",
                    "java.nio",
                    "java.util",
                    "java.util.concurrent",
                    "sun.nio.ch");

    private final Path home;
    private final Path directory;
    private final int port;
    private final List<Process> processes = new ArrayList<>();

    private SparkCluster(Path home, Path directory, int port) {
        this.home = home;
        this.directory = directory;
        this.port = port;
    }

    /**
     * Starts a cluster.
     *
     * @param home of Spark; its jars are in {@code jars}
     * @param directory for logs and the executors' working directories
     */
    static SparkCluster start(Path home, Path directory, int workers) throws IOException {
        final SparkCluster cluster = new SparkCluster(home, directory, freePort());
        cluster.launch(
                "master",
                "org.apache.spark.deploy.master.Master",
                "--host",
                HOST,
                "--port",
                String.valueOf(cluster.port),
                "--webui-port",
                "0");
        for (int worker = 1; worker <= workers; worker++) {
            cluster.launch(
                    "worker-" + worker,
                    "org.apache.spark.deploy.worker.Worker",
                    cluster.url(),
                    "--host",
                    HOST,
                    "--webui-port",
                    "0",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--work-dir",
                    directory.resolve("work-" + worker).toString());
        }
        return cluster;
    }

    String url() {
        return "spark://" + HOST + ":" + port;
    }

    /** A process that runs tasks, if one has been started. */
    Optional<ProcessHandle> anExecutor() {
        return processes.stream()
                .flatMap(Process::descendants)
                .filter(ProcessHandle::isAlive)
                .filter(SparkCluster::isExecutor)
                .findFirst();
    }

    private static boolean isExecutor(ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> Stream.of(arguments).anyMatch(a -> a.contains("CoarseGrained")))
                .orElse(false);
    }

    private void launch(String name, String mainClass, String... arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        OPENED.forEach(it -> command.add("--add-opens=java.base/" + it + "=ALL-UNNAMED"));
        command.addAll(List.of("-cp", home.resolve("jars") + "/*", mainClass));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_LOCAL_IP", HOST);
        builder.environment().put("SPARK_SCALA_VERSION", "2.13"); // what its start scripts set
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        processes.add(builder.start());
    }

    /** Everything the processes said. */
    String logs() {
        try (Stream<Path> files = Files.list(directory)) {
            final StringBuilder all = new StringBuilder();
            for (final Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
                all.append(file.getFileName()).append('\n').append(Files.readString(file));
            }
            return all.toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        for (final Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
