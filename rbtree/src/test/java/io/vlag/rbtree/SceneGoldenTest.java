package io.vlag.rbtree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Queues recorded from real kernels: the order of the tree, the least slice it reports, and the
 * minimum of the field it was augmented with. Six classes of queues (see the header of the
 * recording: 4 and 5 have offsets so far apart that products wrap; the order of the tree is well
 * defined in all of them).
 */
class SceneGoldenTest {
    private static final int CLASSES = 6;
    private static final int NONE = AugmentedRbTree.NONE;

    private record Entity(long vruntime, long deadline, long slice) {
        static Entity parse(String text) {
            final String[] parts = text.split(":", -1);
            return new Entity(
                    Long.parseLong(parts[2]), Long.parseLong(parts[3]), Long.parseLong(parts[4]));
        }
    }

    private record Scene(
            int kind,
            int curr,
            List<Entity> entities,
            String order,
            long minSlice,
            long eligible,
            int pickUnprotected) {
        boolean isEligible(int entity) {
            return entity >= 0 && (eligible >> entity & 1) != 0;
        }
    }

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

    /**
     * 6.6 finds the earliest eligible deadline by a walk over a tree ordered by vruntime, and which
     * of several entities with that deadline it returns depends on the shape of the tree alone.
     */
    @Test
    void theShapeBreaksDeadlineTiesLikeTheKernel() throws IOException {
        final int[] mismatches = new int[CLASSES];
        int tiesDecidedByShape = 0;
        for (Scene scene : read("scene_v66.csv.gz")) {
            try (TestTree tree = build(scene, TestTree.Slices.NONE)) {
                final int picked = orLeftmost(pickByVruntime(scene, tree), tree);
                mismatches[scene.kind()] += picked == scene.pickUnprotected() ? 0 : 1;
                tiesDecidedByShape += picked == orLeftmost(pickFromList(scene, tree), tree) ? 0 : 1;
            }
        }
        System.out.printf(
                "scene_v66.csv.gz: mismatches in pick_np %d (%d rows differ from a plain list's"
                        + " choice)%n",
                sum(mismatches), tiesDecidedByShape);
        assertTrue(tiesDecidedByShape > 0, "the recording has ties that only the shape decides");
        assertArrayEquals(new int[CLASSES], mismatches, "pick_np, by class");
    }

    /** Wrapped sums can leave no entity eligible; then the kernel takes the first one. */
    private static int orLeftmost(int picked, TestTree tree) {
        return picked == NONE ? tree.tree.leftmost(tree.headerAt) : picked;
    }

    private static int pickByVruntime(Scene scene, TestTree tree) {
        int best = scene.isEligible(scene.curr()) ? scene.curr() : NONE;
        int candidate = NONE;
        int node = tree.root();
        while (node != NONE) {
            final int left = tree.tree.left(node);
            if (!scene.isEligible(node)) {
                node = left;
                continue;
            }
            if (best == NONE || tree.minOf(node) - tree.minOf(best) < 0) {
                best = node;
            }
            final long least = tree.tree.min(node);
            if (left != NONE) {
                if (candidate == NONE || tree.tree.min(left) - tree.tree.min(candidate) < 0) {
                    candidate = left;
                }
                if (tree.tree.min(left) == least) {
                    break;
                }
            }
            node = tree.minOf(node) == least ? NONE : tree.tree.right(node);
        }
        if (candidate == NONE || best != NONE && tree.minOf(best) - tree.tree.min(candidate) < 0) {
            return best;
        }
        final long least = tree.tree.min(candidate);
        node = candidate;
        while (tree.minOf(node) != least) {
            final int left = tree.tree.left(node);
            node = left != NONE && tree.tree.min(left) == least ? left : tree.tree.right(node);
        }
        return node;
    }

    /**
     * The earliest eligible deadline; among equals the running entity, then the one that comes
     * first in the tree.
     */
    private static int pickFromList(Scene scene, TestTree tree) {
        int best = scene.isEligible(scene.curr()) ? scene.curr() : NONE;
        for (int node : tree.inOrder()) {
            if (scene.isEligible(node)
                    && (best == NONE || tree.minOf(node) - tree.minOf(best) < 0)) {
                best = node;
            }
        }
        return best;
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
                                Long.parseLong(fields[columns.get("min_slice")]),
                                Long.parseLong(fields[columns.get("elig")]),
                                Integer.parseInt(fields[columns.get("pick_np")])));
            }
        }
        return scenes;
    }
}
