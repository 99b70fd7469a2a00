package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/**
 * Results of a sweep: documents appended to a Chronicle Queue directory, over several lives of the
 * process. A document is there as a whole or not at all; one that a kill cut off is passed over.
 * One thread, and one process at a time: whoever opens it holds the directory's lock.
 */
public final class ResultLog implements AutoCloseable {
    private final ChronicleFile file;

    private ResultLog(ChronicleFile file) {
        this.file = file;
    }

    /**
     * Opens the log for more results, an existing one behind its last complete document.
     *
     * @throws IOException when the directory cannot be written or the disk is full
     */
    public static ResultLog open(Path directory) throws IOException {
        if (!Files.exists(directory) || isEmpty(directory)) {
            make(directory);
        }
        return new ResultLog(ChronicleFile.goOn(directory));
    }

    /**
     * Makes the queue under another name: a process killed in the middle of it leaves a queue that
     * Chronicle neither reads nor repairs.
     */
    private static void make(Path directory) throws IOException {
        final Path half = directory.resolveSibling("." + directory.getFileName() + ".new");
        remove(half);
        ChronicleFile.create(half).close();
        Files.deleteIfExists(directory); // an empty one
        Files.move(half, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        } catch (NotDirectoryException e) {
            return false; // opening it says what is wrong
        }
    }

    private static void remove(Path half) throws IOException {
        Files.deleteIfExists(half.resolve(ChronicleSettings.FILE));
        Files.deleteIfExists(half.resolve(ChronicleSettings.TABLE));
        Files.deleteIfExists(half);
    }

    /**
     * Hands every complete document to somebody, in the order in which they were written.
     *
     * @throws JournalException when the directory is no log
     */
    public static void read(Path directory, Consumer<MemorySegment> each) {
        try (ChronicleDocuments documents = new ChronicleDocuments(directory)) {
            final byte[] bytes = new byte[DocumentHeader.DOCUMENT_BYTES_MAX];
            final MemorySegment buffer = MemorySegment.ofArray(bytes);
            for (int length = documents.next(bytes);
                    length != DocumentSource.NOTHING;
                    length = documents.next(bytes)) {
                each.accept(buffer.asSlice(0, length));
            }
        }
    }

    /**
     * Appends a document.
     *
     * @param document native memory
     * @throws IOException when it is not written; what was written before stays
     */
    public void append(MemorySegment document) throws IOException {
        file.append(document);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
