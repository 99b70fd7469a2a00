package io.vlag.engine.config;

import java.util.List;

/**
 * What a scenario says about task groups.
 *
 * @param declared groups with properties of their own; others exist by being named
 * @param autogroup tasks without a group lie in one that the kernel makes for their session
 */
public record TaskGroups(List<TaskGroup> declared, boolean autogroup) {
    /** Nothing is said. */
    public static final TaskGroups NONE = new TaskGroups(List.of(), false);

    /** The group of all tasks without one, with autogroup. A path cannot be written so. */
    public static final String AUTOGROUP_PATH = "/autogroup";

    public TaskGroups {
        declared = List.copyOf(declared);
    }
}
