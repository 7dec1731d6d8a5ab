package io.mcpclient.tools;

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
    private static final Map<String, List<String>> MAY_USE = Map.of(
            "model", List.of(),
            "internal.model", List.of("model"),
            "support.model", List.of("internal.model"),
            "registry", List.of("model", "internal.model"),
            "typed", List.of(),
            "typed.generator", List.of("typed"));

    private static final String[] PACKAGES =
            MAY_USE.keySet().stream().map(ROOT::concat).toArray(String[]::new);

    private static final DescribedPredicate<JavaClass> OF_THIS_MODULE = resideInAnyPackage(PACKAGES);

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption((Location location) -> location.contains("mcp-client-tools"))
            .importPackages("io.mcpclient");

    static List<String> packages() {
        return List.copyOf(MAY_USE.keySet());
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

    /** Which packages own which library; everybody else asks them. */
    private static final Map<String, List<String>> OWNERS = Map.of(
            "org.apache.lucene..", List.of("registry"),
            "com.palantir.javapoet..", List.of("typed.generator"),
            "org.springframework.web..", List.of("typed"),
            "tools.jackson..", List.of(),
            "io.netty..", List.of(),
            "org.springframework.boot..", List.of());

    static List<String> libraries() {
        return List.copyOf(OWNERS.keySet());
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
    void noClassBlocksWithoutALimitOrReadsAClock() {
        noClasses()
                .that()
                .doNotHaveSimpleName("MergedRegistry") // serves several clients
                .should()
                .callMethod(Mono.class, "block")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .because("a test replaces the time of a client: ask its TimeSource")
                .check(MODULE);
    }

    @Test
    void noClassUsesTheFluentApiOfSlf4j() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.slf4j.spi.LoggingEventBuilder")
                .because("mcp-client-maven-plugin runs with the SLF4J 1.7 of Maven 3: use Loggers")
                .check(MODULE);
    }
}
