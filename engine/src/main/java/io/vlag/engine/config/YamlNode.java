package io.vlag.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of a YAML file that knows where it was written. Immutable; scalars stay text, so {@code
 * 7.0} never turns into 7.
 */
sealed interface YamlNode {
    SourcePosition position();

    /** Nodes below and including this one, aliases counted as often as they are used. */
    long size();

    /** Levels below and including this one. */
    int height();

    /**
     * A single value.
     *
     * @param plain true without quotes
     */
    record Scalar(String text, boolean plain, SourcePosition position) implements YamlNode {
        @Override
        public long size() {
            return 1;
        }

        @Override
        public int height() {
            return 1;
        }

        boolean isEmpty() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }
    }

    record Sequence(List<YamlNode> items, SourcePosition position, long size, int height)
            implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        Sequence(List<YamlNode> items, SourcePosition position) {
            this(items, position, 1 + sum(items), 1 + highest(items));
        }
    }

    record Mapping(Map<String, Entry> entries, SourcePosition position, long size, int height)
            implements YamlNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        Mapping(Map<String, Entry> entries, SourcePosition position) {
            this(entries, position, 1 + sum(values(entries)), 1 + highest(values(entries)));
        }
    }

    /**
     * One key with its value.
     *
     * @param keyPosition where the key stands
     */
    record Entry(SourcePosition keyPosition, YamlNode value) {}

    private static List<YamlNode> values(Map<String, Entry> entries) {
        return entries.values().stream().map(Entry::value).toList();
    }

    private static int highest(List<YamlNode> nodes) {
        return nodes.stream().mapToInt(YamlNode::height).max().orElse(0);
    }

    private static long sum(List<YamlNode> nodes) {
        long sum = 0;
        for (final YamlNode node : nodes) {
            sum = Math.min(sum + node.size(), Integer.MAX_VALUE);
        }
        return sum;
    }
}
