package io.vlag.engine.cli;

/** Exit codes; stable, scripts rely on them. */
final class ExitCode {
    static final int DONE = 0;

    /** Bad input: everything wrong with it is on standard error. */
    static final int BAD_INPUT = 2;

    /** Some runs failed, the results of the others are complete. */
    static final int PARTIAL = 3;

    /** Our fault. */
    static final int FAULT = 70;

    /** Stopped by a signal. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
