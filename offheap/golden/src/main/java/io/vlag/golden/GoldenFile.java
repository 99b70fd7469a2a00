package io.vlag.golden;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * One recorded CSV file, plain or gzipped.
 *
 * @param kind what is recorded
 * @param name path below the directory of recordings, such as {@code pelt/segments.csv.gz}
 * @param stem file name without version tag and extension, such as {@code seq_mixed}
 * @param version tag of the kernel, such as {@code v612}; empty when all kernels agree
 * @param path where it is
 */
public record GoldenFile(GoldenKind kind, String name, String stem, String version, Path path) {
    private static final Pattern NAME = Pattern.compile("(.+?)(?:_(v[0-9]+))?\\.csv(?:\\.gz)?");

    /** The file at {@code area/fileName}; empty when no kind is named like this. */
    static Optional<GoldenFile> of(String area, Path path) {
        final String fileName = path.getFileName().toString();
        final Matcher matcher = NAME.matcher(fileName);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        final String stem = matcher.group(1);
        final String version = matcher.group(2) == null ? "" : matcher.group(2);
        return GoldenKind.of(area, stem, !version.isEmpty())
                .map(kind -> new GoldenFile(kind, area + "/" + fileName, stem, version, path));
    }

    BufferedReader open() throws IOException {
        final InputStream bytes = Files.newInputStream(path);
        try {
            return new BufferedReader(
                    new InputStreamReader(
                            name.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes,
                            StandardCharsets.US_ASCII));
        } catch (IOException e) {
            bytes.close();
            throw new IOException(name + " is not a gzip file", e);
        }
    }
}
