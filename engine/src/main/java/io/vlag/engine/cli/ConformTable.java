package io.vlag.engine.cli;

import io.vlag.engine.conform.Figure;
import io.vlag.engine.conform.Range;
import io.vlag.engine.conform.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The scorecard for people: a row for each figure, then the totals. */
final class ConformTable {
    private ConformTable() {}

    static String text(List<Figure> figures) {
        final TextTable rows =
                new TextTable()
                        .words("kernel")
                        .words("scenario")
                        .words("figure")
                        .numbers("recorded")
                        .numbers("simulated")
                        .words("tolerance")
                        .words("verdict");
        for (final Figure figure : figures) {
            rows.row(
                    List.of(
                            figure.kernel(),
                            Printable.name(figure.scenario()),
                            Printable.name(figure.figure()),
                            range(figure.recorded()),
                            figure.simulated().map(ConformTable::range).orElse(Numbers.NONE),
                            figure.tolerance(),
                            figure.verdict().words()
                                    + (figure.reason().isEmpty()
                                            ? ""
                                            : ": " + Printable.line(figure.reason()))));
        }
        final TextTable totals =
                new TextTable()
                        .words("CPUs")
                        .numbers("agree")
                        .numbers("disagree")
                        .numbers("agree %")
                        .numbers("not measured");
        totals.row(total("1", figures, figure -> figure.cpuCount() == 1));
        totals.row(total("several", figures, figure -> figure.cpuCount() > 1));
        final StringBuilder out = new StringBuilder();
        rows.appendTo(out);
        out.append('\n');
        totals.appendTo(out);
        return out.toString();
    }

    private static List<String> total(String name, List<Figure> figures, Predicate<Figure> which) {
        final long agree = count(figures, which, Verdict.AGREE);
        final long disagree = count(figures, which, Verdict.DISAGREE);
        return List.of(
                name,
                Long.toString(agree),
                Long.toString(disagree),
                agree + disagree == 0
                        ? Numbers.NONE
                        : Numbers.decimal(100.0 * agree / (agree + disagree), 1),
                Long.toString(count(figures, which, Verdict.NOT_MEASURED)));
    }

    private static long count(List<Figure> figures, Predicate<Figure> which, Verdict verdict) {
        return figures.stream().filter(which).filter(figure -> figure.verdict() == verdict).count();
    }

    private static String range(Range range) {
        final String low = number(range.low());
        final String high = number(range.high());
        return low.equals(high) ? low : low + ".." + high;
    }

    private static String number(double value) {
        final int decimals = Math.abs(value) >= 1_000 ? 0 : Math.abs(value) >= 10 ? 1 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
