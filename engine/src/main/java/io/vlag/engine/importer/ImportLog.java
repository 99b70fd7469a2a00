package io.vlag.engine.importer;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.SourcePosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one import has to say: problems that refuse the file, and notes for the user when there are
 * none.
 */
final class ImportLog {
    /** A file with more problems than this is told how many more there are. */
    static final int PROBLEMS_MAX = 1_000;

    /** Of notes of one kind so many are spelled out. */
    static final int NOTES_OF_A_KIND_MAX = 8;

    private static final Comparator<Problem> FILE_ORDER =
            Comparator.comparingInt((Problem problem) -> problem.position().line())
                    .thenComparingInt(problem -> problem.position().column());

    /** So many times a known word is looked for; a big file of mistakes must not become slow. */
    private static final int HINTS_MAX = 200;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, List<String>> notesByKind = new LinkedHashMap<>();
    private final Map<String, Set<String>> notesLeftOut = new LinkedHashMap<>();
    private long problemsLeftOut;
    private int hintCount;

    ImportLog(String file) {
        this.file = file;
    }

    void problem(SourcePosition at, String key, String message) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(new Problem(at, key, message));
        } else {
            problemsLeftOut++;
        }
    }

    /** How many problems there are so far. */
    long problemCount() {
        return problems.size() + problemsLeftOut;
    }

    /** Adds a note; the kind groups notes that say the same of different threads. */
    void note(String kind, String text) {
        final List<String> notes = notesByKind.computeIfAbsent(kind, _ -> new ArrayList<>());
        if (notes.contains(text)) {
            return;
        }
        if (notes.size() < NOTES_OF_A_KIND_MAX) {
            notes.add(text);
        } else {
            notesLeftOut.computeIfAbsent(kind, _ -> new HashSet<>()).add(text);
        }
    }

    /**
     * A hint at the known word that was probably meant; nothing when there is none or after 200
     * hints.
     */
    String hint(String word, Collection<String> known) {
        return hintCount++ < HINTS_MAX ? Shown.didYouMean(word, known) : "";
    }

    /** Every note; per kind at most eight and how many more there were. */
    List<String> notes() {
        final List<String> all = new ArrayList<>();
        notesByKind.forEach(
                (kind, notes) -> {
                    all.addAll(notes);
                    final int more = notesLeftOut.getOrDefault(kind, Set.of()).size();
                    if (more > 0) {
                        all.add(kind + ": " + more + " more notes like the one before");
                    }
                });
        return all;
    }

    /** All problems so far and this last one, after which reading on makes no sense. */
    ConfigException fatal(SourcePosition at, String key, String message) {
        final List<Problem> all = inFileOrder();
        all.add(new Problem(at, key, message));
        return new ConfigException(all);
    }

    void throwIfProblems() {
        if (!problems.isEmpty()) {
            throw new ConfigException(inFileOrder());
        }
    }

    private List<Problem> inFileOrder() {
        final List<Problem> all = new ArrayList<>(problems);
        all.sort(FILE_ORDER);
        if (problemsLeftOut > 0) {
            all.add(
                    new Problem(
                            SourcePosition.of(file),
                            "",
                            problemsLeftOut
                                    + " more problems are not listed; correct those above first"));
        }
        return all;
    }
}
