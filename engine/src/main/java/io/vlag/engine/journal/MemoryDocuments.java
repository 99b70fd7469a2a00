package io.vlag.engine.journal;

/** Documents of a {@link MemoryTarget}, also while it grows. */
final class MemoryDocuments implements DocumentSource {
    private final MemoryTarget target;
    private int next;

    MemoryDocuments(MemoryTarget target) {
        this.target = target;
    }

    @Override
    public int next(byte[] into) {
        if (next == target.documentCount()) {
            return NOTHING;
        }
        final byte[] document = target.document(next);
        next++;
        System.arraycopy(document, 0, into, 0, document.length);
        return document.length;
    }

    @Override
    public void close() {}
}
