package io.mcpclient.skills;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The structure of this module as rules: it is built on the public API of the core. */
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient.";

    /** Which package of this module may use which others of it. */
    private static final Map<String, List<String>> MAY_USE =
            Map.of("skills", List.of("skills.internal"), "skills.internal", List.of());

    /** Which packages own which library; SKL-12: nothing here opens a connection. */
    private static final Map<String, List<String>> OWNERS = Map.of(
            "org.snakeyaml..", List.of("skills.internal"),
            "tools.jackson..", List.of(),
            "java.net.http..", List.of(),
            "io.netty..", List.of(),
            "reactor.netty..", List.of(),
            "org.springframework.web..", List.of(),
            "org.springframework.boot..", List.of());

    private static final String[] PACKAGES =
            MAY_USE.keySet().stream().map(ROOT::concat).toArray(String[]::new);

    private static final DescribedPredicate<JavaClass> OF_THIS_MODULE = resideInAnyPackage(PACKAGES);

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption((Location location) -> location.contains("mcp-client-extensions"))
            .importPackages("io.mcpclient.skills");

    static List<String> packages() {
        return List.copyOf(MAY_USE.keySet());
    }

    static List<String> libraries() {
        return List.copyOf(OWNERS.keySet());
    }

    @Test
    void everyPackageHasARow() {
        classes().should().resideInAnyPackage(PACKAGES).check(MODULE);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageUsesOnlyWhatItsRowAllows(String name) {
        String[] allowed = Stream.concat(Stream.of(name), MAY_USE.getOrDefault(name, List.of()).stream())
                .map(ROOT::concat)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat(OF_THIS_MODULE.and(DescribedPredicate.not(resideInAnyPackage(allowed))))
                .check(MODULE);
    }

    @Test
    void noClassUsesInternalsOfTheCore() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "internal..").and(DescribedPredicate.not(OF_THIS_MODULE)))
                .because("a module is built on the public API of others: make public what both need, or move it")
                .check(MODULE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.mcpclient.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryIsUsedOnlyByItsOwners(String library) {
        String[] owners = OWNERS.getOrDefault(library, List.of()).stream()
                .map(ROOT::concat)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideOutsideOfPackages(owners)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(MODULE);
    }

    @Test
    void everythingIsNullMarked() {
        classes()
                .should(com.tngtech.archunit.lang.conditions.ArchConditions.be(
                        DescribedPredicate.describe("in a package with @NullMarked", type -> type.getPackage()
                                .isAnnotatedWith(NullMarked.class))))
                .check(MODULE);
    }

    @Test
    void noClassBlocksWithoutALimitReadsAClockOrStartsAProcess() {
        noClasses()
                .should()
                .callMethod(Mono.class, "block")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ProcessBuilder.class)
                .because("a test replaces the time of a client, and skills execute nothing (SKL-65, SKL-66)")
                .check(MODULE);
    }
}
