package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Looks for the Pareto front of a grid of levels by evolution, as NSGA-II does: of parents and
 * children live on those of the best fronts, and of a front that does not fit those with the most
 * room around them. Everything measured stays in the answer; nothing is measured twice.
 */
public final class ParetoSearch {
    private static final int POPULATION = 40;
    private static final int BARREN_ROUNDS_MAX = 20;

    private final Measurement measurement;
    private final int[] levelCounts;
    private final int seeds;
    private final SearchBudget budget;
    private final SplittableRandom random;
    private final Map<Long, double[]> known = new LinkedHashMap<>();

    private ParetoSearch(
            Measurement measurement,
            int[] levelCounts,
            int seeds,
            SearchBudget budget,
            long drawSeed) {
        this.measurement = measurement;
        this.levelCounts = levelCounts.clone();
        this.seeds = seeds;
        this.budget = budget;
        this.random = new SplittableRandom(drawSeed);
    }

    /**
     * A candidate of the front that was found.
     *
     * @param losses means over the seeds
     */
    public record Found(long candidate, double[] losses) {}

    /**
     * Searches.
     *
     * @param levelCounts of the axes; a candidate is its levels as one number, the last axis the
     *     fastest digit
     * @param seeds of each candidate, 1 to that
     */
    public static List<Found> of(
            Measurement measurement,
            int[] levelCounts,
            int seeds,
            SearchBudget budget,
            long drawSeed) {
        return new ParetoSearch(measurement, levelCounts, seeds, budget, drawSeed).run();
    }

    private List<Found> run() {
        List<Long> population = new ArrayList<>();
        for (int i = 0; i < POPULATION; i++) {
            population.add(randomCandidate());
        }
        population = survivors(measure(population));
        int barrenRounds = 0;
        while (!population.isEmpty() && barrenRounds < BARREN_ROUNDS_MAX) {
            final int before = known.size();
            final List<Long> children = new ArrayList<>();
            for (int i = 0; i < POPULATION; i++) {
                children.add(child(parent(population), parent(population)));
            }
            if (budget.left() < seeds) {
                break;
            }
            final List<Long> all = new ArrayList<>(population);
            all.addAll(measure(children));
            population = survivors(all);
            barrenRounds = known.size() == before ? barrenRounds + 1 : 0;
        }
        final List<Long> candidates = new ArrayList<>(known.keySet());
        return ParetoFront.of(losses(candidates)).stream()
                .map(
                        index ->
                                new Found(
                                        candidates.get(index),
                                        means(candidates.get(index)).clone()))
                .toList();
    }

    /** Measures those that are new, as far as the budget goes; returns those that are known. */
    private List<Long> measure(List<Long> candidates) {
        final List<Long> fresh = new ArrayList<>();
        for (final Long candidate : candidates) {
            if (!known.containsKey(candidate) && !fresh.contains(candidate) && budget.take(seeds)) {
                fresh.add(candidate);
            }
        }
        final long[] numbers = new long[fresh.size() * seeds];
        final long[] ofSeeds = new long[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = fresh.get(i / seeds);
            ofSeeds[i] = 1L + i % seeds;
        }
        final double[][] found = measurement.losses(numbers, ofSeeds);
        for (int i = 0; i < fresh.size(); i++) {
            final double[] mean = new double[found[i * seeds].length];
            for (int seed = 0; seed < seeds; seed++) {
                for (int objective = 0; objective < mean.length; objective++) {
                    mean[objective] += found[i * seeds + seed][objective] / seeds;
                }
            }
            known.put(fresh.get(i), mean);
        }
        return candidates.stream().filter(known::containsKey).distinct().toList();
    }

    private double[][] losses(List<Long> candidates) {
        return candidates.stream().map(this::means).toArray(double[][]::new);
    }

    private double[] means(Long candidate) {
        return Objects.requireNonNull(known.get(candidate));
    }

    /** The population of the next round, the best first. */
    private List<Long> survivors(List<Long> candidates) {
        final List<Long> rest = new ArrayList<>(candidates.stream().distinct().toList());
        final List<Long> survivors = new ArrayList<>();
        while (!rest.isEmpty() && survivors.size() < POPULATION) {
            final double[][] losses = losses(rest);
            final List<Integer> front = ParetoFront.of(losses);
            if (front.isEmpty()) {
                break; // the others failed
            }
            final Map<Integer, Double> room = room(losses, front);
            final List<Long> next =
                    front.stream()
                            .sorted(
                                    Comparator.comparingDouble(
                                            (Integer i) -> -room.getOrDefault(i, 0.0)))
                            .map(rest::get)
                            .toList();
            survivors.addAll(next.subList(0, Math.min(next.size(), POPULATION - survivors.size())));
            rest.removeAll(next);
        }
        return survivors;
    }

    /** Crowding distance: how far apart a point's neighbours are, summed over the objectives. */
    private static Map<Integer, Double> room(double[][] losses, List<Integer> front) {
        final Map<Integer, Double> room = new HashMap<>();
        front.forEach(index -> room.put(index, 0.0));
        for (int objective = 0; objective < losses[0].length; objective++) {
            final int of = objective;
            final List<Integer> order =
                    front.stream()
                            .sorted(Comparator.comparingDouble((Integer i) -> losses[i][of]))
                            .toList();
            final double span = losses[order.getLast()][of] - losses[order.getFirst()][of];
            room.put(order.getFirst(), Double.POSITIVE_INFINITY);
            room.put(order.getLast(), Double.POSITIVE_INFINITY);
            for (int i = 1; i + 1 < order.size() && span > 0; i++) {
                room.merge(
                        order.get(i),
                        (losses[order.get(i + 1)][of] - losses[order.get(i - 1)][of]) / span,
                        Double::sum);
            }
        }
        return room;
    }

    /** The better of two: survivors are in order. */
    private long parent(List<Long> population) {
        final int one = random.nextInt(population.size());
        final int other = random.nextInt(population.size());
        return population.get(Math.min(one, other));
    }

    /** Each level from one of the parents; about one of them moves. */
    private long child(long mother, long father) {
        final int[] levels = levels(mother);
        final int[] others = levels(father);
        for (int axis = 0; axis < levels.length; axis++) {
            if (random.nextBoolean()) {
                levels[axis] = others[axis];
            }
            if (random.nextInt(levels.length) == 0) {
                levels[axis] = moved(levels[axis], levelCounts[axis]);
            }
        }
        return number(levels);
    }

    /** To a neighbour or anywhere. */
    private int moved(int level, int count) {
        return random.nextBoolean()
                ? random.nextInt(count)
                : Math.clamp(level + (random.nextBoolean() ? 1 : -1), 0, count - 1);
    }

    private long randomCandidate() {
        return number(Arrays.stream(levelCounts).map(random::nextInt).toArray());
    }

    private long number(int[] levels) {
        long number = 0;
        for (int axis = 0; axis < levels.length; axis++) {
            number = number * levelCounts[axis] + levels[axis];
        }
        return number;
    }

    private int[] levels(long number) {
        final int[] levels = new int[levelCounts.length];
        long rest = number;
        for (int axis = levels.length - 1; axis >= 0; axis--) {
            levels[axis] = (int) (rest % levelCounts[axis]);
            rest /= levelCounts[axis];
        }
        return levels;
    }
}
