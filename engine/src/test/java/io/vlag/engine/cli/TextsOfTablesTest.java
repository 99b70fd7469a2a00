package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextsOfTablesTest {
    @Test
    void numbersStandToTheRightAndWordsToTheLeft() {
        final TextTable table = new TextTable().words("a").numbers("bb").words("c");
        table.row(List.of("long", "1", "x"));
        table.row(List.of("s", "1,000", ""));
        final StringBuilder text = new StringBuilder();
        table.appendTo(text);
        assertEquals("a        bb  c\nlong      1  x\ns     1,000\n", text.toString());
    }

    @Test
    void numbersAreRoundedForPeople() {
        assertEquals("1,234.6", Numbers.decimal(1234.56, 1));
        assertEquals("-", Numbers.decimal(Double.NaN, 1));
        assertEquals("-20.5 %", Numbers.percent(-0.2049));
        assertEquals("999", Numbers.rough(999));
        assertEquals("1.5 M", Numbers.rough(1_500_000));
        assertEquals("150 M", Numbers.rough(150_000_000));
        assertEquals("900 ns", Numbers.time(900));
        assertEquals("1.5 us", Numbers.time(1_500));
        assertEquals("2.5 ms", Numbers.time(2_500_000));
        assertEquals("3.00 s", Numbers.time(3e9));
    }

    @Test
    void aRangeIsShownOnlyWhenTheDigitsShownDiffer() {
        assertEquals("±10", Spread.of(100, 110, 120).rangeText(0));
        assertEquals("110", Spread.of(100, 110, 120).meanText(0));
        assertEquals("", Spread.of(1.0001, 1.0002).rangeText(2));
        assertEquals("", Spread.of(1, Double.NaN).rangeText(2));
        assertEquals("-", Spread.of(1, Double.NaN).meanText(2));
    }
}
