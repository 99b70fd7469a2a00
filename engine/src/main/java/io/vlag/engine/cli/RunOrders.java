package io.vlag.engine.cli;

import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.RuntimeChange;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.JournalTarget;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sweep.RunName;
import io.vlag.engine.sweep.RunOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The runs of a scenario: machine variants x cases x kernels x seeds, in this order. */
final class RunOrders {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Scenario scenario;
    private final Planner planner;
    private final long checkEvery;
    private final List<RunOrder> orders = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private RunOrders(Scenario scenario, long checkEvery) {
        this.scenario = scenario;
        this.checkEvery = checkEvery;
        this.planner = new Planner(scenario);
    }

    /**
     * All orders of a scenario. The first seed of every kernel is planned at once, so that what is
     * wrong with the workload is found before anything runs.
     *
     * @param targetOf the journal's target of a run
     * @param checkEvery events between two checks of the invariants; {@code Simulation.NO_CHECKS}
     */
    static RunOrders of(
            Scenario scenario, Function<RunName, JournalTarget> targetOf, long checkEvery) {
        final RunOrders all = new RunOrders(scenario, checkEvery);
        for (final MachineSpec machine : scenario.machines()) {
            for (final Scenario.WorkloadCase workloadCase : scenario.cases()) {
                all.add(machine, workloadCase, targetOf);
            }
        }
        return all;
    }

    private void add(
            MachineSpec machine,
            Scenario.WorkloadCase workloadCase,
            Function<RunName, JournalTarget> targetOf) {
        final Workload workload = Scenarios.workload(scenario, workloadCase.source(), machine);
        workload.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
        for (final Scenario.KernelRun kernel : scenario.kernels()) {
            planner.plan(machine, kernel, workload, scenario.seeds().getFirst());
            for (final long seed : scenario.seeds()) {
                final RunName name =
                        new RunName(kernel.label(), machine.variant(), workloadCase.name(), seed);
                add(name, machine, kernel, workload, targetOf);
            }
        }
    }

    List<RunOrder> orders() {
        return Collections.unmodifiableList(orders);
    }

    /** What was ignored or approximated in the workload. */
    List<String> notes() {
        return Collections.unmodifiableList(notes);
    }

    long totalNs() {
        return orders.stream().mapToLong(RunOrder::totalNs).sum();
    }

    private void add(
            RunName name,
            MachineSpec machine,
            Scenario.KernelRun kernel,
            Workload workload,
            Function<RunName, JournalTarget> targetOf) {
        orders.add(
                new RunOrder(
                        name,
                        scenario.warmupNs(),
                        scenario.durationNs(),
                        () -> planner.plan(machine, kernel, workload, name.seed()),
                        plan -> header(plan, machine, kernel, name),
                        () -> targetOf.apply(name),
                        checkEvery));
    }

    private RunHeader header(
            SimPlan plan, MachineSpec machine, Scenario.KernelRun kernel, RunName name) {
        final List<TaskTemplate> templates = plan.workload().templates();
        final Map<String, String> attributes = new TreeMap<>();
        attributes.put("variant", machine.variant());
        if (!name.workloadCase().isEmpty()) {
            attributes.put("case", name.workloadCase());
        }
        attributes.put("schedMc", Boolean.toString(kernel.schedMc()));
        attributes.put("kernelExpression", kernel.kernel().label());
        attributes.put("kernelVersion", kernel.kernel().version().toString());
        attributes.put("hz", Integer.toString(scenario.hz()));
        attributes.put("preemption", scenario.preemption().name());
        attributes.put("governor", scenario.governor().name());
        attributes.put("warmupNs", Long.toString(scenario.warmupNs()));
        if (!scenario.changes().isEmpty()) {
            attributes.put("changes", changes());
        }
        return new RunHeader(
                runId(name, machine.name()),
                scenario.name(),
                kernel.label(),
                machine.name(),
                name.seed(),
                plan.cpuCount(),
                scenario.warmupNs() + scenario.durationNs(),
                templates.stream()
                        .flatMap(
                                template ->
                                        Collections.nCopies(
                                                template.instanceCount(), template.name())
                                                .stream())
                        .toList(),
                templates.stream().map(TaskTemplate::name).toList(),
                IntStream.range(0, plan.machine().domainCount())
                        .mapToObj(
                                domain ->
                                        IntStream.of(plan.machine().cpusOfDomain(domain))
                                                .boxed()
                                                .toList())
                        .toList(),
                new TreeMap<>(attributes));
    }

    /** What is changed on the way, such as {@code 2000000000ns DELAY_DEQUEUE=off governor=...}. */
    private String changes() {
        final StringJoiner all = new StringJoiner("; ");
        for (final RuntimeChange change : scenario.changes()) {
            final StringJoiner one = new StringJoiner(" ");
            one.add(change.atNs() + "ns");
            change.values().forEach((name, value) -> one.add(name.key() + "=" + value));
            change.governor().ifPresent(governor -> one.add("governor=" + governor));
            change.rateLimitNs().ifPresent(limit -> one.add("rateLimitNs=" + limit));
            all.add(one.toString());
        }
        return all.toString();
    }

    /** The same for the same configuration, on every host: FNV-1a over its coordinates. */
    private long runId(RunName name, String machine) {
        final List<Object> coordinates =
                new ArrayList<>(
                        List.of(
                                scenario.name(),
                                machine,
                                name.variant(),
                                name.kernel(),
                                name.seed()));
        if (!name.workloadCase().isEmpty()) {
            coordinates.add(name.workloadCase());
        }
        long hash = FNV_OFFSET;
        for (final Object coordinate : coordinates) {
            for (final byte b : (coordinate + "\0").getBytes(StandardCharsets.UTF_8)) {
                hash = (hash ^ (b & 0xff)) * FNV_PRIME;
            }
        }
        return hash;
    }
}
