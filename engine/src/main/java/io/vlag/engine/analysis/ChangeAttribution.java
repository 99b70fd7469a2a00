package io.vlag.engine.analysis;

import io.vlag.engine.analysis.Attribution.Effect;
import io.vlag.engine.analysis.Attribution.Interaction;
import io.vlag.engine.analysis.Responses.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Finds which changes explain a difference. First each change is tried alone, left out, and at its
 * place in a few random orders; one that never moved a digest is called inactive. The active ones
 * are then measured in all combinations, or in more random orders when they are too many. All
 * combinations see the same seeds, so every difference is paired.
 */
public final class ChangeAttribution {
    private static final int SCREENING_ORDERS = 6;
    private static final int PAIRED_CHANGES = 8;

    private final Responses responses;
    private final int changeCount;
    private final long[] seeds;
    private final int orderPairs;
    private final SplittableRandom random;

    private ChangeAttribution(
            Responses responses, int changeCount, long[] seeds, int orderPairs, long drawSeed) {
        this.responses = responses;
        this.changeCount = changeCount;
        this.seeds = seeds.clone();
        this.orderPairs = orderPairs;
        this.random = new SplittableRandom(drawSeed);
    }

    /**
     * Attributes.
     *
     * @param seeds at least one
     * @param orderPairs random orders, each with its reverse, when the active changes are too many
     * @param drawSeed of the orders
     * @param executor its threads measure
     */
    public static Attribution of(
            TwoLevelFunction function,
            int changeCount,
            long[] seeds,
            int orderPairs,
            long drawSeed,
            ExecutorService executor) {
        return new ChangeAttribution(
                        new Responses(function, executor), changeCount, seeds, orderPairs, drawSeed)
                .run();
    }

    private Attribution run() {
        measureEnds();
        final List<int[]> orders = orders(SCREENING_ORDERS, changes());
        measureOrders(orders);
        int[] active = active(orders);
        final boolean complete = isAllThere(active);
        if (!complete) { // what looked inactive matters together: leave nothing out
            active = changes();
        }
        if (complete && active.length <= ShapleyValues.PLAYERS_MAX) {
            measureCombinations(active);
            if (hasAllValues(active)) {
                return exact(active);
            }
        }
        return sampled(active);
    }

    private int[] changes() {
        return IntStream.range(0, changeCount).toArray();
    }

    private void measureEnds() {
        final List<BitSet> ends = new ArrayList<>();
        ends.add(none());
        ends.add(all());
        for (int change = 0; change < changeCount; change++) {
            ends.add(with(none(), change));
            ends.add(without(all(), change));
        }
        measure(ends);
    }

    private void measure(List<BitSet> combinations) {
        final List<Place> places = new ArrayList<>();
        for (final BitSet made : combinations) {
            for (final long seed : seeds) {
                places.add(new Place(made, seed));
            }
        }
        responses.measure(places);
    }

    /** Random orders. */
    private List<int[]> orders(int count, int[] players) {
        final List<int[]> orders = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            final int[] order = players.clone();
            for (int i = order.length - 1; i > 0; i--) {
                final int j = random.nextInt(i + 1);
                final int swapped = order[i];
                order[i] = order[j];
                order[j] = swapped;
            }
            orders.add(order);
        }
        return orders;
    }

    /** Seeds take turns. */
    private long seedOf(int order) {
        return seeds[order % seeds.length];
    }

    private void measureOrders(List<int[]> orders) {
        final List<Place> places = new ArrayList<>();
        for (int n = 0; n < orders.size(); n++) {
            final BitSet made = none();
            places.add(new Place((BitSet) made.clone(), seedOf(n)));
            for (final int change : orders.get(n)) {
                made.set(change);
                places.add(new Place((BitSet) made.clone(), seedOf(n)));
            }
        }
        responses.measure(places);
    }

    private int[] active(List<int[]> orders) {
        final BitSet active = new BitSet();
        for (final long seed : seeds) {
            for (int change = 0; change < changeCount; change++) {
                if (differ(none(), with(none(), change), seed)
                        || differ(without(all(), change), all(), seed)) {
                    active.set(change);
                }
            }
        }
        for (int n = 0; n < orders.size(); n++) {
            final BitSet made = none();
            for (final int change : orders.get(n)) {
                final BitSet before = (BitSet) made.clone();
                made.set(change);
                if (differ(before, made, seedOf(n))) {
                    active.set(change);
                }
            }
        }
        return active.stream().toArray();
    }

    private boolean differ(BitSet a, BitSet b, long seed) {
        return responses.at(a, seed).digest() != responses.at(b, seed).digest();
    }

    /** Whether the active changes alone do what all do. */
    private boolean isAllThere(int[] active) {
        final BitSet made = none();
        IntStream.of(active).forEach(made::set);
        measure(List.of(made));
        return LongStream.of(seeds).noneMatch(seed -> differ(made, all(), seed));
    }

    private void measureCombinations(int[] active) {
        final List<BitSet> combinations = new ArrayList<>();
        for (int mask = 0; mask < 1 << active.length; mask++) {
            combinations.add(combination(active, mask));
        }
        measure(combinations);
    }

    private static BitSet combination(int[] active, int mask) {
        final BitSet made = new BitSet();
        for (int player = 0; player < active.length; player++) {
            made.set(active[player], (mask >>> player & 1) != 0);
        }
        return made;
    }

    private boolean hasAllValues(int[] active) {
        return LongStream.of(seeds)
                .allMatch(
                        seed ->
                                IntStream.range(0, 1 << active.length)
                                        .noneMatch(
                                                mask ->
                                                        Double.isNaN(
                                                                responses.value(
                                                                        combination(active, mask),
                                                                        seed))));
    }

    private Attribution exact(int[] active) {
        final double[][] shares = new double[active.length][seeds.length];
        final List<double[]> values = new ArrayList<>();
        for (int s = 0; s < seeds.length; s++) {
            final long seed = seeds[s];
            final double[] game =
                    IntStream.range(0, 1 << active.length)
                            .mapToDouble(mask -> responses.value(combination(active, mask), seed))
                            .toArray();
            values.add(game);
            final double[] ofSeed = ShapleyValues.of(game, active.length);
            for (int player = 0; player < active.length; player++) {
                shares[player][s] = ofSeed[player];
            }
        }
        final List<Interaction> interactions = new ArrayList<>();
        for (int first = 0; first < active.length; first++) {
            for (int second = first + 1; second < active.length; second++) {
                final int a = first;
                final int b = second;
                final double[] effects =
                        values.stream()
                                .mapToDouble(
                                        game ->
                                                ShapleyValues.interaction(
                                                        game, active.length, a, b))
                                .toArray();
                interactions.add(
                        new Interaction(active[first], active[second], Interval.of(effects)));
            }
        }
        return result(active, shares, interactions, 0);
    }

    private Attribution sampled(int[] active) {
        final List<int[]> orders = orders(orderPairs, active);
        final double[][] shares = new double[active.length][orders.size()];
        for (int n = 0; n < orders.size(); n++) {
            final int[] order = orders.get(n);
            final int[] reverse = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                reverse[i] = order[order.length - 1 - i];
            }
            final long seed = seedOf(n);
            final double[] there = marginals(order, seed);
            final double[] back = marginals(reverse, seed);
            for (int player = 0; player < active.length; player++) {
                shares[player][n] = (there[active[player]] + back[active[player]]) / 2;
            }
        }
        return result(active, shares, endInteractions(active, shares), 2 * orders.size());
    }

    /** What each change adds at its place in an order; by change. */
    private double[] marginals(int[] order, long seed) {
        final List<Place> places = new ArrayList<>();
        final BitSet made = none();
        places.add(new Place((BitSet) made.clone(), seed));
        for (final int change : order) {
            made.set(change);
            places.add(new Place((BitSet) made.clone(), seed));
        }
        responses.measure(places);
        final double[] marginals = new double[changeCount];
        for (int i = 0; i < order.length; i++) {
            marginals[order[i]] =
                    responses.value(places.get(i + 1).made(), seed)
                            - responses.value(places.get(i).made(), seed);
        }
        return marginals;
    }

    /** Of the strongest changes only: all pairs would take more runs than everything else. */
    private List<Interaction> endInteractions(int[] active, double[][] shares) {
        final int[] strongest =
                IntStream.range(0, active.length)
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble(
                                        (Integer player) ->
                                                -Math.abs(Interval.of(shares[player]).mean())))
                        .limit(PAIRED_CHANGES)
                        .mapToInt(player -> active[player])
                        .sorted()
                        .toArray();
        return endInteractions(strongest);
    }

    private List<Interaction> endInteractions(int[] active) {
        final List<BitSet> pairs = new ArrayList<>();
        for (final int first : active) {
            for (final int second : active) {
                if (first < second) {
                    pairs.add(with(with(none(), first), second));
                    pairs.add(without(without(all(), first), second));
                }
            }
        }
        measure(pairs);
        final List<Interaction> interactions = new ArrayList<>();
        for (final int first : active) {
            for (final int second : active) {
                if (first < second) {
                    interactions.add(
                            new Interaction(
                                    first,
                                    second,
                                    overSeeds(seed -> endInteraction(first, second, seed))));
                }
            }
        }
        return interactions;
    }

    private double endInteraction(int first, int second, long seed) {
        final double low =
                responses.value(with(with(none(), first), second), seed)
                        - responses.value(with(none(), first), seed)
                        - responses.value(with(none(), second), seed)
                        + responses.value(none(), seed);
        final double high =
                responses.value(all(), seed)
                        - responses.value(without(all(), first), seed)
                        - responses.value(without(all(), second), seed)
                        + responses.value(without(without(all(), first), second), seed);
        return (low + high) / 2;
    }

    private Attribution result(
            int[] active, double[][] shares, List<Interaction> interactions, int orderCount) {
        final BitSet isActive = new BitSet();
        IntStream.of(active).forEach(isActive::set);
        final List<Effect> effects = new ArrayList<>();
        int player = 0;
        for (int change = 0; change < changeCount; change++) {
            final int index = change;
            effects.add(
                    new Effect(
                            change,
                            overSeeds(seed -> step(none(), with(none(), index), seed)),
                            overSeeds(seed -> step(without(all(), index), all(), seed)),
                            isActive.get(change)
                                    ? Interval.of(shares[player++])
                                    : new Interval(0, Double.NaN, 0),
                            isActive.get(change)));
        }
        final Interval difference = overSeeds(seed -> step(none(), all(), seed));
        return new Attribution(
                overSeeds(seed -> responses.value(none(), seed)),
                overSeeds(seed -> responses.value(all(), seed)),
                difference,
                effects,
                named(interactions, difference),
                orderCount == 0,
                active.length,
                2 * seeds.length + SCREENING_ORDERS,
                orderCount,
                responses.count(),
                responses.failedCount());
    }

    private static List<Interaction> named(List<Interaction> all, Interval difference) {
        final double least = Attribution.INTERACTION_SHARE * Math.abs(difference.mean());
        return all.stream()
                .filter(pair -> Math.abs(pair.effect().mean()) > least)
                .filter(pair -> pair.effect().count() < 2 || pair.effect().excludesZero())
                .sorted(
                        Comparator.comparingDouble(
                                (Interaction pair) -> -Math.abs(pair.effect().mean())))
                .toList();
    }

    private double step(BitSet before, BitSet after, long seed) {
        return responses.value(after, seed) - responses.value(before, seed);
    }

    private Interval overSeeds(LongToDoubleFunction value) {
        return Interval.of(LongStream.of(seeds).mapToDouble(value).toArray());
    }

    private static BitSet none() {
        return new BitSet();
    }

    private BitSet all() {
        final BitSet all = new BitSet();
        all.set(0, changeCount);
        return all;
    }

    private static BitSet with(BitSet set, int change) {
        set.set(change);
        return set;
    }

    private static BitSet without(BitSet set, int change) {
        set.clear(change);
        return set;
    }
}
