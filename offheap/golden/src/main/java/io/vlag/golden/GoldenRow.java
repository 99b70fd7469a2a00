package io.vlag.golden;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One row of a recording. A replay reads its inputs by the column's name and states what it got;
 * every difference is noted. Invalid after the replay returned.
 */
public final class GoldenRow {
    private final Map<String, Integer> columns;
    private final Set<String> unread;
    private int number;
    private String[] cells = {};
    private String difference = "";

    GoldenRow(Map<String, Integer> columns) {
        this.columns = columns;
        this.unread = new HashSet<>(columns.keySet());
    }

    void set(int newNumber, String[] newCells) {
        number = newNumber;
        cells = newCells;
        difference = "";
        if (cells.length != columns.size()) {
            note("%d cells, header has %d".formatted(cells.length, columns.size()));
        }
    }

    /** Position below the header, from 1. */
    public int number() {
        return number;
    }

    /** Names of all columns. */
    public Set<String> columns() {
        return columns.keySet();
    }

    /** A cell as it is. */
    public String word(String column) {
        final Integer index = columns.get(column);
        if (index == null) {
            throw new IllegalArgumentException("no column " + column);
        }
        unread.remove(column);
        return index < cells.length ? cells[index] : "";
    }

    /** A cell's value; unsigned 64-bit values wrap into the sign. */
    public long number(String column) {
        final String word = word(column);
        return word.startsWith("-") ? Long.parseLong(word) : Long.parseUnsignedLong(word);
    }

    /** A cell that fits 32 bits, signed or unsigned. */
    public int int32(String column) {
        return (int) number(column);
    }

    public boolean flag(String column) {
        return number(column) != 0;
    }

    /** Numbers separated by bars; none in an empty cell. */
    public long[] numbers(String column) {
        final String word = word(column);
        if (word.isEmpty()) {
            return new long[0];
        }
        return List.of(word.split("\\|", -1)).stream().mapToLong(Long::parseLong).toArray();
    }

    /** States a result; 64 bits are compared, signed or not. */
    public void expect(String column, long got) {
        if (word(column).isEmpty() || number(column) != got) {
            expectWord(column, Long.toString(got));
        }
    }

    public void expect(String column, boolean got) {
        expect(column, got ? 1 : 0);
    }

    /** States a result that is compared as text. */
    public void expectWord(String column, String got) {
        if (!word(column).equals(got)) {
            note("column %s: expected %s, got %s".formatted(column, word(column), got));
        }
    }

    /** The first difference; empty while there is none. */
    public String difference() {
        return difference;
    }

    /** Columns that say nothing a model could compute, such as the number of a row. */
    public void ignore(String... names) {
        for (String column : names) {
            word(column);
        }
    }

    /** Columns that no row has been asked for. */
    Set<String> unread() {
        return unread;
    }

    void note(String text) {
        if (difference.isEmpty()) {
            difference = text;
        }
    }

    String text() {
        return String.join(",", cells);
    }
}
