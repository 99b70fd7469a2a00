package io.vlag.engine.importer;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SourcePosition;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * The tokens of one JSON text in the order of the file, with their positions. Reads what people
 * write: C and C++ comments, a comma after the last element, and keys that repeat inside one
 * object. There is no tree: it would lose the repeated keys, their order and every position.
 *
 * <p>Broken JSON and a text nested too deep end the import with a {@link ConfigException}.
 */
final class JsonTokens implements AutoCloseable {
    /** Objects and lists inside one another. */
    static final int DEPTH_MAX = 32;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_MAX)
                                    .maxNameLength(RtAppImporter.FILE_BYTES_MAX)
                                    .maxStringLength(RtAppImporter.FILE_BYTES_MAX)
                                    .maxNumberLength(RtAppImporter.FILE_BYTES_MAX)
                                    .build())
                    .build();

    private final String file;
    private final ImportLog log;
    private final JsonParser parser;

    JsonTokens(String file, String text, ImportLog log) {
        this.file = file;
        this.log = log;
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** Moves to the next token; false at the end of the text. */
    boolean advance() {
        try {
            if (parser.nextToken() == null) {
                return false;
            }
            // Strings are decoded late otherwise, and a broken one would fail outside this method.
            parser.finishToken();
            return true;
        } catch (StreamConstraintsException tooDeep) {
            throw log.fatal(
                    position(parser.currentLocation()),
                    "",
                    "objects and lists are nested deeper than "
                            + DEPTH_MAX
                            + " levels; no workload needs that, remove the nesting");
        } catch (JacksonException broken) {
            throw log.fatal(position(broken.getLocation()), "", brokenJson(broken));
        }
    }

    /** Inside an object: moves to the next key; false at the end of the object. */
    boolean advanceToKey() {
        require(advance());
        return parser.currentToken() == JsonToken.PROPERTY_NAME;
    }

    /** On a key: moves to its value. */
    void advanceToValue() {
        require(advance());
    }

    /** Inside a list: moves to the next element; false at the end of the list. */
    boolean advanceToElement() {
        require(advance());
        return parser.currentToken() != JsonToken.END_ARRAY;
    }

    /** The key the parser stands on or inside of. */
    String key() {
        final String name = parser.currentName();
        return name == null ? "" : name;
    }

    boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    boolean isList() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    boolean isString() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    boolean isNumber() {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                || parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT;
    }

    boolean isTrue() {
        return parser.currentToken() == JsonToken.VALUE_TRUE;
    }

    /** The text of a string, a number or a word; empty for an object or a list. */
    String text() {
        return isObject() || isList() ? "" : parser.getString();
    }

    /** The value as a message shows it. */
    String shown() {
        if (isObject()) {
            return "an object";
        }
        if (isList()) {
            return "a list";
        }
        return isString() ? Shown.quoted(text()) : Shown.plain(text());
    }

    /** Leaves the value the parser stands on, with all that is inside it. */
    void skip() {
        int depth = 0;
        do {
            if (parser.currentToken().isStructStart()) {
                depth++;
            } else if (parser.currentToken().isStructEnd()) {
                depth--;
            }
            if (depth > 0) {
                require(advance());
            }
        } while (depth > 0);
    }

    /** Where the token begins. */
    SourcePosition at() {
        return position(parser.currentTokenLocation());
    }

    @Override
    public void close() {
        parser.close();
    }

    private void require(boolean moved) {
        if (!moved) {
            throw log.fatal(
                    position(parser.currentLocation()), "", "the file ends too early; complete it");
        }
    }

    private SourcePosition position(TokenStreamLocation location) {
        return new SourcePosition(
                file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    private static String brokenJson(JacksonException broken) {
        final String reason = broken.getOriginalMessage().lines().findFirst().orElse("");
        final StringBuilder shown = new StringBuilder("not JSON: ");
        reason.codePoints()
                .limit(200)
                .forEach(
                        codePoint ->
                                shown.append(
                                        codePoint < ' ' || codePoint > '~'
                                                ? String.format(Locale.ROOT, "\\u{%x}", codePoint)
                                                : Character.toString(codePoint)));
        return shown.append("; correct the text there").toString();
    }
}
