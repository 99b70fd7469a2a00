package io.vlag.engine.sim;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.PipeSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A machine, a kernel and tasks drawn from a seed: any policy, nice level, slice and affinity, and
 * programs of any steps. The same seed gives the same plan.
 */
final class RandomScenario {
    static final List<String> KERNELS =
            List.of(
                    "5.18",
                    "6.1",
                    "6.1+NO_START_DEBIT",
                    "6.6",
                    "6.12.0",
                    "6.12",
                    "6.18",
                    "6.19",
                    "7.0",
                    "7.0.13",
                    "7.2",
                    "7.0+ttwu",
                    "7.0+ttwu+vincent",
                    "6.18+ttwu",
                    "7.0+ttwu-local",
                    "7.0+ttwu+util-est-after-dequeue+always-update",
                    "7.0+requeue-updates-curr",
                    "7.0+NEXT_BUDDY",
                    "7.2+HRTICK",
                    "7.0+NO_DELAY_DEQUEUE",
                    "6.12+NO_DELAY_ZERO",
                    "7.0+NO_RUN_TO_PARITY",
                    "7.2+NO_PLACE_LAG",
                    "7.3");

    private static final ConfigLibrary LIBRARY = new ConfigLibrary(Path.of("..", "batch-configs"));
    private static final long MS = 1_000_000;
    private static final int DEPTH_MAX = 2;
    private static final int CHILD_KINDS = 2;

    private List<String> changes = List.of();
    private final SplittableRandom random;
    private final long seed;
    private final int cpuCount;
    private final String kernel;
    private final boolean grouped;
    private final List<String> children = new ArrayList<>();

    private RandomScenario(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.cpuCount = 1 + random.nextInt(4);
        this.kernel = KERNELS.get(random.nextInt(KERNELS.size()));
        this.grouped = random.nextBoolean();
    }

    /** The plan of a seed. */
    static SimPlan plan(long seed) {
        return new RandomScenario(seed).plan();
    }

    /** Kernel of a seed's plan, for messages. */
    static String kernelOf(long seed) {
        return new RandomScenario(seed).kernel;
    }

    /** The same, with settings that change at random times of its first 100 ms. */
    static SimPlan changingPlan(long seed) {
        final RandomScenario scenario = new RandomScenario(seed);
        final SplittableRandom random = new SplittableRandom(~seed);
        final List<String> changes = new ArrayList<>();
        long atUs = 0;
        for (int i = 0; i < 4; i++) {
            atUs += 1 + random.nextInt(25_000);
            changes.add(change(atUs, random));
        }
        scenario.changes = changes;
        return scenario.plan();
    }

    private static String change(long atUs, SplittableRandom random) {
        final List<String> features = new ArrayList<>();
        for (final KernelChange change : KernelChange.values()) {
            if (change.kind() == KernelChange.Kind.FEATURE && random.nextInt(5) == 0) {
                features.add(change.key() + ": " + (random.nextBoolean() ? "on" : "off"));
            }
        }
        final String governor =
                List.of("performance", "powersave", "ondemand", "schedutil").get(random.nextInt(4));
        return "{at: %dus, features: {%s}, tunables: {base_slice_ns: %d, nr_migrate: %d}, %s}"
                .formatted(
                        atUs,
                        String.join(", ", features),
                        100_000 + random.nextInt(5_000_000),
                        1 + random.nextInt(40),
                        random.nextBoolean() ? "governor: " + governor : "rateLimit: 1ms");
    }

    private SimPlan plan() {
        final List<String> overrides =
                List.of(
                        "duration=1s",
                        "warmup=0ns",
                        "changes=[" + String.join(", ", changes) + "]",
                        "kernels=[\"" + kernel + "\"]",
                        "cpus=" + cpuCount,
                        "machine=" + oneOf("pi5", "pi5", "icount-1ns"),
                        "hz=" + oneOf("100", "250", "300", "1000"),
                        "preemption=" + oneOf("full", "full", "lazy", "voluntary", "none"),
                        "governor=" + oneOf("performance", "ondemand"),
                        grouped ? "groups=[" + groups() + "]" : "autogroup=off");
        final Scenario scenario =
                LIBRARY.scenario(LIBRARY.findScenario("hog"), Overrides.parse(overrides));
        return new Planner(scenario)
                .plan(
                        scenario.machines().getFirst(),
                        scenario.kernels().getFirst(),
                        workload(),
                        seed);
    }

    private String groups() {
        return "{path: /a, shares: %d}, {path: /a/b, shares: %d%s}, {path: /c, %s%s}"
                .formatted(
                        2 + random.nextInt(4_000),
                        2 + random.nextInt(4_000),
                        quota(),
                        random.nextInt(4) == 0 ? "idle: on" : "weight: 100",
                        quota());
    }

    private String quota() {
        return random.nextBoolean()
                ? ""
                : ", quota: %dms, period: %dms"
                        .formatted(1 + random.nextInt(40), 10 + random.nextInt(90));
    }

    private Workload workload() {
        final List<TaskTemplate> tasks = new ArrayList<>();
        for (int child = 0; child < CHILD_KINDS; child++) {
            final String name = "child" + child;
            tasks.add(template(name, 0, List.of(new Step.Run(us(300)), new Step.Sleep(us(200)))));
            children.add(name);
        }
        final int count = 1 + random.nextInt(12);
        for (int task = 0; task < count; task++) {
            final List<Step> body = new ArrayList<>(body(0));
            body.add(new Step.Run(us(3_000))); // no program may loop without time passing
            final long rounds = random.nextInt(8) == 0 ? 1 + random.nextInt(20) : Step.FOREVER;
            tasks.add(template("task" + task, 1, List.of(new Step.Loop(rounds, body))));
        }
        return new Workload(
                "random",
                tasks,
                List.of(new PipeSpec("p0", 1 + random.nextInt(4)), new PipeSpec("p1", 16)),
                random.nextBoolean(),
                0,
                List.of());
    }

    private TaskTemplate template(String name, int instances, List<Step> steps) {
        final SchedPolicy policy = policy();
        final boolean rt = !policy.isFair();
        return new TaskTemplate(
                name,
                instances == 0 || random.nextInt(4) > 0 ? instances : 1 + random.nextInt(3),
                policy,
                rt || random.nextBoolean() ? 0 : random.nextInt(40) - 20,
                rt ? 1 + random.nextInt(99) : 0,
                random.nextInt(3) > 0 ? 0 : 100_000 + random.nextLong(20 * MS),
                random.nextInt(3) > 0 ? CpuSet.ALL : cpus(),
                grouped ? oneOf("", "/a", "/a/b", "/c") : "",
                random.nextBoolean() ? 0 : random.nextLong(20 * MS),
                steps,
                SourcePosition.of("random"));
    }

    private SchedPolicy policy() {
        return switch (random.nextInt(16)) {
            case 0, 1 -> SchedPolicy.BATCH;
            case 2, 3 -> SchedPolicy.IDLE;
            case 4 -> SchedPolicy.FIFO;
            case 5 -> SchedPolicy.RR;
            default -> SchedPolicy.OTHER;
        };
    }

    private CpuSet cpus() {
        final List<Integer> chosen =
                new ArrayList<>(
                        IntStream.range(0, cpuCount)
                                .filter(_ -> random.nextBoolean())
                                .boxed()
                                .toList());
        if (chosen.isEmpty()) {
            chosen.add(random.nextInt(cpuCount));
        }
        return new CpuSet(chosen);
    }

    private List<Step> body(int depth) {
        final List<Step> steps = new ArrayList<>();
        final int count = 1 + random.nextInt(5);
        for (int step = 0; step < count; step++) {
            steps.addAll(steps(depth));
        }
        return steps;
    }

    private List<Step> steps(int depth) {
        final String object = String.valueOf(random.nextInt(2));
        return switch (random.nextInt(17)) {
            case 0, 1, 2 -> List.of(new Step.Run(us(6_000)));
            case 3 -> List.of(new Step.RunFor(us(4_000)));
            case 4, 5 -> List.of(new Step.Sleep(us(8_000)));
            case 6 ->
                    List.of(
                            new Step.Timer(
                                    "t" + object,
                                    us(10_000),
                                    random.nextBoolean(),
                                    random.nextBoolean()));
            case 7 -> List.of(new Step.Yield());
            case 8 ->
                    List.of(
                            new Step.Lock("m" + object),
                            new Step.Run(us(500)),
                            new Step.Unlock("m" + object));
            case 9 -> List.of(new Step.PipeWrite("p" + object, random.nextInt(500)));
            case 10 -> List.of(new Step.PipeRead("p" + object, random.nextInt(500)));
            case 11 ->
                    List.of(
                            new Step.Fork(children.get(random.nextInt(CHILD_KINDS))),
                            new Step.Sleep(2 * MS));
            case 12 -> List.of(new Step.SetNice(random.nextInt(40) - 20));
            case 13 -> List.of(new Step.SetAffinity(cpus()));
            case 14 ->
                    random.nextBoolean()
                            ? List.of(new Step.Resume("e" + object))
                            : List.of(
                                    new Step.Resume("e" + object), new Step.Suspend("e" + object));
            case 15 ->
                    List.of(
                            new Step.Lock("m" + object),
                            new Step.SignalAndWait("c" + object, "m" + object),
                            new Step.Unlock("m" + object));
            default ->
                    depth < DEPTH_MAX
                            ? List.of(new Step.Loop(1 + random.nextInt(4), body(depth + 1)))
                            : List.of(new Step.Run(us(100)));
        };
    }

    private long us(long limit) {
        return 1_000 * (1 + random.nextLong(limit));
    }

    private String oneOf(String... values) {
        return values[random.nextInt(values.length)];
    }
}
