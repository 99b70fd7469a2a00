package io.vlag.engine.cli;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What every command has: where results go, and where everything else goes. */
@Command // so that picocli fills it; not a command by itself
abstract class PrintingCommand {
    @Spec private @Nullable CommandSpec spec; // set by picocli before anything is called

    final CommandSpec spec() {
        return Objects.requireNonNull(spec);
    }

    /** For results. */
    final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    /** For problems and progress. */
    final PrintWriter err() {
        return spec().commandLine().getErr();
    }
}
