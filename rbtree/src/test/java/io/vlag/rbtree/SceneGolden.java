package io.vlag.rbtree;

import static java.util.stream.Collectors.joining;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenFiles;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;
import java.util.ArrayList;
import java.util.List;

/**
 * Queues recorded from real kernels: the order of the tree, the least slice it reports, and the
 * minimum of the field it was augmented with. Six classes of queues (4 and 5 have offsets so far
 * apart that products wrap; the order of the tree is well defined in all of them).
 *
 * <p>6.6 finds the earliest eligible deadline by a walk over a tree ordered by vruntime, and which
 * of several entities with that deadline it returns depends on the shape of the tree alone.
 */
final class SceneGolden implements RowReplay {
    private static final int NONE = AugmentedRbTree.NONE;
    private static final int FIRST_WRAPPING_CLASS = 4;

    private final TestTree.Slices slices;
    private int tiesDecidedByShape;

    SceneGolden(GoldenFile file) {
        slices =
                switch (GoldenForms.of(file.version()).getOrDefault("subtree_slices", "")) {
                    case "none" -> TestTree.Slices.NONE;
                    case "lost_on_rotation" -> TestTree.Slices.LEAST_LOST_ON_ROTATION;
                    default -> TestTree.Slices.CARRIED;
                };
    }

    @Override
    public void replay(GoldenRow row) {
        final Scene scene = Scene.of(row);
        try (TestTree tree = build(scene)) {
            row.expectWord(
                    "order", tree.inOrder().stream().map(String::valueOf).collect(joining("|")));
            if (slices == TestTree.Slices.NONE) {
                final int picked = orLeftmost(pickByVruntime(scene, tree), tree);
                row.expect("pick_np", picked);
                tiesDecidedByShape += picked == orLeftmost(pickFromList(scene, tree), tree) ? 0 : 1;
            } else {
                row.expect("min_slice", minSlice(scene, tree));
            }
            if (row.number("class") < FIRST_WRAPPING_CLASS) {
                tree.check();
            }
        }
    }

    /** The recording is to hold what a plain list would not get right. */
    @Override
    public void close() {
        if (GoldenFiles.isComplete() && slices == TestTree.Slices.NONE && tiesDecidedByShape == 0) {
            throw new AssertionError("no tie that only the shape of the tree decides");
        }
    }

    private record Entity(long vruntime, long deadline, long slice) {
        static Entity parse(String text) {
            final String[] parts = text.split(":", -1);
            return new Entity(
                    Long.parseLong(parts[2]), Long.parseLong(parts[3]), Long.parseLong(parts[4]));
        }
    }

    private record Scene(int curr, List<Entity> entities, long eligible) {
        static Scene of(GoldenRow row) {
            final List<Entity> entities = new ArrayList<>();
            for (String entity : row.word("ents").split("\\|", -1)) {
                entities.add(Entity.parse(entity));
            }
            return new Scene(row.int32("curr"), entities, row.number("elig"));
        }

        boolean isEligible(int entity) {
            return entity >= 0 && (eligible >> entity & 1) != 0;
        }
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

    private TestTree build(Scene scene) {
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
}
