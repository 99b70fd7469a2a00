package io.vlag.engine.kernel;

import java.util.Map;

/** What a recorded row shows of the state after an operation. */
abstract class GoldenView {
    final GoldenSequence sequence;
    private final String[] shown = new String[GoldenSequence.TASK_COUNT];

    GoldenView(GoldenSequence sequence) {
        this.sequence = sequence;
        for (int task = 0; task < shown.length; task++) {
            shown[task] = describe(task);
        }
    }

    /** Columns and their values after an operation, without those that only repeat it. */
    abstract void show(Map<String, String> cells, int rq, int task);

    /** The state of a task as column {@code others} has it. */
    abstract String describe(int task);

    /** Whether a changed task is shown elsewhere in the row. */
    abstract boolean isShownElsewhere(int rq, int task, int other);

    /** The tasks that changed since the previous call, apart from those shown elsewhere. */
    final String others(int rq, int task) {
        final StringBuilder others = new StringBuilder();
        for (int other = 0; other < shown.length; other++) {
            final String now = describe(other);
            if (!now.equals(shown[other])) {
                shown[other] = now;
                if (!isShownElsewhere(rq, task, other)) {
                    others.append(others.isEmpty() ? "" : "|").append(now);
                }
            }
        }
        return others.toString();
    }

    static String flag(boolean value) {
        return value ? "1" : "0";
    }
}
