package io.vlag.engine.importer;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Makes untrusted text fit for a message: short, on one line, without control characters. */
final class Shown {
    private static final int CHARS_MAX = 60;

    /**
     * With more known words than this nothing is suggested: a big file of mistakes must not become
     * slow.
     */
    private static final int CANDIDATES_MAX = 200;

    private Shown() {}

    /** The text in double quotes, cut after 60 characters. */
    static String quoted(String text) {
        return '"' + plain(text) + '"';
    }

    /**
     * The text without quotes, cut after 60 characters; anything that is no printable character
     * becomes an escape.
     */
    static String plain(String text) {
        final StringBuilder shown = new StringBuilder();
        int offset = 0;
        while (offset < text.length() && shown.length() < CHARS_MAX) {
            final int codePoint = text.codePointAt(offset);
            appendPrintable(shown, codePoint);
            offset += Character.charCount(codePoint);
        }
        return offset < text.length() ? shown.append("...").toString() : shown.toString();
    }

    /**
     * The dotted path of a key inside its parent; a name that is not a plain word is put in
     * brackets and quotes.
     */
    static String path(String parent, String name) {
        if (!isPlainWord(name)) {
            return parent + "[" + quoted(name) + "]";
        }
        return parent.isEmpty() ? name : parent + "." + name;
    }

    private static boolean isPlainWord(String name) {
        boolean plain = !name.isEmpty() && name.length() <= CHARS_MAX;
        for (int i = 0; plain && i < name.length(); i++) {
            final char c = name.charAt(i);
            plain =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || c == '_'
                            || c == '-';
        }
        return plain;
    }

    /** A hint such as {@code ; did you mean "run"?}, or nothing when no known word is close. */
    static String didYouMean(String word, Collection<String> known) {
        return closest(word, known).map(hit -> "; did you mean " + quoted(hit) + "?").orElse("");
    }

    private static Optional<String> closest(String word, Collection<String> known) {
        if (word.length() > CHARS_MAX || known.size() > CANDIDATES_MAX) {
            return Optional.empty();
        }
        final int distanceMax = Math.min(2, word.length() / 2);
        Optional<String> best = Optional.empty();
        int bestDistance = distanceMax + 1;
        for (String candidate : known) {
            if (Math.abs(candidate.length() - word.length()) > distanceMax) {
                continue;
            }
            final int distance = editDistance(word, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    /**
     * Insertions, deletions, replacements, and swaps of neighbours that turn one word into the
     * other.
     */
    static int editDistance(String from, String to) {
        final int[][] distance = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                final int replace = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int least = Math.min(distance[i - 1][j], distance[i][j - 1]) + 1;
                least = Math.min(least, distance[i - 1][j - 1] + replace);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    least = Math.min(least, distance[i - 2][j - 2] + 1);
                }
                distance[i][j] = least;
            }
        }
        return distance[from.length()][to.length()];
    }

    private static void appendPrintable(StringBuilder shown, int codePoint) {
        final int type = Character.getType(codePoint);
        final boolean printable =
                type != Character.CONTROL
                        && type != Character.FORMAT
                        && type != Character.SURROGATE
                        && type != Character.PRIVATE_USE
                        && type != Character.UNASSIGNED
                        && type != Character.LINE_SEPARATOR
                        && type != Character.PARAGRAPH_SEPARATOR;
        if (printable) {
            shown.appendCodePoint(codePoint);
        } else {
            shown.append(String.format(Locale.ROOT, "\\u{%x}", codePoint));
        }
    }
}
