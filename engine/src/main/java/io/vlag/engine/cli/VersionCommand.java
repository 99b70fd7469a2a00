package io.vlag.engine.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code vlag version}. */
@Command(
        name = "version",
        description = "Prints the version, the Java it runs on and the commit it was built from.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class)
final class VersionCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().printVersionHelp(spec.commandLine().getOut());
    }
}
