package io.vlag.engine.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The numbers of a machine that are only estimated, wherever its records hold them: found by
 * walking the records, so that a new one cannot be forgotten.
 */
public final class EstimatedNumbers {
    private final MachineSpec machine;
    private final Set<PathCost> used;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * One number.
     *
     * @param name where it is, such as {@code costs.pipe_write.instructions}
     */
    public record Entry(String name, Quantity quantity) {}

    /** What happens to each number on a walk. */
    @FunctionalInterface
    private interface Visitor {
        Quantity visit(String name, Quantity quantity);
    }

    /**
     * @param kernels path costs that none of them uses are left out
     */
    public EstimatedNumbers(MachineSpec machine, List<KernelVersion> kernels) {
        this.machine = machine;
        this.used = new HashSet<>();
        kernels.forEach(version -> used.addAll(machine.costs().forKernel(version).values()));
        final Object same =
                walk(
                        "",
                        machine,
                        (name, quantity) -> {
                            entries.add(new Entry(name, quantity));
                            return quantity;
                        });
        assert same.equals(machine) : "a walk that changes nothing changed something";
    }

    /** All of them, in the order of the records. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /**
     * The machine with each number somewhere in its range.
     *
     * @param places one for each number: 0 its low end, 0.5 the number itself, 1 its high end
     */
    public MachineSpec at(double[] places) {
        if (places.length != entries.size()) {
            throw new IllegalArgumentException(places.length + " places, " + entries.size());
        }
        final int[] next = {0};
        return (MachineSpec) walk("", machine, (name, quantity) -> at(quantity, places[next[0]++]));
    }

    private static Quantity at(Quantity quantity, double place) {
        final double below = quantity.value() - quantity.low();
        final double above = quantity.high() - quantity.value();
        final double moved = place < 0.5 ? (2 * place - 1) * below : (2 * place - 1) * above;
        return quantity.withValue(
                Math.clamp(quantity.value() + Math.round(moved), quantity.low(), quantity.high()));
    }

    private Object walk(String name, Object value, Visitor visitor) {
        return switch (value) {
            case Quantity quantity ->
                    quantity.isFixed() || quantity.basis() != Basis.ESTIMATED
                            ? quantity
                            : visitor.visit(name, quantity);
            case PathCost cost when !used.contains(cost) -> cost;
            case List<?> list -> walkList(name, list, visitor);
            case Optional<?> optional -> walkOptional(name, optional, visitor);
            case HardwareSpec.RecordedSystemSpec recorded -> recorded; // not part of the machine
            case Record group -> rebuilt(name, group, visitor);
            default -> value;
        };
    }

    /** What no number of changed is the same object, so that nobody has to compare. */
    private Object walkList(String name, List<?> list, Visitor visitor) {
        final List<Object> items = new ArrayList<>();
        boolean changed = false;
        for (int i = 0; i < list.size(); i++) {
            final Object item = list.get(i);
            items.add(walk(name + itemName(item, i), item, visitor));
            changed |= isOther(items.getLast(), item);
        }
        return changed ? items : list;
    }

    private Object walkOptional(String name, Optional<?> optional, Visitor visitor) {
        if (optional.isEmpty()) {
            return optional;
        }
        final Object inner = optional.get();
        final Object walked = walk(name, inner, visitor);
        return isOther(walked, inner) ? Optional.of(walked) : optional;
    }

    @SuppressWarnings("ReferenceEquality") // a walk hands on what it does not change
    private static boolean isOther(Object after, Object before) {
        return after != before;
    }

    /** Items are told apart by what they are called, or by their place. */
    private static String itemName(Object item, int index) {
        return switch (item) {
            case PathCost cost ->
                    "."
                            + cost.path().key()
                            + (cost.kernels().toString().equals("..")
                                    ? ""
                                    : "(" + cost.kernels() + ")");
            case MachineSpec.FrequencyDomainSpec domain -> "." + domain.name();
            case MachineSpec.IdleStateSpec state -> "." + state.name();
            case HardwareSpec.CoreTypeSpec type -> "." + type.name();
            case HardwareSpec.ClusterSpec cluster -> "." + cluster.name();
            case HardwareSpec.ClusterStateSpec state -> "." + state.name();
            case HardwareSpec.CeilingSpec ceiling -> "." + ceiling.name();
            case HardwareSpec.ThermalZoneSpec zone -> "." + zone.name();
            default -> "[" + index + "]";
        };
    }

    private Object rebuilt(String name, Record group, Visitor visitor) {
        final RecordComponent[] components = group.getClass().getRecordComponents();
        final Class<?>[] types = new Class<?>[components.length];
        final Object[] values = new Object[components.length];
        boolean changed = false;
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                final Object before = components[i].getAccessor().invoke(group);
                final String component = components[i].getName();
                values[i] = walk(named(name, component), before, visitor);
                changed |= isOther(values[i], before);
            }
            return changed
                    ? group.getClass().getDeclaredConstructor(types).newInstance(values)
                    : group;
        } catch (ReflectiveOperationException e) {
            if (e instanceof InvocationTargetException thrown
                    && thrown.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new LinkageError(group.getClass() + " is no plain record", e);
        }
    }

    /** As in a machine file, where {@code hardware} and the list of paths have no name. */
    private static String named(String name, String component) {
        if (component.equals("hardware") || component.equals("paths")) {
            return name;
        }
        return name.isEmpty() ? component : name + "." + component;
    }
}
