package io.vlag.engine.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns expressions such as {@code 7.0+ttwu+NO_DELAY_ZERO+lag_limit=max_2slice_tick} into kernels:
 * a kernel, plus patches, plus single changes, which win over both.
 */
final class KernelLibrary {
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z0-9_]+)=(-?[A-Za-z0-9_]+)");
    private static final String NO = "NO_";
    private static final KernelVersion AFTER_ALL = new KernelVersion(Integer.MAX_VALUE, 0, 0);

    private final DataFiles<KernelFile> kernels;
    private final DataFiles<PatchFile> patches;

    KernelLibrary(List<Path> roots) {
        kernels = new DataFiles<>("kernels", roots, KernelFile::read, KernelFile::name);
        patches = new DataFiles<>("patches", roots, PatchFile::read, PatchFile::name);
    }

    /** Names of all kernels, by version, then name. */
    List<String> kernelNames() {
        final List<String> names = new ArrayList<>(kernels.names());
        names.sort(
                Comparator.comparing(KernelLibrary::sortKey)
                        .thenComparing(Comparator.naturalOrder()));
        return List.copyOf(names);
    }

    private static KernelVersion sortKey(String name) {
        return KernelVersion.find(name).orElse(AFTER_ALL);
    }

    List<String> patchNames() {
        return patches.names();
    }

    KernelSpec resolve(String expression, SourcePosition position, String key) {
        return new Resolution(expression, position, key, Set.of()).run();
    }

    /** One expression on its way to a kernel. */
    private final class Resolution {
        private final String expression;
        private final SourcePosition position;
        private final String key;
        private final Set<String> followers;
        private final Problems problems;
        private final Map<KernelChange, KernelSpec.ChangeValue> values =
                new EnumMap<>(KernelChange.class);
        private final Map<KernelChange, KernelSpec.ChangeValue> patched =
                new EnumMap<>(KernelChange.class);
        private final Map<KernelChange, KernelSpec.ChangeValue> flipped =
                new EnumMap<>(KernelChange.class);
        private final List<String> sources = new ArrayList<>();

        /**
         * @param followers kernels on the way here, to notice a circle
         */
        Resolution(String expression, SourcePosition position, String key, Set<String> followers) {
            this.followers = followers;
            this.expression = expression;
            this.position = position;
            this.key = key;
            this.problems = new Problems(position.file());
        }

        KernelSpec run() {
            final String[] terms = expression.split("\\+", -1);
            final KernelFile kernel = base(terms[0].strip());
            Confidence confidence = kernel.changes().confidence();
            sources.add(kernel.name() + ": " + kernel.changes().source());
            final Set<String> seen = new HashSet<>();
            for (int i = 1; i < terms.length; i++) {
                final String term = terms[i].strip();
                if (!seen.add(term)) {
                    reject(Texts.quote(term) + " is added twice; remove one");
                } else if (patches.names().contains(term)) {
                    confidence = confidence.and(add(kernel, term));
                } else {
                    flip(term);
                }
            }
            problems.throwIfAny();
            values.putAll(patched);
            values.putAll(flipped);
            return new KernelSpec(expression, kernel.version(), values, sources, confidence);
        }

        private KernelFile base(String name) {
            final KernelFile kernel =
                    kernels.find(name)
                            .orElseThrow(
                                    () ->
                                            new ConfigException(
                                                    position,
                                                    key,
                                                    Texts.quote(name)
                                                            + " is not known; choose one of "
                                                            + String.join(", ", kernelNames())
                                                            + patchAdvice(name)));
            collect(kernel);
            final List<String> missing =
                    List.of(KernelChange.values()).stream()
                            .filter(change -> !values.containsKey(change))
                            .map(KernelChange::key)
                            .toList();
            if (!missing.isEmpty()) {
                throw new ConfigException(
                        kernel.position(),
                        "changes",
                        "says nothing about "
                                + String.join(", ", missing)
                                + "; add them, or a kernel to follow");
            }
            return kernel;
        }

        private String patchAdvice(String name) {
            return patches.names().contains(name)
                    ? "; a patch is added to a kernel, as in 7.0+" + name
                    : "";
        }

        private void collect(KernelFile kernel) {
            final Set<String> chain = new LinkedHashSet<>(followers);
            if (!chain.add(kernel.name())) {
                throw new ConfigException(
                        kernel.position(),
                        "follows",
                        "goes in a circle: "
                                + String.join(" follows ", chain)
                                + " follows "
                                + kernel.name());
            }
            kernel.follows()
                    .map(
                            followed ->
                                    new Resolution(followed, kernel.position(), "follows", chain)
                                            .run())
                    .ifPresent(followed -> values.putAll(followed.values()));
            values.putAll(kernel.changes().values());
        }

        private Confidence add(KernelFile kernel, String name) {
            final PatchFile patch = patches.find(name).orElseThrow();
            if (!patch.appliesTo(kernel.version())) {
                reject(
                        "patch "
                                + name
                                + " does not apply to "
                                + kernel.name()
                                + ", which is version "
                                + kernel.version()
                                + "; it applies to "
                                + patch.appliesToText());
            }
            sources.add(name + ": " + patch.changes().source());
            patch.changes()
                    .values()
                    .forEach(
                            (change, value) -> {
                                final KernelSpec.ChangeValue earlier = patched.put(change, value);
                                if (earlier != null && !earlier.form().equals(value.form())) {
                                    reject(
                                            "patches "
                                                    + earlier.setBy()
                                                    + " and "
                                                    + value.setBy()
                                                    + " set "
                                                    + change.key()
                                                    + " differently, to "
                                                    + earlier.form()
                                                    + " and "
                                                    + value.form()
                                                    + "; keep one of them");
                                }
                            });
            return patch.changes().confidence();
        }

        private void flip(String term) {
            final Matcher assignment = ASSIGNMENT.matcher(term);
            if (assignment.matches()) {
                assign(term, assignment.group(1), assignment.group(2));
                return;
            }
            final boolean off = term.startsWith(NO);
            final String name = off ? term.substring(NO.length()) : term;
            final KernelChange change = KernelChange.byKey(name).orElse(null);
            if (change == null) {
                rejectTerm(term);
            } else if (change.kind() == KernelChange.Kind.FEATURE) {
                put(change, off ? "off" : "on", term);
            } else {
                reject(
                        Texts.quote(term)
                                + " needs a value; write "
                                + change.key()
                                + "="
                                + (change.kind() == KernelChange.Kind.TUNABLE
                                        ? change.max()
                                        : Texts.or(change.forms())));
            }
        }

        private void assign(String term, String name, String text) {
            final KernelChange change = KernelChange.byKey(name).orElse(null);
            if (change == null) {
                rejectTerm(term);
                return;
            }
            final YamlNode node = new YamlNode.Scalar(text, true, position);
            ChangeSetReader.form(change, new Value(node, Texts.join(key, change.key()), problems))
                    .ifPresent(form -> put(change, form, term));
        }

        private void put(KernelChange change, String form, String term) {
            final KernelSpec.ChangeValue value =
                    new KernelSpec.ChangeValue(
                            form, term, "asked for in " + expression, Confidence.CONFIRMED);
            final KernelSpec.ChangeValue earlier = flipped.put(change, value);
            if (earlier != null && !earlier.form().equals(form)) {
                reject(
                        Texts.quote(earlier.setBy())
                                + " and "
                                + Texts.quote(term)
                                + " contradict each other; keep one");
            }
        }

        private void rejectTerm(String term) {
            final List<String> known = new ArrayList<>(patches.names());
            for (final KernelChange change : KernelChange.values()) {
                known.add(change.key());
                if (change.kind() == KernelChange.Kind.FEATURE) {
                    known.add(NO + change.key());
                }
            }
            final String word = term.indexOf('=') < 0 ? term : term.substring(0, term.indexOf('='));
            reject(
                    Texts.quote(word)
                            + " is neither a patch nor a change; "
                            + Texts.nearest(word, known)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse(
                                            "patches are "
                                                    + String.join(", ", patches.names())
                                                    + "; changes are features such as"
                                                    + " NO_DELAY_DEQUEUE and rules such as"
                                                    + " lag_limit=max_2slice_tick"));
        }

        private void reject(String message) {
            problems.add(position, key, message);
        }
    }
}
