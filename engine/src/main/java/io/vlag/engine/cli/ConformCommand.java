package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.conform.Conformance;
import io.vlag.engine.conform.Control;
import io.vlag.engine.conform.Figure;
import io.vlag.engine.conform.ScheduleDiff;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag conform}. */
@Command(
        name = "conform",
        description = {
            "Simulates what recordings of real kernels ran, from several phases of the tick, and holds",
            "every figure to the tolerance file: agree, disagree or not measured."
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false)
final class ConformCommand extends PrintingCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "DIR",
            description =
                    "directory with recordings, up to 4 levels deep (docs/formats/recordings.md)")
    private Path directory = Path.of(".");

    @Option(
            names = "--kernel",
            paramLabel = "K",
            description =
                    "kernel expression to simulate instead of the recorded kernel, as a control")
    private @Nullable String kernel;

    @Option(
            names = "--controls",
            description = {
                "hold each recording to simulations of the other recorded kernels and flags instead,",
                "and count how many are told apart (docs/model/conformance.md)"
            })
    private boolean controls;

    @Option(
            names = "--diff",
            paramLabel = "SCENARIO",
            description = {
                "show the first decision at which the recorded schedule of this scenario and the",
                "simulated one part, with the simulated queue, instead of figures"
            })
    private @Nullable String diff;

    @Option(
            names = "--json",
            description = "one JSON object with every figure, or control, instead of the table")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        final Conformance conformance = new Conformance(ConfigLibrary::installed, kernel);
        if (diff != null) {
            if (controls || json) {
                throw new BadInputException("--diff goes with --kernel alone");
            }
            final String text =
                    new ScheduleDiff(ConfigLibrary.installed(), kernel).text(directory, diff);
            if (text.isEmpty()) {
                throw new BadInputException(
                        "--diff "
                                + diff
                                + ": there is no such scenario in "
                                + directory
                                + "; give a name such as b1-hog-per2ms10ms, or b1");
            }
            out().print(text);
            return ExitCode.DONE;
        }
        final int workers = Runtime.getRuntime().availableProcessors();
        if (controls) {
            if (kernel != null) {
                throw new BadInputException("--controls and --kernel exclude each other");
            }
            final List<Control> found = conformance.controls(directory, workers);
            out().print(json ? ControlsJson.text(found) : ControlsTable.text(found));
            return ExitCode.DONE;
        }
        final List<Figure> figures = conformance.figures(directory, workers);
        out().print(json ? ConformJson.text(figures) : ConformTable.text(figures));
        return ExitCode.DONE;
    }
}
