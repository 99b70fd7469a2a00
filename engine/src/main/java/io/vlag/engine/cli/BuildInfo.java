package io.vlag.engine.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/** Version and commit, as the build wrote them into a resource. */
final class BuildInfo implements CommandLine.IVersionProvider {
    private static final String RESOURCE = "build.properties";
    private static final String UNKNOWN = "unknown";

    static String version() {
        return property("version");
    }

    /** Commit it was built from; {@code unknown} when the build was not told. */
    static String commit() {
        return property("commit");
    }

    static String java() {
        return System.getProperty("java.vm.name", UNKNOWN)
                + " "
                + System.getProperty("java.runtime.version", UNKNOWN);
    }

    @Override
    public String[] getVersion() {
        return new String[] {"vlag " + version(), "java " + java(), "commit " + commit()};
    }

    private static String property(String key) {
        final Properties properties = new Properties();
        try (InputStream stream = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        final String value = properties.getProperty(key, UNKNOWN);
        return value.isBlank() || value.startsWith("${") ? UNKNOWN : value;
    }
}
