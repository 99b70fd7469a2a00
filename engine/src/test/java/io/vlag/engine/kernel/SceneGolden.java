package io.vlag.engine.kernel;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.RowReplay;

/**
 * Single queues in odd states, overflowing ones included: what is derived from them, a lag, a
 * placement and a reweight, one after the other.
 */
final class SceneGolden {
    private SceneGolden() {}

    static RowReplay scene(GoldenFile file) {
        final FairRules rules = GoldenRules.rules(file.version());
        return row -> {
            row.ignore("id", "class");
            try (FairScene scene = new FairScene(rules, row)) {
                scene.judge();
                scene.lag();
                scene.place();
                scene.reweight();
            }
        };
    }
}
