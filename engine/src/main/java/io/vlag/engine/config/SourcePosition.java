package io.vlag.engine.config;

/**
 * Where in an input file something was written.
 *
 * @param file the path as the user gave it
 * @param line 1-based
 * @param column 1-based
 */
public record SourcePosition(String file, int line, int column) {
    /** For values that no file holds, such as a command line option. */
    public static SourcePosition of(String origin) {
        return new SourcePosition(origin, 0, 0);
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
