package io.vlag.golden;

/**
 * Runs rows of one file through the model, in order. May keep state between rows; whoever opens it
 * closes it.
 */
@FunctionalInterface
public interface RowReplay extends AutoCloseable {
    /** Reads the row's inputs and states every result. */
    void replay(GoldenRow row);

    @Override
    default void close() {}
}
