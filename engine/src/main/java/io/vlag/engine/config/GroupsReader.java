package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code groups} of a scenario, and the path of a group wherever one is named. */
final class GroupsReader {
    static final KeySet GROUP =
            KeySet.of("scenario", "group", "path", "weight", "shares", "idle", "quota", "period");

    /** Most groups of a scenario, those on the way to a declared one not counted. */
    static final int GROUPS_MAX = 10_000;

    private static final int PATH_MAX = 1_000;
    private static final long QUOTA_NS_MIN = 1_000_000;
    private static final long PERIOD_NS_MAX = 1_000_000_000;
    private static final int WEIGHT_MAX = 10_000;

    private GroupsReader() {}

    static List<TaskGroup> groups(Value value) {
        final List<TaskGroup> groups = new ArrayList<>();
        final Set<String> paths = new HashSet<>();
        for (final Value item : value.list(1)) {
            final TaskGroup group = group(item);
            if (!group.path().isEmpty() && !paths.add(group.path())) {
                item.reject("repeats the path " + Texts.quote(group.path()));
            }
            groups.add(group);
        }
        if (groups.size() > GROUPS_MAX) {
            value.reject("declares " + groups.size() + " groups; " + GROUPS_MAX + " are allowed");
        }
        return groups;
    }

    private static TaskGroup group(Value value) {
        final Fields fields = value.fields(GROUP);
        final Optional<Value> pathValue = fields.required("path", "/frames");
        final String path = pathValue.map(GroupsReader::path).orElse("");
        if (path.isEmpty()) {
            pathValue
                    .flatMap(Value::scalar)
                    .filter(text -> TaskGroup.normalised(text).isEmpty())
                    .ifPresent(
                            text ->
                                    fields.reject(
                                            "is the root group, which has no properties; give"
                                                    + " another path"));
        }
        final boolean idle = fields.flagOr("idle", false);
        if (fields.has("period") && !fields.has("quota")) {
            fields.reject("has a period but no quota; add one");
        }
        return new TaskGroup(
                path,
                shares(fields, idle),
                idle,
                fields.amountOr(
                        "quota", Unit.DURATION, QUOTA_NS_MIN, StepReader.DURATION_NS_MAX, 0),
                fields.amountOr(
                        "period",
                        Unit.DURATION,
                        QUOTA_NS_MIN,
                        PERIOD_NS_MAX,
                        TaskGroup.PERIOD_NS_DEFAULT),
                value.position());
    }

    private static long shares(Fields fields, boolean idle) {
        if (fields.has("weight") && fields.has("shares")) {
            fields.reject("has weight and shares; keep one of them");
        }
        if (idle) {
            if (fields.has("weight") || fields.has("shares")) {
                fields.reject("is idle and has a weight; keep one of them");
            }
            return TaskGroup.SHARES_IDLE;
        }
        if (fields.has("weight")) {
            return TaskGroup.sharesOfWeight(fields.integer("weight", 1, WEIGHT_MAX, "100"));
        }
        return fields.integerOr(
                "shares", TaskGroup.SHARES_MIN, TaskGroup.SHARES_MAX, TaskGroup.SHARES_DEFAULT);
    }

    /** The normalised path that a value names; empty for the root group. */
    static String path(Value value) {
        final String text = value.text(PATH_MAX).orElse("");
        if (TaskGroup.isRelative(text)) {
            value.reject(Texts.quote(text) + " is not allowed; give a path without . and ..");
            return "";
        }
        final String path = TaskGroup.normalised(text);
        if (path.equals(TaskGroups.AUTOGROUP_PATH)
                || path.startsWith(TaskGroups.AUTOGROUP_PATH + "/")) {
            value.reject(Texts.quote(text) + " is kept for autogroup; choose another path");
            return "";
        }
        return path;
    }
}
