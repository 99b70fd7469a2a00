package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SourcePosition;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Files of a recording, read whole up to a bound. Recordings are untrusted. */
final class TextFiles {
    /** Most bytes of meta.json, workload.txt and summary.csv. */
    static final int TEXT_BYTES_MAX = 4 << 20;

    /** Most bytes of an unpacked trace. */
    static final int TRACE_BYTES_MAX = 256 << 20;

    private TextFiles() {}

    static String text(Path file) {
        return new String(bytes(file, false, TEXT_BYTES_MAX), StandardCharsets.UTF_8);
    }

    static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    /** Lines of a gzip file. */
    static BufferedReader unpacked(Path file) {
        return new BufferedReader(
                new InputStreamReader(
                        new ByteArrayInputStream(bytes(file, true, TRACE_BYTES_MAX)),
                        StandardCharsets.UTF_8));
    }

    private static byte[] bytes(Path file, boolean packed, int bytesMax) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = packed ? new GZIPInputStream(raw) : raw) {
            final byte[] bytes = in.readNBytes(bytesMax);
            if (bytes.length == bytesMax) {
                throw problem(file, 1, "", "is longer than " + bytesMax + " bytes; shorten it");
            }
            return bytes;
        } catch (IOException e) {
            throw problem(file, 1, "", "cannot be read: " + e.getMessage());
        }
    }

    static ConfigException problem(Path file, int line, String key, String message) {
        return new ConfigException(new SourcePosition(file.toString(), line, 1), key, message);
    }
}
