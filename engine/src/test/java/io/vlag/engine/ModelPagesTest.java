package io.vlag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of docs/model: the index lists all of them, those of a mechanism have its functions,
 * kernels, code, verification, formula, rounding and deviations, and every link of docs leads
 * somewhere.
 */
class ModelPagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path MODEL = ROOT.resolve("docs").resolve("model");
    private static final Pattern ROW =
            Pattern.compile("\\| \\[[^]]+]\\(([a-z0-9-]+\\.md)\\) \\|.*");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");
    private static final Pattern CLASS = Pattern.compile("[`.]([A-Z][a-z][A-Za-z]*)(?=[`.])");

    @Test
    void theIndexListsEveryPage() {
        final Set<String> listed = new TreeSet<>(mechanisms());
        listed.addAll(otherPages());
        final Set<String> pages = new TreeSet<>();
        for (Path page : filesBelow(MODEL, ".md")) {
            pages.add(page.getFileName().toString());
        }
        pages.remove("README.md");
        assertEquals(pages, listed);
    }

    @Test
    void aMechanismsPageHasAllOfItsPoints() {
        final List<String> problems = new ArrayList<>();
        assertTrue(mechanisms().size() > 30, "mechanisms " + mechanisms());
        for (String page : mechanisms()) {
            final String text = read(MODEL.resolve(page));
            for (String point : List.of("functions", "kernels", "code", "verified")) {
                if (!text.contains("\n| " + point + " | ")) {
                    problems.add(page + ": no " + point);
                }
            }
            for (String section : List.of("Rounding", "Deviations")) {
                if (!Pattern.compile("\n## " + section + "\n[^#\n]").matcher(text).find()) {
                    problems.add(page + ": no section " + section);
                }
            }
            final String body = text.substring(text.indexOf("\n## "));
            if (!body.contains("\n    ") && !body.contains("\n|")) {
                problems.add(page + ": neither a formula nor a table of rules");
            }
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void theCodeThatAPageNamesIsThere() {
        final Set<String> classes =
                filesBelow(ROOT, ".java").stream()
                        .map(file -> file.getFileName().toString().replace(".java", ""))
                        .collect(Collectors.toSet());
        final List<String> problems = new ArrayList<>();
        for (String page : mechanisms()) {
            for (String line : read(MODEL.resolve(page)).split("\n")) {
                if (line.startsWith("| code |")) {
                    final Matcher named = CLASS.matcher(line);
                    while (named.find()) {
                        if (!classes.contains(named.group(1))) {
                            problems.add(page + ": no class " + named.group(1));
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void everyLinkLeadsSomewhere() {
        final List<String> problems = new ArrayList<>();
        int count = 0;
        final List<Path> pages = new ArrayList<>(filesBelow(ROOT.resolve("docs"), ".md"));
        pages.add(ROOT.resolve("README.md"));
        for (Path page : pages) {
            final Matcher link = LINK.matcher(read(page));
            while (link.find()) {
                count++;
                final Path target =
                        link.group(1).isEmpty()
                                ? page
                                : page.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target)) {
                    problems.add(ROOT.relativize(page) + ": no " + link.group(1));
                } else if (link.group(2) != null && !anchors(target).contains(link.group(2))) {
                    problems.add(ROOT.relativize(page) + ": no " + link.group());
                }
            }
        }
        assertEquals(List.of(), problems);
        assertTrue(count > 100, "links " + count);
    }

    /** Pages of the index's first table. */
    private static List<String> mechanisms() {
        return rows(0);
    }

    private static List<String> otherPages() {
        return rows(1);
    }

    private static List<String> rows(int table) {
        final List<String> pages = new ArrayList<>();
        int at = -1;
        for (String line : read(MODEL.resolve("README.md")).split("\n")) {
            if (line.startsWith("|---")) {
                at++;
            }
            final Matcher row = ROW.matcher(line);
            if (at == table && row.matches()) {
                pages.add(row.group(1));
            }
        }
        return pages;
    }

    /** Headings as they are linked: lower case, without punctuation, dashes for spaces. */
    private static Set<String> anchors(Path page) {
        final Set<String> anchors = new TreeSet<>();
        for (String line : read(page).split("\n")) {
            if (line.startsWith("#")) {
                anchors.add(
                        line.replaceFirst("^#+ ", "")
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                                .replace(' ', '-'));
            }
        }
        return anchors;
    }

    /** Of the sources, not of what a build makes of them. */
    private static List<Path> filesBelow(Path directory, String ending) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
