package io.vlag.rbtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Queues recorded from real kernels: the order of the tree, the least slice it reports, and the
 * minimum of the field it was augmented with. Six classes of queues (see the header of the
 * recording: 4 and 5 have offsets so far apart that products wrap; the order of the tree is well
 * defined in all of them).
 */
class SceneGoldenTest {
    private static final int CLASSES = 6;

    private record Entity(long vruntime, long deadline, long slice) {
        static Entity parse(String text) {
            final String[] parts = text.split(":", -1);
            return new Entity(
                    Long.parseLong(parts[2]), Long.parseLong(parts[3]), Long.parseLong(parts[4]));
        }
    }

    private record Scene(int kind, int curr, List<Entity> entities, String order, long minSlice) {}

    @ParameterizedTest
    @CsvSource({
        "scene_v66.csv.gz, NONE",
        "scene_v612.csv.gz, LEAST_LOST_ON_ROTATION",
        "scene_v72.csv.gz, CARRIED"
    })
    void ordersAndSummarizesLikeTheKernel(String file, TestTree.Slices slices) throws IOException {
        final List<Scene> scenes = read(file);
        final int[] rows = new int[CLASSES];
        final int[] orderMismatches = new int[CLASSES];
        final int[] sliceMismatches = new int[CLASSES];
        int staleRows = 0;
        for (Scene scene : scenes) {
            rows[scene.kind()]++;
            try (TestTree tree = build(scene, slices)) {
                final String order =
                        tree.inOrder().stream().map(String::valueOf).collect(joining("|"));
                orderMismatches[scene.kind()] += order.equals(scene.order()) ? 0 : 1;
                if (slices != TestTree.Slices.NONE) {
                    sliceMismatches[scene.kind()] +=
                            minSlice(scene, tree) == scene.minSlice() ? 0 : 1;
                    staleRows += trueMinSlice(scene) == scene.minSlice() ? 0 : 1;
                }
                if (scene.kind() < 4) {
                    tree.check();
                }
            }
        }
        System.out.printf(
                "%s: %d rows, mismatches in order %d, in min_slice %d (%s, %d rows report a stale"
                        + " one)%n",
                file, scenes.size(), sum(orderMismatches), sum(sliceMismatches), slices, staleRows);
        assertTrue(scenes.size() >= 4_000, "rows read");
        assertArrayEquals(new int[CLASSES], orderMismatches, "order, by class");
        assertArrayEquals(new int[CLASSES], sliceMismatches, "min_slice, by class");
    }

    private static TestTree build(Scene scene, TestTree.Slices slices) {
        final TestTree tree = new TestTree(scene.entities().size(), slices);
        final boolean byVruntime = slices == TestTree.Slices.NONE;
        for (int i = 0; i < scene.entities().size(); i++) {
            final Entity entity = scene.entities().get(i);
            if (byVruntime) {
                tree.set(i, entity.vruntime(), entity.deadline(), entity.slice());
            } else {
                tree.set(i, entity.deadline(), entity.vruntime(), entity.slice());
            }
            if (i != scene.curr()) {
                tree.insert(i);
            }
        }
        return tree;
    }

    /**
     * What the kernel reports: the running entity is not in the tree, so its slice is looked at
     * beside the root's.
     */
    private static long minSlice(Scene scene, TestTree tree) {
        long least = Long.MAX_VALUE;
        if (scene.curr() >= 0) {
            least = scene.entities().get(scene.curr()).slice();
        }
        if (tree.root() != AugmentedRbTree.NONE) {
            least = Math.min(least, tree.tree.minSlice(tree.root()));
        }
        return least;
    }

    private static long trueMinSlice(Scene scene) {
        return scene.entities().stream().mapToLong(Entity::slice).min().orElseThrow();
    }

    private static int sum(int[] counts) {
        int sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    private static List<Scene> read(String file) throws IOException {
        final List<Scene> scenes = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(
                                        requireNonNull(
                                                SceneGoldenTest.class.getResourceAsStream(
                                                        "/golden/eevdf/" + file))),
                                UTF_8))) {
            final Map<String, Integer> columns = new HashMap<>();
            for (String name : requireNonNull(lines.readLine()).split(",", -1)) {
                columns.put(name, columns.size());
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                final String[] fields = line.split(",", -1);
                final List<Entity> entities = new ArrayList<>();
                for (String entity : fields[columns.get("ents")].split("\\|", -1)) {
                    entities.add(Entity.parse(entity));
                }
                scenes.add(
                        new Scene(
                                Integer.parseInt(fields[columns.get("class")]),
                                Integer.parseInt(fields[columns.get("curr")]),
                                entities,
                                fields[columns.get("order")],
                                Long.parseLong(fields[columns.get("min_slice")])));
            }
        }
        return scenes;
    }
}
