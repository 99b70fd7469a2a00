package io.vlag.engine.cli;

import picocli.CommandLine.Command;

/** {@code vlag version}. */
@Command(
        name = "version",
        description = "Prints the version, the Java it runs on and the commit it was built from.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class)
final class VersionCommand extends PrintingCommand implements Runnable {
    @Override
    public void run() {
        spec().commandLine().printVersionHelp(out());
    }
}
