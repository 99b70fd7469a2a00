package io.vlag.engine.cli;

import io.vlag.engine.conform.Control;
import java.util.List;
import java.util.function.Predicate;

/** Negative controls for people: a row for each that is not told apart, then the totals. */
final class ControlsTable {
    private ControlsTable() {}

    static String text(List<Control> controls) {
        final TextTable rows =
                new TextTable()
                        .words("recorded")
                        .words("scenario")
                        .words("simulated")
                        .words("scenario")
                        .words("not told apart; the recordings differ in");
        controls.stream()
                .filter(control -> !control.isToldApart())
                .forEach(
                        control ->
                                rows.row(
                                        List.of(
                                                control.kernel(),
                                                Printable.name(control.scenario()),
                                                control.otherKernel(),
                                                Printable.name(control.otherScenario()),
                                                Printable.line(
                                                        String.join(", ", control.differing())))));
        final TextTable totals =
                new TextTable()
                        .words("other")
                        .words("CPUs")
                        .numbers("controls")
                        .numbers("told apart")
                        .numbers("%");
        totals.row(total("kernel", "1", controls, c -> !c.isOfFlags() && c.cpuCount() == 1));
        totals.row(total("flags", "1", controls, c -> c.isOfFlags() && c.cpuCount() == 1));
        totals.row(total("any", "1", controls, c -> c.cpuCount() == 1));
        totals.row(total("any", "several", controls, c -> c.cpuCount() > 1));
        final StringBuilder out = new StringBuilder();
        rows.appendTo(out);
        out.append('\n');
        totals.appendTo(out);
        return out.toString();
    }

    private static List<String> total(
            String other, String cpus, List<Control> controls, Predicate<Control> which) {
        final long all = controls.stream().filter(which).count();
        final long apart = controls.stream().filter(which).filter(Control::isToldApart).count();
        return List.of(
                other,
                cpus,
                Long.toString(all),
                Long.toString(apart),
                all == 0 ? Numbers.NONE : Numbers.decimal(100.0 * apart / all, 1));
    }
}
