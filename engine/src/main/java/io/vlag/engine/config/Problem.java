package io.vlag.engine.config;

/**
 * One mistake in an input: where, which key, and a message with the value, what is allowed and what
 * to do.
 *
 * @param key dotted path of the key inside the file, such as {@code
 *     workload.tasks[2].steps[0].run}; empty for the whole
 */
public record Problem(SourcePosition position, String key, String message) {
    @Override
    public String toString() {
        return key.isEmpty() ? position + ": " + message : position + " " + key + ": " + message;
    }
}
