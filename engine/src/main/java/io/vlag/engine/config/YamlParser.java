package io.vlag.engine.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds {@link YamlNode}s from parser events. Works on events and not on the library's own
 * objects, so nothing is ever constructed from a tag, and depth and alias expansion are bounded
 * before anything recurses.
 */
final class YamlParser {
    /** Largest file, bytes. */
    static final int BYTES_MAX = 1 << 20;

    /** Deepest nesting. */
    static final int DEPTH_MAX = 40;

    /** Most nodes once aliases are expanded. */
    static final int NODES_MAX = 500_000;

    private final String file;
    private final Iterator<Event> events;
    private final Problems problems;
    private final Map<Anchor, YamlNode> anchors = new HashMap<>();

    private YamlParser(String file, String text, Problems problems) {
        this.file = file;
        this.problems = problems;
        final LoadSettings settings =
                LoadSettings.builder().setLabel(file).setCodePointLimit(BYTES_MAX + 1).build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /**
     * Reads a file; throws when it is no YAML at all, and adds lesser problems such as duplicate
     * keys.
     */
    static YamlNode parse(Path path, Problems problems) {
        final String file = path.toString();
        final byte[] bytes;
        try (var stream = Files.newInputStream(path)) {
            bytes = stream.readNBytes(BYTES_MAX + 1);
        } catch (NoSuchFileException e) {
            throw new ConfigException(SourcePosition.of(file), "", "there is no such file");
        } catch (IOException e) {
            throw new ConfigException(SourcePosition.of(file), "", "cannot be read (" + e + ")");
        }
        if (bytes.length > BYTES_MAX) {
            throw new ConfigException(
                    SourcePosition.of(file),
                    "",
                    "is larger than " + BYTES_MAX + " bytes; split it");
        }
        try {
            final String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return parse(file, text, problems);
        } catch (CharacterCodingException e) {
            throw new ConfigException(SourcePosition.of(file), "", "is not UTF-8 text");
        }
    }

    /** The same for text that is at hand. */
    static YamlNode parse(String file, String text, Problems problems) {
        try {
            return new YamlParser(file, text, problems).document();
        } catch (MarkedYamlEngineException e) {
            final SourcePosition position =
                    e.getProblemMark()
                            .map(mark -> position(file, mark))
                            .orElse(SourcePosition.of(file));
            throw new ConfigException(
                    position, "", "is not YAML: " + Texts.printable(e.getProblem(), 200));
        } catch (YamlEngineException e) {
            throw new ConfigException(
                    SourcePosition.of(file),
                    "",
                    "is not YAML: " + Texts.printable(String.valueOf(e.getMessage()), 200));
        }
    }

    private YamlNode document() {
        next(); // stream start
        if (next().getEventId() == Event.ID.StreamEnd) {
            throw new ConfigException(SourcePosition.of(file), "", "is empty");
        }
        final YamlNode root = node(next(), "", 0);
        next(); // document end
        final Event after = next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw new ConfigException(
                    position(after), "", "has a second document; write one document a file");
        }
        return root;
    }

    private YamlNode node(Event event, String path, int depth) {
        final SourcePosition position = position(event);
        if (depth > DEPTH_MAX) {
            throw tooDeep(position);
        }
        final YamlNode node =
                switch (event) {
                    case AliasEvent alias -> {
                        final YamlNode target = anchors.get(alias.getAlias());
                        if (target == null) {
                            throw new ConfigException(
                                    position,
                                    path,
                                    "*"
                                            + alias.getAlias().getValue()
                                            + " names no anchor written before it");
                        }
                        if (depth + target.height() > DEPTH_MAX) {
                            throw tooDeep(position);
                        }
                        yield target;
                    }
                    case ScalarEvent scalar -> {
                        rejectTag(scalar.getTag(), position, path);
                        yield new YamlNode.Scalar(scalar.getValue(), scalar.isPlain(), position);
                    }
                    case MappingStartEvent mapping -> mapping(mapping, position, path, depth);
                    case CollectionStartEvent sequence -> sequence(sequence, position, path, depth);
                    default ->
                            throw new ConfigException(
                                    position,
                                    path,
                                    "is not YAML: unexpected " + event.getEventId());
                };
        if (node.size() > NODES_MAX) {
            throw new ConfigException(
                    position,
                    path,
                    "has more than " + NODES_MAX + " values once aliases are expanded");
        }
        if (event instanceof NodeEvent anchored && !(event instanceof AliasEvent)) {
            anchored.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        }
        return node;
    }

    private static ConfigException tooDeep(SourcePosition position) {
        return new ConfigException(position, "", "is nested deeper than " + DEPTH_MAX + " levels");
    }

    private YamlNode sequence(
            CollectionStartEvent start, SourcePosition position, String path, int depth) {
        rejectTag(start.getTag(), position, path);
        final List<YamlNode> items = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(node(event, path + "[" + items.size() + "]", depth + 1));
        }
        return new YamlNode.Sequence(items, position);
    }

    private YamlNode mapping(
            MappingStartEvent start, SourcePosition position, String path, int depth) {
        rejectTag(start.getTag(), position, path);
        final Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            final SourcePosition keyPosition = position(event);
            if (!(event instanceof ScalarEvent key)) {
                throw new ConfigException(keyPosition, path, "has a key that is not plain text");
            }
            final String name = key.getValue();
            final String keyPath = Texts.join(path, name);
            final YamlNode value = node(next(), keyPath, depth + 1);
            final YamlNode.Entry earlier =
                    entries.putIfAbsent(name, new YamlNode.Entry(keyPosition, value));
            if (earlier != null) {
                problems.add(
                        keyPosition,
                        keyPath,
                        "is written twice, first in line "
                                + earlier.keyPosition().line()
                                + "; remove one");
            }
        }
        return new YamlNode.Mapping(entries, position);
    }

    private void rejectTag(Optional<String> tag, SourcePosition position, String path) {
        tag.filter(name -> !name.equals("!"))
                .ifPresent(
                        name ->
                                problems.add(
                                        position,
                                        path,
                                        "has the tag " + Texts.quote(name) + "; remove it"));
    }

    private Event next() {
        return events.next();
    }

    private SourcePosition position(Event event) {
        return event.getStartMark()
                .map(mark -> position(file, mark))
                .orElse(SourcePosition.of(file));
    }

    private static SourcePosition position(String file, Mark mark) {
        return new SourcePosition(file, mark.getLine() + 1, mark.getColumn() + 1);
    }
}
