package io.vlag.engine.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What standard error is connected to. */
final class StandardError {
    private static final Path LINK = Path.of("/proc/self/fd/2");

    private StandardError() {}

    /** Whether somebody is watching; Java itself knows only about standard input and output. */
    static boolean isTerminal() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            final String target = Files.readSymbolicLink(LINK).toString();
            return target.startsWith("/dev/pts/")
                    || target.startsWith("/dev/tty")
                    || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        }
    }
}
