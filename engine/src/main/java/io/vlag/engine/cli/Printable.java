package io.vlag.engine.cli;

import io.vlag.engine.config.Texts;

/** Texts of untrusted files on their way to a terminal. */
final class Printable {
    /** Longest name in a table, characters. */
    static final int NAME_MAX = 60;

    private static final int LINE_MAX = 4_000;

    private Printable() {}

    static String name(String text) {
        return Texts.printable(text, NAME_MAX);
    }

    /** One line of a message. */
    static String line(String text) {
        return Texts.printable(text, LINE_MAX);
    }
}
