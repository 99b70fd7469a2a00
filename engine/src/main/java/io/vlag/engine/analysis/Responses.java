package io.vlag.engine.analysis;

import io.vlag.engine.analysis.TwoLevelFunction.Response;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * A two-level function measured once at each place, many places at a time. Used by one thread; the
 * executor's threads measure.
 */
final class Responses {
    private final TwoLevelFunction function;
    private final ExecutorService executor;
    private final Map<Place, Response> known = new HashMap<>();

    /**
     * @param made changes; not changed by anybody once it is here
     */
    record Place(BitSet made, long seed) {}

    Responses(TwoLevelFunction function, ExecutorService executor) {
        this.function = function;
        this.executor = executor;
    }

    /** Measures what of it is not known. */
    void measure(Collection<Place> places) {
        final Set<Place> missing = new LinkedHashSet<>(places);
        missing.removeAll(known.keySet());
        final List<Future<Response>> futures = new ArrayList<>();
        for (final Place place : missing) {
            futures.add(
                    executor.submit(
                            () -> function.at((BitSet) place.made().clone(), place.seed())));
        }
        int index = 0;
        for (final Place place : missing) {
            known.put(place, result(futures.get(index++)));
        }
    }

    private static Response result(Future<Response> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a measurement failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring", e);
        }
    }

    Response at(BitSet made, long seed) {
        final Response response = known.get(new Place(made, seed));
        if (response == null) {
            throw new IllegalStateException("nothing measured at " + made + ", seed " + seed);
        }
        return response;
    }

    double value(BitSet made, long seed) {
        return at(made, seed).value();
    }

    /** Places without a value. */
    int failedCount() {
        return (int) known.values().stream().filter(found -> Double.isNaN(found.value())).count();
    }

    /** Places measured. */
    int count() {
        return known.size();
    }
}
