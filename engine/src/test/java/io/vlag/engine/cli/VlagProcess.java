package io.vlag.engine.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One command line in a process of its own, which may be killed or started by a shell that limits
 * it. What it prints goes to {@code NAME.out} and {@code NAME.err} in a directory.
 */
record VlagProcess(Process process, Path directory, String name) {
    /** Starts it. */
    static VlagProcess start(Path directory, String name, String... args) throws IOException {
        final List<String> command = command(args);
        return start(directory, name, command);
    }

    /**
     * Starts a shell script in which {@code vlag} stands for the program.
     *
     * @param wrapper what starts the shell, for instance {@code unshare -rm}; may be empty
     */
    static VlagProcess script(Path directory, String name, List<String> wrapper, String script)
            throws IOException {
        final List<String> command = new ArrayList<>(wrapper);
        final StringBuilder vlag = new StringBuilder("vlag() {");
        command()
                .forEach(word -> vlag.append(" '").append(word.replace("'", "'\\''")).append('\''));
        command.addAll(List.of("sh", "-c", vlag + " \"$@\"; }\n" + script));
        return start(directory, name, command);
    }

    private static VlagProcess start(Path directory, String name, List<String> command)
            throws IOException {
        final Process process =
                new ProcessBuilder(command)
                        .redirectOutput(directory.resolve(name + ".out").toFile())
                        .redirectError(directory.resolve(name + ".err").toFile())
                        .start();
        return new VlagProcess(process, directory, name);
    }

    private static List<String> command(String... args) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-javaagent") && !flag.startsWith("-agentlib")) {
                command.add(flag);
            }
        }
        command.addAll(
                List.of(
                        "-Dvlag.home=" + CommandRun.HOME,
                        "-cp",
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** Waits for its end. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    String out() {
        return text(".out");
    }

    String err() {
        return text(".err");
    }

    /** What it printed, as one JSON object. */
    JsonNode json() {
        return JsonMapper.shared().readTree(out());
    }

    private String text(String ending) {
        try {
            return Files.readString(directory.resolve(name + ending));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
