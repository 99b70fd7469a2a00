package io.vlag.engine.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, two blanks apart; words to the left, numbers to the right. */
final class TextTable {
    private final List<String> heads = new ArrayList<>();
    private final List<Boolean> numeric = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    TextTable words(String head) {
        return column(head, false);
    }

    TextTable numbers(String head) {
        return column(head, true);
    }

    private TextTable column(String head, boolean isNumeric) {
        heads.add(head);
        numeric.add(isNumeric);
        return this;
    }

    void row(List<String> cells) {
        if (cells.size() != heads.size()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells for " + heads.size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void appendTo(StringBuilder out) {
        final int[] widths = new int[heads.size()];
        widen(widths, heads);
        rows.forEach(row -> widen(widths, row));
        line(out, widths, heads);
        rows.forEach(row -> line(out, widths, row));
    }

    private static void widen(int[] widths, List<String> cells) {
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(widths[column], width(cells.get(column)));
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private void line(StringBuilder out, int[] widths, List<String> cells) {
        final StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            final String cell = cells.get(column);
            final String padding = " ".repeat(widths[column] - width(cell));
            line.append(column == 0 ? "" : "  ");
            line.append(numeric.get(column) ? padding + cell : cell + padding);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
