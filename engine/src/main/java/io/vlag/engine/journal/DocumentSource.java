package io.vlag.engine.journal;

/** Where a reader finds documents, in the order in which they were appended. */
interface DocumentSource extends AutoCloseable {
    /** No document is there now; a live journal may have one later. */
    int NOTHING = -1;

    /**
     * Copies the next document.
     *
     * @param into at least {@link DocumentHeader#DOCUMENT_BYTES_MAX} bytes
     * @return the document's bytes or {@link #NOTHING}
     * @throws JournalException when the next document cannot be fetched or does not fit
     */
    int next(byte[] into);

    @Override
    void close();
}
