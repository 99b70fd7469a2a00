package io.vlag.engine.sim;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every object that a simulation reaches, by reflection: what of it can change, and what does. */
final class HeapWalk {
    private final IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
    private final Deque<Object> open = new ArrayDeque<>();
    private final List<Place> variables = new ArrayList<>();
    private final List<OwnArray> arrays = new ArrayList<>();
    private final Set<String> strangers = new TreeSet<>();

    /** A field that can be assigned, of one object. */
    record Place(Object owner, Field field) {
        String name() {
            return field.getDeclaringClass().getSimpleName() + "." + field.getName();
        }
    }

    /** An array, and the field that it was found through. */
    private record OwnArray(String name, Object array) {}

    private HeapWalk() {}

    static HeapWalk from(Object... roots) {
        final HeapWalk walk = new HeapWalk();
        for (final Object root : roots) {
            walk.reach("", root);
        }
        while (!walk.open.isEmpty()) {
            walk.look(walk.open.pop());
        }
        return walk;
    }

    /** Fields that can be assigned. */
    List<Place> variables() {
        return variables;
    }

    /** Objects found. */
    int objectCount() {
        return seen.size();
    }

    /** Types of other people that may keep something, and are not looked into. */
    Set<String> strangers() {
        return strangers;
    }

    /** Contents of all arrays of numbers, by field; many arrays of one field are one text. */
    Map<String, String> arrayContents() {
        final Map<String, String> contents = new TreeMap<>();
        for (final OwnArray own : arrays) {
            final StringBuilder text = new StringBuilder();
            for (int i = 0; i < Array.getLength(own.array); i++) {
                text.append(Array.get(own.array, i)).append(' ');
            }
            contents.merge(own.name, text.append('|').toString(), String::concat);
        }
        return contents;
    }

    /** Puts anything into the arrays of a field. */
    void spoilArrays(String name, SplittableRandom random) {
        for (final OwnArray own : arrays) {
            for (int i = 0; own.name.equals(name) && i < Array.getLength(own.array); i++) {
                Array.setInt(own.array, i, random.nextInt());
            }
        }
    }

    private void reach(String through, @Nullable Object object) {
        if (object == null || seen.put(object, true) != null) {
            return;
        }
        final Class<?> type = object.getClass();
        if (type.isArray()) {
            if (type.getComponentType().isPrimitive()) {
                arrays.add(new OwnArray(through, object));
            } else {
                for (final Object element : (Object[]) object) {
                    reach(through, element);
                }
            }
        } else if (object instanceof Collection<?> all) {
            all.forEach(element -> reach(through, element));
        } else if (object instanceof Map<?, ?> map) {
            map.forEach(
                    (key, value) -> {
                        reach(through, key);
                        reach(through, value);
                    });
        } else if (object instanceof Optional<?> optional) {
            reach(through, optional.orElse(null));
        } else if (type.getName().startsWith("io.vlag.") && !(object instanceof Enum<?>)) {
            open.push(object);
        } else if (!(object instanceof String
                || object instanceof Number
                || object instanceof Boolean
                || object instanceof Enum<?>
                || object instanceof OptionalLong
                || object instanceof java.nio.file.Path)) {
            strangers.add(through + ": " + type.getName());
        }
    }

    private void look(Object object) {
        for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (final Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    look(object, field);
                }
            }
        }
    }

    private void look(Object object, Field field) {
        field.setAccessible(true);
        final Place place = new Place(object, field);
        if (!Modifier.isFinal(field.getModifiers())) {
            variables.add(place);
        }
        try {
            if (!field.getType().isPrimitive()) {
                reach(place.name(), field.get(object));
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(place.name(), e);
        }
    }
}
