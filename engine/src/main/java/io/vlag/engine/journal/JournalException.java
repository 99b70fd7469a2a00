package io.vlag.engine.journal;

/**
 * A journal could not be written, or what was read is not a sound journal; the message says where
 * and why.
 */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JournalException(String message) {
        super(message);
    }

    JournalException(String message, Throwable cause) {
        super(message, cause);
    }
}
