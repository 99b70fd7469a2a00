package io.vlag.engine.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One command line, run in this process, with what it printed. */
record CommandRun(int exitCode, String out, String err) {
    static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    static CommandRun of(String... args) {
        System.setProperty("vlag.home", HOME.toString());
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int exitCode = Main.execute(new PrintWriter(out), new PrintWriter(err), args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }
}
