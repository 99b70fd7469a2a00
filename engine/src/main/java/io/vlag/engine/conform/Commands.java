package io.vlag.engine.conform;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line of {@code workload.txt}, as far as it can be simulated. A part that is not
 * understood makes the scenario unmeasured: nothing is guessed.
 */
final class Commands {
    private static final String COMMAND = "command:";
    private static final Pattern IGNORED =
            Pattern.compile("mkdir /sys/fs/cgroup/.*|P=\\$!|wait|cat /sys/fs/cgroup/.*|");
    private static final Pattern SLEEP = Pattern.compile("sleep (\\d{1,3}(?:\\.\\d{1,6})?)");
    private static final Pattern RT_APP =
            Pattern.compile("(?:\\(in cgroup ([A-Za-z0-9_/-]{1,60})\\) )?rt-app ([a-z]+\\.json)");
    private static final Pattern WEIGHT =
            Pattern.compile("echo (\\d{1,5}) > /sys/fs/cgroup/([A-Za-z0-9_/-]{1,60})/cpu\\.weight");
    private static final Pattern QUOTA =
            Pattern.compile(
                    "echo '(\\d{1,9}) (\\d{1,7})' > /sys/fs/cgroup/([A-Za-z0-9_/-]{1,60})/cpu\\.max");
    private static final Pattern SET_SLICE =
            Pattern.compile("labtools setslice \\$P ([A-Za-z0-9_-]{1,15}) (\\d{1,10})");
    private static final Pattern PIPES =
            Pattern.compile("labtools pipepp (\\d{1,3}) (\\d{1,4}) (\\d{1,7})");
    private static final Pattern STRESS_NG =
            Pattern.compile("stress-ng --pipe (\\d{1,3}) -t (\\d{1,3}) --metrics");

    /** A group's lines of the scenario file. */
    private final Map<String, String> groups = new LinkedHashMap<>();

    private final Map<String, String> groupOfFile = new LinkedHashMap<>();
    private final Map<String, Long> sliceNs = new LinkedHashMap<>();
    private long sleepNs;
    private long[] pipes = {};
    private long[] stressNg = {};
    private String notUnderstood = "";

    private Commands() {}

    static Commands read(Path file) {
        final Commands commands = new Commands();
        final StringBuilder text = new StringBuilder();
        boolean isCommand = false;
        for (final String line : TextFiles.lines(file)) {
            if (line.startsWith(COMMAND)) {
                isCommand = true;
                text.append(line.substring(COMMAND.length()));
            } else if (line.startsWith("knobs:")) {
                isCommand = false;
            } else if (isCommand) {
                text.append('\n').append(line);
            }
        }
        for (final String part : text.toString().split("[;&\\n]+")) {
            commands.add(part.strip());
        }
        return commands;
    }

    private void add(String part) {
        final Matcher sleep = SLEEP.matcher(part);
        final Matcher rtApp = RT_APP.matcher(part);
        final Matcher weight = WEIGHT.matcher(part);
        final Matcher quota = QUOTA.matcher(part);
        final Matcher slice = SET_SLICE.matcher(part);
        final Matcher pairs = PIPES.matcher(part);
        final Matcher stress = STRESS_NG.matcher(part);
        if (rtApp.matches()) {
            groupOfFile.put(rtApp.group(2), rtApp.group(1) == null ? "" : "/" + rtApp.group(1));
        } else if (sleep.matches()) {
            sleepNs += Math.round(Double.parseDouble(sleep.group(1)) * 1e9);
        } else if (weight.matches()) {
            groups.merge("/" + weight.group(2), ", weight: " + weight.group(1), String::concat);
        } else if (quota.matches()) {
            groups.merge(
                    "/" + quota.group(3),
                    ", quota: " + quota.group(1) + "us, period: " + quota.group(2) + "us",
                    String::concat);
        } else if (slice.matches()) {
            sliceNs.put(slice.group(1), Long.parseLong(slice.group(2)));
        } else if (pairs.matches()) {
            pipes = numbers(pairs);
        } else if (stress.matches()) {
            stressNg = numbers(stress);
        } else if (!IGNORED.matcher(part).matches() && notUnderstood.isEmpty()) {
            notUnderstood = part;
        }
    }

    private static long[] numbers(Matcher matcher) {
        final long[] numbers = new long[matcher.groupCount()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(matcher.group(i + 1));
        }
        return numbers;
    }

    /** The first part that cannot be simulated; empty when there is none. */
    String notUnderstood() {
        return notUnderstood;
    }

    /** Group paths with their keys of the scenario format, such as {@code , weight: 300}. */
    List<String> groupLines() {
        final List<String> lines = new ArrayList<>();
        groups.forEach((path, keys) -> lines.add("  - {path: " + path + keys + "}\n"));
        return lines;
    }

    /** rt-app files with the group they run in, empty for the root. */
    Map<String, String> rtAppFiles() {
        return groupOfFile;
    }

    /** Slices set from outside, by task. */
    Map<String, Long> slicesNs() {
        return sliceNs;
    }

    /** When they are set, after the start. */
    long sleepNs() {
        return sleepNs;
    }

    /** Pairs, bytes, round trips; empty without pipes. */
    long[] pipes() {
        return pipes.clone();
    }

    /** Instances, seconds; empty without stress-ng. */
    long[] stressNg() {
        return stressNg.clone();
    }
}
