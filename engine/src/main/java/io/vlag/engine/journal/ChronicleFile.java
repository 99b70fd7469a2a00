package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import org.jspecify.annotations.Nullable;

/**
 * Appends documents to the one file of a Chronicle Queue directory. Chronicle writes through mapped
 * memory, where a full disk is a fault of the processor; so behind the first document the file is
 * filled with zeros, which mean nothing to Chronicle, before Chronicle comes there, and what goes
 * wrong is an {@link IOException} that names the directory and what to do. Documents written before
 * stay readable. Used by one thread of one process.
 */
final class ChronicleFile implements AutoCloseable {
    /**
     * Free space below which nothing more is written, bytes: the rest belongs to whoever has to
     * clear up.
     */
    static final long FREE_BYTES_MIN = 16L << 20;

    private static final long DOCUMENTS_PER_SPACE_CHECK = 16;

    /** Zeros beyond what is used: two chunks, and the part by which their mappings overlap. */
    private static final long BYTES_AHEAD =
            2L * ChronicleSettings.CHUNK_BYTES + ChronicleSettings.CHUNK_BYTES / 4;

    private static final int BUFFER_BYTES = 64 << 10;
    private static final byte[] ZEROS = new byte[BUFFER_BYTES];

    private static final String ADVICE =
            "; make room, or raise the limit there is for files (ulimit -f, a quota)";

    private final Path directory;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final PointerBytesStore source = BytesStore.nativePointer();
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private @Nullable FileChannel file; // once Chronicle has made it
    private long filledBytes; // of the file
    private long usedBytes; // of the file; 0 before the first document of this process
    private long appendedCount;

    private ChronicleFile(Path directory, boolean goesOn) {
        this.directory = directory;
        queue =
                goesOn
                        ? ChronicleSettings.continued(directory)
                        : ChronicleSettings.writable(directory);
        appender = queue.createAppender();
    }

    /**
     * A directory for a new queue; it must not hold anything yet.
     *
     * @throws IOException when it cannot be written, or holds something
     */
    static ChronicleFile create(Path directory) throws IOException {
        return open(directory, false);
    }

    /**
     * A directory that another process, perhaps a killed one, may have written to before.
     *
     * @throws IOException when it cannot be written
     */
    static ChronicleFile goOn(Path directory) throws IOException {
        return open(directory, true);
    }

    private static ChronicleFile open(Path directory, boolean goesOn) throws IOException {
        makeDirectory(directory);
        if (!goesOn) {
            checkEmpty(directory);
        }
        checkFreeSpace(directory);
        try {
            return new ChronicleFile(directory, goesOn);
        } catch (RuntimeException | InternalError e) {
            throw problem(directory, "cannot be opened as a Chronicle queue", e);
        }
    }

    private static void makeDirectory(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory + ": is a file; a directory is needed there");
        }
        try {
            Files.createDirectories(directory);
        } catch (FileSystemException e) {
            throw new IOException(directory + ": cannot be made: " + reason(e), e);
        }
        if (!Files.isWritable(directory)) {
            throw new IOException(
                    directory + ": may not be written to; change that, or name another directory");
        }
    }

    private static void checkEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new IOException(
                        directory
                                + " is not empty; a journal holds one run, give it a directory of its own");
            }
        }
    }

    private static void checkFreeSpace(Path directory) throws IOException {
        final long freeBytes = Files.getFileStore(directory).getUsableSpace();
        if (freeBytes < FREE_BYTES_MIN) {
            throw new IOException(
                    "%s: the disk has %,d bytes left and %,d are needed to go on; make room"
                            .formatted(directory, freeBytes, FREE_BYTES_MIN));
        }
    }

    /**
     * Appends a document.
     *
     * @param document native memory
     * @throws IOException when it is not written; what was written before stays
     */
    @SuppressWarnings("ThreadPriorityCheck") // not for others' sake: it is where faults come out
    void append(MemorySegment document) throws IOException {
        if (appendedCount++ % DOCUMENTS_PER_SPACE_CHECK == 0) {
            checkFreeSpace(directory);
        }
        try {
            if (usedBytes > 0) {
                fillTo(usedBytes + BYTES_AHEAD);
            }
            usedBytes = write(document);
            Thread.yield(); // the JVM reports a fault of mapped memory here at the latest
        } catch (RuntimeException | InternalError e) {
            throw problem(directory, "cannot be written", e);
        }
    }

    /** Returns where the document ends in the file. */
    private long write(MemorySegment document) {
        source.set(document.address(), document.byteSize());
        try (DocumentContext context = appender.writingDocument()) {
            boolean written = false;
            try {
                final Wire wire = context.wire();
                if (wire == null) {
                    throw new IllegalStateException("the queue is closed");
                }
                wire.bytes().write(source, 0, document.byteSize());
                written = true;
                return wire.bytes().writePosition();
            } finally {
                if (!written) {
                    context.rollbackOnClose();
                }
            }
        }
    }

    /** From the end of what is used, in steps of a chunk. */
    private void fillTo(long bytes) throws IOException {
        final Path path = directory.resolve(ChronicleSettings.FILE);
        try {
            FileChannel channel = file;
            if (channel == null) {
                channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
                file = channel;
                filledBytes = lastByteEnd(channel);
            }
            while (filledBytes < bytes) {
                fill(channel, ChronicleSettings.CHUNK_BYTES);
            }
        } catch (IOException e) {
            throw new IOException(path + ": cannot grow: " + reason(e) + ADVICE, e);
        }
    }

    private void fill(FileChannel channel, long count) throws IOException {
        final long end = filledBytes + count;
        buffer.clear().put(ZEROS);
        while (filledBytes < end) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - filledBytes));
            filledBytes += channel.write(buffer, filledBytes);
        }
    }

    /** Up to the last byte that is not zero. */
    private long lastByteEnd(FileChannel channel) throws IOException {
        for (long end = channel.size(); end > 0; ) {
            final long start = Math.max(0, end - BUFFER_BYTES);
            buffer.clear().limit((int) (end - start));
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, start + buffer.position()) < 0) {
                    throw new IOException("it became shorter while it was read");
                }
            }
            for (int at = buffer.limit() - 1; at >= 0; at--) {
                if (buffer.get(at) != 0) {
                    return start + at + 1;
                }
            }
            end = start;
        }
        return 0;
    }

    private static IOException problem(Path directory, String what, Throwable thrown) {
        final String because =
                thrown instanceof InternalError
                        ? "a fault while writing, most likely the disk is full"
                        : reason(thrown);
        return new IOException(directory + ": " + what + ": " + because + ADVICE, thrown);
    }

    /** The innermost message: Chronicle wraps what the system said. */
    private static String reason(Throwable thrown) {
        if (thrown instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        if (thrown.getCause() != null) {
            return reason(thrown.getCause());
        }
        return thrown instanceof IOException
                ? String.valueOf(thrown.getMessage())
                : thrown.toString();
    }

    @Override
    public void close() throws IOException {
        appender.close();
        queue.close();
        if (file != null) {
            file.close();
        }
    }
}
