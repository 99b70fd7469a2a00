package io.vlag.engine.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.TaskGroup;
import io.vlag.engine.config.TaskGroups;
import io.vlag.engine.config.TaskTemplate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupPlannerTest {
    private static final SourcePosition HERE = SourcePosition.of("here");

    @Test
    void withoutGroupsThereIsTheRootAlone() {
        final GroupPlan.All plan = plan(TaskGroups.NONE, "", "");
        assertEquals(1, plan.count());
        assertArrayEquals(new int[] {0, 0}, plan.groupOfTemplate());
    }

    @Test
    void aGroupComesBehindTheOneItLiesIn() {
        final TaskGroup inner = new TaskGroup("/a/b", 300, false, 20_000_000, 50_000_000, HERE);
        final GroupPlan.All plan =
                plan(new TaskGroups(List.of(inner), false), "/a", "a/b/c", "", "/a/b");
        assertEquals(
                List.of(
                        new GroupPlan("/a", 0, 1_024 << 10, false, 0, 100_000_000),
                        new GroupPlan("/a/b", 1, 300 << 10, false, 20_000_000, 50_000_000),
                        new GroupPlan("/a/b/c", 2, 1_024 << 10, false, 0, 100_000_000)),
                plan.groups());
        assertArrayEquals(new int[] {1, 3, 0, 2}, plan.groupOfTemplate());
    }

    @Test
    void autogroupTakesTasksWithoutAGroup() {
        final GroupPlan.All plan = plan(new TaskGroups(List.of(), true), "", "/a", "");
        assertEquals(TaskGroups.AUTOGROUP_PATH, plan.groups().getFirst().path());
        assertArrayEquals(new int[] {1, 2, 1}, plan.groupOfTemplate());
    }

    @Test
    void periodsOfGroupsHaveTheirOwnPhases() {
        final GroupPlan first = new GroupPlan("/a", 0, 1 << 20, false, 1, 100_000_000);
        final GroupPlan second = new GroupPlan("/b", 0, 1 << 20, false, 1, 100_000_000);
        assertEquals(first.firstExpiryNs(7), first.firstExpiryNs(7));
        assertEquals(
                4,
                List.of(
                                first.firstExpiryNs(1),
                                first.firstExpiryNs(2),
                                second.firstExpiryNs(1),
                                second.firstExpiryNs(2))
                        .stream()
                        .filter(phaseNs -> phaseNs > 0 && phaseNs <= 100_000_000)
                        .distinct()
                        .count());
    }

    @Test
    void thousandsOfGroupsAreRefused() {
        final String[] paths = new String[GroupPlanner.GROUPS_MAX / 2 + 1];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = "/" + i + "/inner";
        }
        final ConfigException refused =
                assertThrows(ConfigException.class, () -> plan(TaskGroups.NONE, paths));
        assertEquals(
                "here groups: with those that tasks name and those on the way to them are more"
                        + " than 10000; use fewer",
                refused.getMessage());
    }

    private static GroupPlan.All plan(TaskGroups said, String... paths) {
        final List<TaskTemplate> templates = new ArrayList<>();
        for (final String path : paths) {
            templates.add(
                    new TaskTemplate(
                            "t",
                            1,
                            SchedPolicy.OTHER,
                            0,
                            0,
                            0,
                            CpuSet.ALL,
                            path,
                            0,
                            List.of(),
                            HERE));
        }
        return new GroupPlanner(said, HERE).plan(templates);
    }
}
