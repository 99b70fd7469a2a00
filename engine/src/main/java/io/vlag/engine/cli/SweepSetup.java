package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.sweep.BlockRange;
import io.vlag.engine.sweep.ConfigurationPlanner;
import io.vlag.engine.sweep.ConfigurationSpace;
import io.vlag.engine.sweep.SweepFacts;
import io.vlag.engine.sweep.SweepJob;
import io.vlag.engine.sweep.WindowTotals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A sweep file, read, and what every command needs of it. */
final class SweepSetup {
    private static final List<String> DATA = List.of("kernels", "machines", "patches");

    private final SweepSpec spec;
    private final SweepFacts facts;

    private SweepSetup(SweepSpec spec, SweepFacts facts) {
        this.spec = spec;
        this.facts = facts;
    }

    /** Reads a sweep and everything it names; throws with every problem. */
    static SweepSetup read(String nameOrPath) {
        final ConfigLibrary library = ConfigLibrary.installed();
        final SweepSpec spec = library.sweep(library.findSweep(nameOrPath), metricNames());
        final SweepSetup setup = new SweepSetup(spec, SweepFacts.of(spec, files(library, spec)));
        setup.tryFirst();
        return setup;
    }

    static List<String> metricNames() {
        return Stream.of(Metric.values()).map(Metric::key).toList();
    }

    /** Names scenario files with their hash, and the data files of the library as one. */
    private static Map<String, String> files(ConfigLibrary library, SweepSpec spec) {
        final Map<String, String> files = new LinkedHashMap<>();
        for (final String scenario : scenarios(spec)) {
            files.put(
                    "scenario " + scenario,
                    "SHA-256 " + hash(List.of(library.findScenario(scenario))));
        }
        final List<Path> data = new ArrayList<>();
        for (final Path root : library.roots()) {
            for (final String kind : DATA) {
                data.addAll(filesIn(root.resolve(kind)));
            }
        }
        files.put("kernels, patches and machines", "SHA-256 " + hash(data));
        return files;
    }

    private static List<String> scenarios(SweepSpec spec) {
        for (final SweepSpec.Axis axis : spec.axes()) {
            if (axis.key().equals("scenario")
                    && axis.levels() instanceof SweepSpec.Levels.Listed(List<String> values)) {
                return values;
            }
        }
        return List.of(spec.scenario());
    }

    private static List<Path> filesIn(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new BadInputException(directory + ": cannot be read (" + e + ")");
        }
    }

    private static String hash(List<Path> files) {
        try {
            final MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (final Path file : files) {
                sha.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                sha.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        } catch (IOException e) {
            throw new BadInputException("a file of the sweep cannot be read (" + e + ")");
        }
    }

    /** Plans one allowed configuration, so that what is wrong with all of them is found now. */
    private void tryFirst() {
        final ConfigurationSpace space = new ConfigurationSpace(spec);
        final ConfigurationPlanner planner = planner();
        for (long point = 0; point < Math.min(space.pointCount(), 1_000); point++) {
            final List<String> values = space.values(point);
            if (space.forbiddenBy(values) < 0) {
                planner.point(values);
                return;
            }
        }
    }

    SweepSpec spec() {
        return spec;
    }

    SweepFacts facts() {
        return facts;
    }

    ConfigurationPlanner planner() {
        return new ConfigurationPlanner(spec, ConfigLibrary.installed(), Scenarios::workload);
    }

    SweepJob job(BlockRange range, SweepJob.Pinning pinning) {
        final List<ToDoubleFunction<WindowTotals>> metrics = new ArrayList<>();
        for (final String name : spec.metrics()) {
            final Metric metric =
                    Stream.of(Metric.values())
                            .filter(known -> known.key().equals(name))
                            .findFirst()
                            .orElseThrow();
            metrics.add(metric::of);
        }
        return new SweepJob(spec, facts.hash(), range, metrics, this::planner, pinning);
    }
}
