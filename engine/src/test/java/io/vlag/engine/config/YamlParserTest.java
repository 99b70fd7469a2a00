package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlParserTest {
    @TempDir private Path directory;

    private static YamlNode parse(String text) {
        final Problems problems = new Problems("f");
        final YamlNode node = YamlParser.parse("f", text, problems);
        problems.throwIfAny();
        return node;
    }

    private static String problemOf(String text) {
        return assertThrows(ConfigException.class, () -> parse(text)).getMessage();
    }

    @Test
    void everyNodeKnowsItsLineAndColumn() {
        final YamlNode.Mapping root =
                assertInstanceOf(YamlNode.Mapping.class, parse("a: 1\nb:\n  - x\n  - {c: d}\n"));
        assertEquals("f:2:1", root.entries().get("b").keyPosition().toString());
        final YamlNode.Sequence list =
                assertInstanceOf(YamlNode.Sequence.class, root.entries().get("b").value());
        assertEquals("f:3:5", list.items().get(0).position().toString());
        final YamlNode.Mapping inner =
                assertInstanceOf(YamlNode.Mapping.class, list.items().get(1));
        assertEquals("f:4:9", inner.entries().get("c").value().position().toString());
        assertEquals(6, root.size());
        assertEquals(4, root.height());
    }

    @Test
    void scalarsStayText() {
        final YamlNode.Mapping root =
                assertInstanceOf(YamlNode.Mapping.class, parse("a: 7.0\nb: on\nc: ~\nd: \"~\""));
        assertEquals("7.0", ((YamlNode.Scalar) root.entries().get("a").value()).text());
        assertEquals("on", ((YamlNode.Scalar) root.entries().get("b").value()).text());
        assertTrue(((YamlNode.Scalar) root.entries().get("c").value()).isEmpty());
        assertEquals(false, ((YamlNode.Scalar) root.entries().get("d").value()).isEmpty());
    }

    @Test
    void duplicateKeysAreAllNamed() {
        assertEquals(
                "f:3:1 a: is written twice, first in line 1; remove one"
                        + System.lineSeparator()
                        + "f:4:11 b.c: is written twice, first in line 4; remove one",
                problemOf("a: 1\nx: 2\na: 3\nb: {c: 1, c: 2}"));
    }

    @Test
    void anEmptyFileIsNoScenario() {
        assertEquals("f: is empty", problemOf(""));
        assertEquals("f: is empty", problemOf("# only a comment\n"));
    }

    @Test
    void aSecondDocumentIsNotIgnored() {
        assertEquals(
                "f:2:1: has a second document; write one document a file",
                problemOf("a: 1\n---\nb: 2\n"));
    }

    @Test
    void brokenYamlNamesTheLine() {
        assertTrue(
                problemOf("a: 1\nb: [1, 2\nc: 3\n").startsWith("f:3:2: is not YAML: "),
                problemOf("a: 1\nb: [1, 2\nc: 3\n"));
    }

    @Test
    void tagsConstructNothing() {
        assertEquals(
                "f:1:4 a: has the tag \"tag:yaml.org,2002:java.net.URL\"; remove it",
                problemOf("a: !!java.net.URL [\"http://localhost\"]"));
    }

    @Test
    void nestingIsBounded() {
        final int deep = 20_000;
        assertEquals(
                "f:1:42: is nested deeper than 40 levels",
                problemOf("[".repeat(deep) + "1" + "]".repeat(deep)));
    }

    @Test
    void nestingThroughAliasesIsBoundedToo() {
        final StringBuilder text = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 200; i++) {
            text.append("a%d: &a%d [*a%d]%n".formatted(i, i, i - 1));
        }
        assertEquals("f:39:12: is nested deeper than 40 levels", problemOf(text.toString()));
    }

    @Test
    void aliasExpansionIsBounded() {
        final StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            text.append(
                    "a%d: &a%d [%s]%n"
                            .formatted(
                                    i,
                                    i,
                                    String.join(
                                            ", ",
                                            java.util.Collections.nCopies(10, "*a" + (i - 1)))));
        }
        assertEquals(
                "f:6:5 a5: has more than 500000 values once aliases are expanded",
                problemOf(text.toString()));
    }

    @Test
    void anAliasNeedsItsAnchorBefore() {
        assertEquals(
                "f:1:4 a: *b names no anchor written before it", problemOf("a: *b\nb: &b 1\n"));
        assertEquals("f:1:8 a[0]: *b names no anchor written before it", problemOf("a: &b [*b]\n"));
    }

    @Test
    void anAliasIsTheNodeItNames() {
        final YamlNode.Mapping root =
                assertInstanceOf(YamlNode.Mapping.class, parse("a: &x {k: v}\nb: *x\n"));
        assertEquals(root.entries().get("a").value(), root.entries().get("b").value());
    }

    @Test
    void filesAreBounded() throws Exception {
        final Path file = directory.resolve("big.yaml");
        Files.writeString(file, "#".repeat(YamlParser.BYTES_MAX + 1));
        assertEquals(
                List.of("big.yaml: is larger than 1048576 bytes; split it"),
                ConfigFixture.problems(directory, () -> YamlParser.parse(file, new Problems("f"))));
    }

    @Test
    void filesMustBeThereAndUtf8() throws Exception {
        final Path file = directory.resolve("x.yaml");
        assertEquals(
                List.of("x.yaml: there is no such file"),
                ConfigFixture.problems(directory, () -> YamlParser.parse(file, new Problems("f"))));
        Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff});
        assertEquals(
                List.of("x.yaml: is not UTF-8 text"),
                ConfigFixture.problems(directory, () -> YamlParser.parse(file, new Problems("f"))));
    }

    @Test
    void keysMustBeText() {
        assertEquals("f:1:3: has a key that is not plain text", problemOf("? [a]\n: 1\n"));
    }
}
