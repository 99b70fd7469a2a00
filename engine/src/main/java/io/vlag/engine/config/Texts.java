package io.vlag.engine.config;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Small helpers for messages. Everything that came from a file is made printable and short before
 * it is shown.
 */
public final class Texts {
    private static final int QUOTED_MAX = 60;

    private Texts() {}

    /** In double quotes, control characters replaced, cut when long. */
    static String quote(String text) {
        return "\"" + printable(text, QUOTED_MAX) + "\"";
    }

    /**
     * On one line and harmless on a terminal: control and format characters replaced, cut when
     * long.
     */
    public static String printable(String text, int lengthMax) {
        final StringBuilder out = new StringBuilder();
        final int end = Math.min(text.length(), lengthMax);
        for (int i = 0; i < end; i++) {
            final char c = text.charAt(i);
            out.append(
                    Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
                            ? '?'
                            : c);
        }
        return text.length() > lengthMax ? out.append("...").toString() : out.toString();
    }

    /** Appends a key to a dotted path. */
    static String join(String path, String key) {
        final String shown = printable(key, QUOTED_MAX);
        return path.isEmpty() ? shown : path + "." + shown;
    }

    /** {@code a, b or c}. */
    static String or(Collection<String> words) {
        final List<String> list = List.copyOf(words);
        if (list.size() < 2) {
            return String.join("", list);
        }
        return String.join(", ", list.subList(0, list.size() - 1)) + " or " + list.getLast();
    }

    /** The known word that is nearest to a misspelt one, if any is near. */
    static Optional<String> nearest(String word, Collection<String> known) {
        final int worst = Math.max(1, Math.min(word.length(), 12) / 3);
        String best = null;
        int bestDistance = worst + 1;
        for (final String candidate : known) {
            final int distance = distance(word, candidate, bestDistance);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Edit distance with swaps of neighbours, ignoring case; anything from {@code limit} up counts
     * as {@code limit}.
     */
    private static int distance(String left, String right, int limit) {
        if (Math.abs(left.length() - right.length()) >= limit) {
            return limit;
        }
        final int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(left, right, cost, i, j);
            }
        }
        return cost[left.length()][right.length()];
    }

    private static int step(String left, String right, int[][] cost, int i, int j) {
        final boolean same = same(left.charAt(i - 1), right.charAt(j - 1));
        int best =
                Math.min(
                        cost[i - 1][j - 1] + (same ? 0 : 1),
                        1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
                && j > 1
                && same(left.charAt(i - 1), right.charAt(j - 2))
                && same(left.charAt(i - 2), right.charAt(j - 1))) {
            best = Math.min(best, cost[i - 2][j - 2] + 1);
        }
        return best;
    }

    private static boolean same(char left, char right) {
        return Character.toLowerCase(left) == Character.toLowerCase(right);
    }
}
