package io.vlag.engine.plan;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.TaskGroup;
import io.vlag.engine.config.TaskGroups;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.kernel.NiceWeights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the task groups of a run: declared ones, those that tasks name, and those on the way to
 * them. A group comes behind the one it lies in.
 */
final class GroupPlanner {
    /** Most groups of a run. */
    static final int GROUPS_MAX = 10_000;

    private final Map<String, TaskGroup> declared = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<GroupPlan> groups = new ArrayList<>();
    private final boolean autogroup;
    private final SourcePosition position;

    GroupPlanner(TaskGroups said, SourcePosition position) {
        this.position = position;
        said.declared().forEach(group -> declared.put(group.path(), group));
        autogroup = said.autogroup();
        numbers.put("", 0);
    }

    GroupPlan.All plan(List<TaskTemplate> templates) {
        declared.keySet().forEach(this::number);
        final int[] groupOfTemplate =
                templates.stream().mapToInt(template -> number(pathOf(template))).toArray();
        return new GroupPlan.All(groups, groupOfTemplate);
    }

    private String pathOf(TaskTemplate template) {
        final String path = TaskGroup.normalised(template.taskGroup());
        return path.isEmpty() && autogroup && template.policy().isFair()
                ? TaskGroups.AUTOGROUP_PATH
                : path;
    }

    private int number(String path) {
        final Integer known = numbers.get(path);
        if (known != null) {
            return known;
        }
        if (groups.size() == GROUPS_MAX) {
            throw new ConfigException(
                    position,
                    "groups",
                    "with those that tasks name and those on the way to them are more than "
                            + GROUPS_MAX
                            + "; use fewer");
        }
        final int parent = number(path.substring(0, path.lastIndexOf('/')));
        final TaskGroup group = declared.getOrDefault(path, TaskGroup.undeclared(path, position));
        groups.add(
                new GroupPlan(
                        path,
                        parent,
                        NiceWeights.loadWeight(group.shares()),
                        group.idle(),
                        group.quotaNs(),
                        group.periodNs()));
        numbers.put(path, groups.size());
        return groups.size();
    }
}
