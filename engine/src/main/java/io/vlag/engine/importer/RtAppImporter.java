package io.vlag.engine.importer;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads workloads in rt-app's JSON dialect, as its documentation and the files people have define
 * it. What each key becomes is listed in {@code docs/formats/rt-app.md}. Names stay as the file has
 * them: escape them before showing them.
 */
public final class RtAppImporter {
    /** Biggest file. */
    static final int FILE_BYTES_MAX = 16 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private RtAppImporter() {}

    /**
     * Reads one file.
     *
     * @param file a complete workload of at most 16 MiB, UTF-8
     * @return its threads, with notes on everything that was ignored or approximated
     * @throws ConfigException with every problem of the file
     */
    public static Workload read(Path file) {
        final String shownFile = file.toString();
        return parse(shownFile, nameOf(file), decode(shownFile, bytesOf(file, shownFile)));
    }

    /** Reads a text that came from the named file. */
    static Workload parse(String file, String name, String text) {
        final ImportLog log = new ImportLog(file);
        try (JsonTokens in = new JsonTokens(file, text, log)) {
            final RtAppReader reader = new RtAppReader(in, log);
            reader.read();
            final List<TaskTemplate> templates =
                    new RtAppCompiler(reader.threads(), reader.defaultPolicy(), log).templates();
            log.throwIfProblems();
            return new Workload(name, templates, List.of(), true, reader.durationNs(), log.notes());
        }
    }

    private static String nameOf(Path file) {
        final Path last = file.getFileName();
        final String name = last == null ? file.toString() : last.toString();
        return name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
    }

    private static byte[] bytesOf(Path file, String shownFile) {
        if (Files.isDirectory(file)) {
            throw refused(shownFile, "is a directory; give one workload file");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            final byte[] bytes = stream.readNBytes(FILE_BYTES_MAX + 1);
            if (bytes.length > FILE_BYTES_MAX) {
                throw refused(
                        shownFile,
                        "the file is bigger than 16 MiB; use loop and instance instead of"
                                + " repeating");
            }
            return bytes;
        } catch (NoSuchFileException absent) {
            throw refused(shownFile, "there is no such file; check the path");
        } catch (AccessDeniedException denied) {
            throw refused(shownFile, "the file may not be read; check its permissions");
        } catch (IOException failed) {
            throw refused(
                    shownFile,
                    "the file cannot be read ("
                            + Shown.plain(String.valueOf(failed.getMessage()))
                            + ")");
        }
    }

    private static String decode(String file, byte[] bytes) {
        final CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        final ByteBuffer encoded = ByteBuffer.wrap(bytes);
        final CharBuffer decoded = CharBuffer.allocate(bytes.length);
        final boolean broken = decoder.decode(encoded, decoded, true).isError();
        final String text = decoded.flip().toString();
        if (broken) {
            final int lastLineFeed = text.lastIndexOf('\n');
            final int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
            throw new ConfigException(
                    new SourcePosition(file, line, text.length() - lastLineFeed),
                    "",
                    "the text is not UTF-8 here; save the file as UTF-8");
        }
        return text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? text : text.substring(1);
    }

    private static ConfigException refused(String file, String message) {
        return new ConfigException(SourcePosition.of(file), "", message);
    }
}
