package io.vlag.golden;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Forms of the rules below the engine, by the kernel a file was recorded from. The modules there
 * know no kernels, only forms; here is the one place that says which kernel has which. Names that
 * are kernel changes are held to the shipped kernel files by a test of the engine.
 */
public final class GoldenForms {
    private static final String TABLE =
            """
            change                  v66                  v612                   v72
            tree_key                vruntime             deadline               deadline
            subtree_slices          none                 lost_on_rotation       carried
            util_est_form           two_numbers          one_number             one_number
            util_est_capacity_gate  on                   on                     off
            util_est_waiting_gate   off                  on                     on
            load_floor              floor32              floor32                floor64
            new_task_util_weight    load                 table                  table
            cpu_util_boost          boost_then_task      task_then_boost        task_then_boost
            headroom_form           inflate_after_clamp  headroom_before_clamp  headroom_before_clamp
            frequency_reference     present              of_capacity            of_capacity
            pending_limits          wait                 wait                   pass
            energy_cost             by_clock             by_performance         by_performance
            capacity_pressure       used_time            off_first              off_first
            """;

    private static final Map<String, Map<String, String>> FORMS = parse();

    private GoldenForms() {}

    /** Form of every rule in one kernel. */
    public static Map<String, String> of(String version) {
        final Map<String, String> forms = FORMS.get(version);
        if (forms == null) {
            throw new IllegalArgumentException(
                    "no rules for kernel " + version + "; there are " + FORMS.keySet());
        }
        return forms;
    }

    /** Whether a rule has a form in the kernel of a file. */
    public static boolean is(GoldenFile file, String change, String form) {
        return Objects.requireNonNull(of(file.version()).get(change), change).equals(form);
    }

    private static Map<String, Map<String, String>> parse() {
        final Map<String, Map<String, String>> forms = new LinkedHashMap<>();
        final String[] versions = TABLE.lines().findFirst().orElseThrow().split(" +");
        for (String line : TABLE.lines().skip(1).toList()) {
            final String[] cells = line.split(" +");
            for (int i = 1; i < cells.length; i++) {
                forms.computeIfAbsent(versions[i], version -> new LinkedHashMap<>())
                        .put(cells[0], cells[i]);
            }
        }
        return forms;
    }
}
