package io.vlag.engine.config;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A node on its way to becoming a record: each method asks for one type and, when the node is
 * something else, notes a problem and answers empty.
 */
final class Value {
    private static final Pattern INTEGER = Pattern.compile("-?\\d+");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
    private static final int DIGITS_MAX = 30;
    private static final int PATH_MAX = 1_000;
    private static final Map<String, Boolean> FLAGS =
            Map.of("on", true, "off", false, "true", true, "false", false);

    private final YamlNode node;
    private final String path;
    private final Problems problems;

    Value(YamlNode node, String path, Problems problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
    }

    YamlNode node() {
        return node;
    }

    String path() {
        return path;
    }

    SourcePosition position() {
        return node.position();
    }

    Problems problems() {
        return problems;
    }

    /** True for values that came from the command line. */
    boolean isOverride() {
        return node.position().line() == 0;
    }

    void reject(String message) {
        problems.add(node.position(), path, message);
    }

    private <T> Optional<T> rejected(String message) {
        reject(message);
        return Optional.empty();
    }

    /** Text of a scalar; empty without a problem when the node is no scalar. */
    Optional<String> scalar() {
        return node instanceof YamlNode.Scalar scalar && !scalar.isEmpty()
                ? Optional.of(scalar.text())
                : Optional.empty();
    }

    boolean isMapping() {
        return node instanceof YamlNode.Mapping;
    }

    boolean isSequence() {
        return node instanceof YamlNode.Sequence;
    }

    private Optional<String> scalarOr(String wanted) {
        final Optional<String> text = scalar();
        return text.isPresent() ? text : rejected(describe() + "; write " + wanted);
    }

    private String describe() {
        return switch (node) {
            case YamlNode.Scalar scalar ->
                    scalar.isEmpty() ? "has no value" : Texts.quote(scalar.text()) + " is a word";
            case YamlNode.Sequence sequence -> "is a list";
            case YamlNode.Mapping mapping -> "is a mapping";
        };
    }

    Optional<String> text(int lengthMax) {
        return scalarOr("text")
                .filter(
                        text -> {
                            final boolean fits = !text.isBlank() && text.length() <= lengthMax;
                            if (!fits) {
                                reject(
                                        "has "
                                                + text.strip().length()
                                                + " characters; write 1 to "
                                                + lengthMax);
                            }
                            return fits;
                        });
    }

    /** A path, relative to a directory. */
    Optional<Path> path(Path directory) {
        return text(PATH_MAX)
                .flatMap(
                        text -> {
                            try {
                                return Optional.of(directory.resolve(text).normalize());
                            } catch (InvalidPathException e) {
                                return rejected(Texts.quote(text) + " is not a path");
                            }
                        });
    }

    OptionalLong integer(long min, long max) {
        final Optional<String> text = scalarOr("a whole number from " + min + " to " + max);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!INTEGER.matcher(text.get()).matches()) {
            reject(
                    Texts.quote(text.get())
                            + " is not a whole number; write one from "
                            + min
                            + " to "
                            + max);
            return OptionalLong.empty();
        }
        final BigInteger value =
                new BigInteger(text.get().substring(0, Math.min(text.get().length(), DIGITS_MAX)));
        if (value.compareTo(BigInteger.valueOf(min)) < 0
                || value.compareTo(BigInteger.valueOf(max)) > 0) {
            reject(Texts.printable(text.get(), DIGITS_MAX) + " is outside " + min + " to " + max);
            return OptionalLong.empty();
        }
        return OptionalLong.of(value.longValueExact());
    }

    OptionalDouble decimal() {
        final Optional<String> text = scalarOr("a number");
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (!DECIMAL.matcher(text.get()).matches()) {
            reject(Texts.quote(text.get()) + " is not a number; write one such as 0.125 or -20.5");
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Double.parseDouble(text.get()));
    }

    OptionalLong amount(Unit unit, long min, long max) {
        final Optional<String> text =
                scalarOr("an amount from " + unit.format(min) + " to " + unit.format(max));
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        return switch (unit.parse(text.get())) {
            case Unit.Result.Wrong(String message) -> {
                reject(message);
                yield OptionalLong.empty();
            }
            case Unit.Result.Amount(long value) -> {
                if (value < min || value > max) {
                    reject(
                            Texts.printable(text.get(), 40)
                                    + " is outside "
                                    + unit.format(min)
                                    + " to "
                                    + unit.format(max));
                    yield OptionalLong.empty();
                }
                yield OptionalLong.of(value);
            }
        };
    }

    Optional<Boolean> flag() {
        final Optional<String> text = scalarOr("on or off");
        if (text.isPresent() && !FLAGS.containsKey(text.get())) {
            return rejected(Texts.quote(text.get()) + " is not a switch; write on or off");
        }
        return text.map(FLAGS::get);
    }

    /** One of a few words; the map's order is the order of the message. */
    <T> Optional<T> choice(Map<String, T> choices) {
        final Optional<String> text = scalarOr("one of " + String.join(", ", choices.keySet()));
        if (text.isPresent() && !choices.containsKey(text.get())) {
            return rejected(
                    Texts.quote(text.get())
                            + " is not known; choose one of "
                            + String.join(", ", choices.keySet()));
        }
        return text.map(choices::get);
    }

    /**
     * Items of a list; a single value counts as a list of one, and one from the command line is
     * split at commas.
     */
    List<Value> items() {
        return switch (node) {
            case YamlNode.Sequence sequence ->
                    IntStream.range(0, sequence.items().size())
                            .mapToObj(
                                    i ->
                                            new Value(
                                                    sequence.items().get(i),
                                                    path + "[" + i + "]",
                                                    problems))
                            .toList();
            case YamlNode.Scalar scalar when scalar.isEmpty() -> {
                reject("has no value; write a list");
                yield List.of();
            }
            case YamlNode.Scalar scalar when isOverride() ->
                    Stream.of(scalar.text().split(","))
                            .map(
                                    word ->
                                            new Value(
                                                    new YamlNode.Scalar(
                                                            word.strip(),
                                                            scalar.plain(),
                                                            scalar.position()),
                                                    path,
                                                    problems))
                            .toList();
            default -> List.of(this);
        };
    }

    /** The same; no item at all is a problem. */
    List<Value> someItems() {
        final List<Value> items = items();
        if (isSequence() && items.isEmpty()) {
            reject("is an empty list; write at least one");
        }
        return items;
    }

    /** Items of something that must be a list, at least {@code min} of them. */
    List<Value> list(int min) {
        if (!isSequence()) {
            reject(describe() + "; write a list");
            return List.of();
        }
        final List<Value> items = items();
        if (items.size() < min) {
            reject("has " + items.size() + " items; write at least " + min);
        }
        return items;
    }

    /** The value as a mapping with these keys; every other key is a problem. */
    Fields fields(KeySet keys) {
        if (!isMapping()) {
            reject(
                    describe()
                            + "; write a mapping with the keys "
                            + String.join(", ", keys.keys()));
        }
        return new Fields(this, keys);
    }
}
