package io.vlag.engine.kernel;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.KernelSpec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Rules of the kernels whose numbers were recorded, and of 6.18 and 7.0: those of the shipped
 * kernel files, as a plan gets them.
 */
final class GoldenRules {
    private static final ConfigLibrary LIBRARY = new ConfigLibrary(Path.of("..", "batch-configs"));

    /** Kernel file of a version tag. */
    static final Map<String, String> KERNELS =
            Map.of(
                    "v61", "6.1", "v66", "6.6", "v612", "6.12", "v618", "6.18", "v70", "7.0", "v72",
                    "7.2", "v73", "7.3");

    private static final Map<String, Map<String, String>> CHANGES = new LinkedHashMap<>();

    private GoldenRules() {}

    /** Changes of a version tag that concern the fair class, for a test to alter. */
    static Map<String, String> changes(String version) {
        return new HashMap<>(CHANGES.computeIfAbsent(version, GoldenRules::ofKernelFile));
    }

    /** The complete kernel of a version tag. */
    static KernelSpec kernel(String version) {
        final String kernel = KERNELS.get(version);
        if (kernel == null) {
            throw new IllegalArgumentException(
                    "no rules for kernel " + version + "; there are " + KERNELS.keySet());
        }
        return LIBRARY.kernel(kernel);
    }

    /** A version with some changes on top, given as name, form, name, form... */
    static FairRules rules(String version, String... more) {
        final Map<String, String> changes = changes(version);
        for (int i = 0; i < more.length; i += 2) {
            changes.put(more[i], more[i + 1]);
        }
        return FairRules.of(changes);
    }

    private static Map<String, String> ofKernelFile(String version) {
        final Set<String> names = FairRules.names();
        final Map<String, String> changes = new HashMap<>();
        kernel(version)
                .values()
                .forEach(
                        (change, value) -> {
                            if (names.contains(change.key())) {
                                changes.put(change.key(), value.form());
                            }
                        });
        return changes;
    }
}
