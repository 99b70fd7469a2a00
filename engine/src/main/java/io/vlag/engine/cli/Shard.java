package io.vlag.engine.cli;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of several processes that share a sweep.
 *
 * @param number 1 up to {@code count}
 */
record Shard(int number, int count) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");
    private static final Shard WHOLE = new Shard(1, 1);

    /** Reads {@code 2/8}. */
    static Shard parse(String text) {
        final Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new BadInputException("--shard " + text + ": write for instance 2/8");
        }
        return of(
                "--shard " + text,
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)));
    }

    /**
     * The shard somebody asked for, else that of a Kubernetes Indexed Job or a Slurm array, else
     * everything.
     *
     * @param option of the command line
     * @param environment of the process
     */
    static Shard choose(@Nullable String option, Map<String, String> environment) {
        if (option != null) {
            return parse(option);
        }
        final String index = environment.get("JOB_COMPLETION_INDEX");
        final String indexCount = environment.get("JOB_COMPLETION_COUNT");
        if (index != null && indexCount != null) {
            return of(
                    "JOB_COMPLETION_INDEX " + index + " of JOB_COMPLETION_COUNT " + indexCount,
                    number("JOB_COMPLETION_INDEX", index) + 1,
                    number("JOB_COMPLETION_COUNT", indexCount));
        }
        final String task = environment.get("SLURM_ARRAY_TASK_ID");
        final String taskCount = environment.get("SLURM_ARRAY_TASK_COUNT");
        if (task != null && taskCount != null) {
            final String first = environment.getOrDefault("SLURM_ARRAY_TASK_MIN", "0");
            return of(
                    "SLURM_ARRAY_TASK_ID " + task + " of SLURM_ARRAY_TASK_COUNT " + taskCount,
                    number("SLURM_ARRAY_TASK_ID", task) - number("SLURM_ARRAY_TASK_MIN", first) + 1,
                    number("SLURM_ARRAY_TASK_COUNT", taskCount));
        }
        return WHOLE;
    }

    private static int number(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BadInputException(name + ": \"" + text + "\" is not a number");
        }
    }

    private static Shard of(String what, int number, int count) {
        if (number < 1 || number > count) {
            throw new BadInputException(what + ": there is no such part; the first is 1/" + count);
        }
        return new Shard(number, count);
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
