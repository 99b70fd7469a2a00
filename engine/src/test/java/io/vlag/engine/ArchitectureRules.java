package io.vlag.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Who may know whom, as a table, and the few things that only one place may touch. A package that
 * is not in the table fails a rule, so that a new one gets its arrows on the day it appears; one
 * that has no classes yet passes.
 */
final class ArchitectureRules {
    /** A package (with its sub-packages) and everything of Vlag that it may use. */
    record Place(String name, List<String> mayUse) {}

    private static final List<String> BASE = List.of("offheap", "rbtree", "pelt", "hw");

    /**
     * Packages of one level may use each other one way round; that there is no cycle is a rule of
     * its own.
     */
    static final List<Place> PLACES =
            List.of(
                    place("golden"), // support for tests: uses nothing, and no product uses it
                    place("offheap"),
                    place("rbtree", "offheap"),
                    place("pelt", "offheap"),
                    place("hw", "offheap"),
                    engine("config", "state", "journal"),
                    engine("state", "config", "journal"),
                    engine("journal", "config", "state"),
                    engine("kernel", "config", "state", "journal", "workload"),
                    engine("workload", "config", "state", "journal", "kernel"),
                    engine("plan", "config", "state", "journal", "kernel", "workload"),
                    engine("check", "config", "state", "kernel"),
                    engine(
                            "sim",
                            "config",
                            "state",
                            "journal",
                            "kernel",
                            "workload",
                            "plan",
                            "check"),
                    engine(
                            "sweep",
                            "config",
                            "state",
                            "journal",
                            "kernel",
                            "workload",
                            "plan",
                            "check",
                            "sim",
                            "analysis",
                            "importer",
                            "exporter",
                            "report"),
                    place("engine.analysis"),
                    engine(
                            "conform",
                            "config",
                            "journal",
                            "workload",
                            "plan",
                            "sim",
                            "sweep",
                            "importer"),
                    engine(
                            "cli",
                            "config",
                            "state",
                            "journal",
                            "kernel",
                            "workload",
                            "plan",
                            "check",
                            "sim",
                            "sweep",
                            "analysis",
                            "conform",
                            "importer",
                            "exporter",
                            "report"),
                    place("engine.spark", "engine.cli"),
                    place("engine.importer", "engine.config"),
                    place("engine.exporter", "engine.journal", "engine.config", "offheap"),
                    place("engine.report", "engine.journal", "engine.config", "offheap"));

    private ArchitectureRules() {}

    static List<ArchRule> all() {
        final List<ArchRule> rules = new ArrayList<>();
        for (Place place : PLACES) {
            rules.add(arrowsOf(place));
        }
        rules.add(everyPackageHasAPlace());
        rules.add(noCyclesInsideTheEngine());
        rules.add(rawMemoryStaysInOffheapAndJournal());
        rules.add(nobodyUsesUnsafe());
        rules.add(onlyTheJournalKnowsChronicle());
        rules.add(onlyTheCommandLinesKnowPicocli());
        rules.add(onlyTheSparkJobKnowsSpark());
        rules.add(simulationsTakeTimeAndSeedFromTheirPlan());
        return rules;
    }

    private static ArchRule arrowsOf(Place place) {
        final String[] allowed =
                Stream.concat(Stream.of(place.name()), place.mayUse().stream())
                        .map(ArchitectureRules::tree)
                        .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(tree(place.name()))
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.vlag..").and(not(resideInAnyPackage(allowed))))
                .because(place.name() + " may use only " + place.mayUse())
                .allowEmptyShould(true);
    }

    private static ArchRule everyPackageHasAPlace() {
        final String[] known =
                PLACES.stream().map(place -> tree(place.name())).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage("io.vlag..")
                .should()
                .resideOutsideOfPackages(known)
                .because("a new package belongs into the table of ArchitectureRules");
    }

    private static ArchRule noCyclesInsideTheEngine() {
        return slices().matching("io.vlag.engine.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    private static ArchRule rawMemoryStaysInOffheapAndJournal() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(tree("offheap"), tree("engine.journal"))
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Arena.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Linker.class)
                .orShould()
                .callMethod(MemorySegment.class, "reinterpret", long.class)
                .orShould()
                .callMethod(MemorySegment.class, "ofAddress", long.class)
                .because("nobody else owns memory or mentions an address")
                .allowEmptyShould(true);
    }

    private static ArchRule nobodyUsesUnsafe() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .haveSimpleName("Unsafe")
                .because("it was no faster and drops every check");
    }

    private static ArchRule onlyTheJournalKnowsChronicle() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(tree("engine.journal"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("net.openhft..")
                .because("its API and its JVM flags reach nothing else")
                .allowEmptyShould(true);
    }

    private static ArchRule onlyTheCommandLinesKnowPicocli() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(tree("engine.cli"), tree("engine.spark"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..")
                .allowEmptyShould(true);
    }

    private static ArchRule onlyTheSparkJobKnowsSpark() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(tree("engine.spark"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.spark..", "scala..")
                .because("it is not shipped")
                .allowEmptyShould(true);
    }

    private static ArchRule simulationsTakeTimeAndSeedFromTheirPlan() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        tree("rbtree"),
                        tree("pelt"),
                        tree("hw"),
                        tree("engine.state"),
                        tree("engine.kernel"),
                        tree("engine.workload"),
                        tree("engine.plan"),
                        tree("engine.check"),
                        tree("engine.sim"))
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "identityHashCode", Object.class)
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .because("the same plan must give the same bytes")
                .allowEmptyShould(true);
    }

    private static String tree(String name) {
        return "io.vlag." + name + "..";
    }

    private static Place place(String name, String... mayUse) {
        return new Place(name, List.of(mayUse));
    }

    private static Place engine(String name, String... mayUse) {
        final List<String> all = new ArrayList<>(BASE);
        for (String used : mayUse) {
            all.add("engine." + used);
        }
        return new Place("engine." + name, List.copyOf(all));
    }
}
