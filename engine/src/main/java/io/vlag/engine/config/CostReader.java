package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what running code costs: {@code execution} and the flat list {@code costs}. */
final class CostReader {
    static final KeySet EXECUTION =
            KeySet.of(
                    "machine",
                    "execution",
                    "kernelIpcMilli",
                    "userIpcMilli",
                    "branchMissCycles",
                    "cacheLineTime");
    static final KeySet COST =
            KeySet.of(
                    "machine",
                    "cost",
                    "path",
                    "kernels",
                    "instructions",
                    "stall",
                    "branchMissesMilli",
                    "cacheLines",
                    "basis",
                    "source",
                    "note");

    private static final long INSTRUCTIONS_MAX = 1_000_000_000;
    private static final long STALL_NS_MAX = 1_000_000_000;
    private static final long MISSES_MILLI_MAX = 1_000_000_000;
    private static final long LINES_MAX = 1_000_000;

    private final QuantityReader quantities;

    CostReader(QuantityReader quantities) {
        this.quantities = quantities;
    }

    /**
     * @param like path costs of another machine, which entries of this one replace; empty: this one
     *     lists its own
     */
    CostModel read(Fields machine, Optional<List<PathCost>> like) {
        final Optional<Fields> execution =
                machine.required("execution", "{kernelIpcMilli: ...}")
                        .map(value -> value.fields(EXECUTION));
        final List<PathCost> paths =
                machine.has("costsLike")
                        ? Stream.concat(
                                        like.orElse(List.of()).stream(),
                                        machine.optional("costs").stream()
                                                .flatMap(value -> value.list(1).stream())
                                                .map(item -> cost(item.fields(COST))))
                                .toList()
                        : machine.required("costs", "[{path: syscall, instructions: 530, ...}]")
                                .map(this::paths)
                                .orElse(List.of());
        final Quantity none = Quantity.fixed(1, Basis.ESTIMATED, "");
        return new CostModel(
                execution
                        .map(fields -> quantities.integer(fields, "kernelIpcMilli", 100, 10_000))
                        .orElse(none),
                execution
                        .map(fields -> quantities.integer(fields, "userIpcMilli", 100, 10_000))
                        .orElse(none),
                execution
                        .map(fields -> quantities.integer(fields, "branchMissCycles", 0, 1_000))
                        .orElse(none),
                execution
                        .map(
                                fields ->
                                        quantities.amount(
                                                fields,
                                                "cacheLineTime",
                                                Unit.DURATION,
                                                0,
                                                1_000_000))
                        .orElse(none),
                paths);
    }

    private List<PathCost> paths(Value value) {
        final List<PathCost> costs = new ArrayList<>();
        final Set<CostPath> everywhere = EnumSet.noneOf(CostPath.class);
        for (final Value item : value.list(1)) {
            final PathCost cost = cost(item.fields(COST));
            final boolean general = cost.kernels().equals(KernelRange.ALL);
            if (general && !everywhere.add(cost.path())) {
                item.reject(
                        "is the second entry of "
                                + cost.path().key()
                                + " for every kernel; remove one or add kernels:");
            } else if (!general && !everywhere.contains(cost.path())) {
                item.reject(
                        "comes before the entry of "
                                + cost.path().key()
                                + " without kernels:; move it behind");
            }
            costs.add(cost);
        }
        final Set<CostPath> missing =
                EnumSet.complementOf(
                        EnumSet.copyOf(
                                everywhere.isEmpty()
                                        ? EnumSet.noneOf(CostPath.class)
                                        : everywhere));
        if (!missing.isEmpty()) {
            value.reject(
                    "has no entry for "
                            + missing.stream()
                                    .map(CostPath::key)
                                    .collect(Collectors.joining(", ")));
        }
        return costs;
    }

    private PathCost cost(Fields fields) {
        final Basis basis = fields.choice("basis", Words.BASES, "estimated");
        fields.textOr("note", "");
        return new PathCost(
                fields.choice("path", Words.COST_PATHS, "syscall"),
                fields.optional("kernels").flatMap(PatchFile::range).orElse(KernelRange.ALL),
                quantities.rangedInteger(fields, "instructions", INSTRUCTIONS_MAX, basis),
                quantities.rangedAmount(fields, "stall", Unit.DURATION, STALL_NS_MAX, basis),
                quantities.rangedInteger(fields, "branchMissesMilli", MISSES_MILLI_MAX, basis),
                quantities.rangedInteger(fields, "cacheLines", LINES_MAX, basis),
                quantities.source(fields));
    }
}
