package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Values from the command line that replace or add values of a scenario file before it is bound:
 * {@code duration=1s}, {@code kernels=6.6,7.0}, {@code workload.stressNgPipe.instances=2}, {@code
 * published[0].role=prediction}. A value that begins with a bracket or brace is YAML; one that
 * replaces a list is split at commas.
 */
public final class Overrides {
    /** No assignments. */
    public static final Overrides NONE = new Overrides(List.of());

    private static final String OPTION = "--set ";
    private static final Pattern PART =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)((?:\\[\\d{1,6}])*)");
    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]");

    private final List<Assignment> assignments;

    private Overrides(List<Assignment> assignments) {
        this.assignments = List.copyOf(assignments);
    }

    /** One key with its new value; a token is a key, or an index in brackets. */
    private record Assignment(
            SourcePosition position, String path, List<String> tokens, String value) {}

    /** Reads {@code key=value} options; throws with all that are malformed. */
    public static Overrides parse(List<String> options) {
        final List<Assignment> assignments = new ArrayList<>();
        final Problems problems = new Problems("");
        for (final String option : options) {
            final SourcePosition position =
                    SourcePosition.of(OPTION + Texts.printable(option, 200));
            final int equals = option.indexOf('=');
            if (equals <= 0) {
                problems.add(
                        position, "", "is not key=value; write for instance --set duration=1s");
                continue;
            }
            final String path = option.substring(0, equals).strip();
            final List<String> tokens = tokens(path);
            if (tokens.isEmpty()) {
                problems.add(
                        position,
                        "",
                        Texts.quote(path)
                                + " is not a dotted key; write for instance"
                                + " workload.stressNgPipe.instances");
                continue;
            }
            assignments.add(
                    new Assignment(position, path, tokens, option.substring(equals + 1).strip()));
        }
        problems.throwIfAny();
        return new Overrides(assignments);
    }

    private static List<String> tokens(String path) {
        final List<String> tokens = new ArrayList<>();
        for (final String part : path.split("\\.", -1)) {
            final Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                return List.of();
            }
            tokens.add(matcher.group(1));
            final Matcher index = INDEX.matcher(matcher.group(2));
            while (index.find()) {
                tokens.add(index.group());
            }
        }
        return tokens;
    }

    /** Applies all in order; what does not fit becomes a problem. */
    YamlNode applyTo(YamlNode root, Problems problems) {
        YamlNode node = root;
        for (final Assignment assignment : assignments) {
            node = set(node, assignment, 0, problems);
        }
        return node;
    }

    private static YamlNode set(
            YamlNode node, Assignment assignment, int depth, Problems problems) {
        if (depth == assignment.tokens().size()) {
            return newValue(node, assignment, problems);
        }
        final String token = assignment.tokens().get(depth);
        final boolean index = token.startsWith("[");
        if (!index && node instanceof YamlNode.Mapping mapping) {
            return setKey(mapping, token, assignment, depth, problems);
        }
        if (index && node instanceof YamlNode.Sequence sequence) {
            return setItem(sequence, token, assignment, depth, problems);
        }
        problems.add(
                assignment.position(),
                assignment.path(),
                String.join(".", assignment.tokens().subList(0, depth))
                        + " is not a "
                        + (index ? "list" : "mapping")
                        + " in the file, so "
                        + token
                        + " has no place in it");
        return node;
    }

    private static YamlNode setKey(
            YamlNode.Mapping mapping,
            String key,
            Assignment assignment,
            int depth,
            Problems problems) {
        final Map<String, YamlNode.Entry> entries = new LinkedHashMap<>(mapping.entries());
        final YamlNode.Entry old = entries.get(key);
        final YamlNode below = old == null ? absent(assignment, depth) : old.value();
        final SourcePosition keyPosition = old == null ? assignment.position() : old.keyPosition();
        entries.put(
                key, new YamlNode.Entry(keyPosition, set(below, assignment, depth + 1, problems)));
        return new YamlNode.Mapping(entries, mapping.position());
    }

    private static YamlNode absent(Assignment assignment, int depth) {
        return depth + 1 == assignment.tokens().size()
                ? new YamlNode.Scalar("", true, assignment.position())
                : new YamlNode.Mapping(Map.of(), assignment.position());
    }

    private static YamlNode setItem(
            YamlNode.Sequence sequence,
            String token,
            Assignment assignment,
            int depth,
            Problems problems) {
        final int index = Integer.parseInt(token.substring(1, token.length() - 1));
        if (index >= sequence.items().size()) {
            problems.add(
                    assignment.position(),
                    assignment.path(),
                    "there is no item " + token + "; the list has " + sequence.items().size());
            return sequence;
        }
        final List<YamlNode> items = new ArrayList<>(sequence.items());
        items.set(index, set(items.get(index), assignment, depth + 1, problems));
        return new YamlNode.Sequence(items, sequence.position());
    }

    private static YamlNode newValue(YamlNode old, Assignment assignment, Problems problems) {
        final String value = assignment.value();
        if (value.startsWith("[") || value.startsWith("{")) {
            return problems.collect(
                            () -> YamlParser.parse(assignment.position().file(), value, problems))
                    .map(parsed -> moved(parsed, assignment.position()))
                    .orElse(old);
        }
        if (old instanceof YamlNode.Sequence) {
            final List<YamlNode> items =
                    Stream.of(value.split(","))
                            .map(
                                    word ->
                                            (YamlNode)
                                                    new YamlNode.Scalar(
                                                            word.strip(),
                                                            true,
                                                            assignment.position()))
                            .toList();
            return new YamlNode.Sequence(items, assignment.position());
        }
        return new YamlNode.Scalar(value, true, assignment.position());
    }

    /**
     * The same nodes, all at the option's position: a line number inside an option would only
     * puzzle.
     */
    private static YamlNode moved(YamlNode node, SourcePosition position) {
        return switch (node) {
            case YamlNode.Scalar scalar ->
                    new YamlNode.Scalar(scalar.text(), scalar.plain(), position);
            case YamlNode.Sequence sequence ->
                    new YamlNode.Sequence(
                            sequence.items().stream().map(item -> moved(item, position)).toList(),
                            position);
            case YamlNode.Mapping mapping -> {
                final Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
                mapping.entries()
                        .forEach(
                                (key, entry) ->
                                        entries.put(
                                                key,
                                                new YamlNode.Entry(
                                                        position, moved(entry.value(), position))));
                yield new YamlNode.Mapping(entries, position);
            }
        };
    }
}
