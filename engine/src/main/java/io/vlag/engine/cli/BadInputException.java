package io.vlag.engine.cli;

import java.util.List;

/** Something the user gave cannot be used; each line is one problem. Ends the command with 2. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    BadInputException(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
    }

    BadInputException(String line) {
        this(List.of(line));
    }

    List<String> lines() {
        return lines;
    }
}
