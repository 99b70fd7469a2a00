package io.vlag.engine.cli;

import io.vlag.engine.sweep.RunName;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines to copy into a shell. */
final class ReplayCommand {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ReplayCommand() {}

    static String of(List<String> args) {
        return "vlag " + args.stream().map(ReplayCommand::quoted).collect(Collectors.joining(" "));
    }

    /** The command that does one run of a command again. */
    static String of(RunOptions options, RunName run) {
        final List<String> args = new ArrayList<>(List.of("run", options.scenario));
        options.sets.forEach(set -> args.addAll(List.of("--set", set)));
        if (options.machine != null) {
            args.addAll(List.of("--machine", options.machine));
        }
        if (options.duration != null) {
            args.addAll(List.of("--duration", options.duration));
        }
        args.addAll(List.of("--kernel", run.kernel(), "--variant", run.variant()));
        if (!run.workloadCase().isEmpty()) {
            args.addAll(List.of("--case", run.workloadCase()));
        }
        args.addAll(List.of("--seed", Long.toString(run.seed())));
        if (options.checkEvery != null) {
            args.addAll(List.of("--check-every", Long.toString(options.checkEvery)));
        } else if (options.check) {
            args.add("--check");
        }
        return of(args);
    }

    private static String quoted(String arg) {
        final String shown = Printable.line(arg);
        return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
    }
}
