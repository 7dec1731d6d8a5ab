package io.mcpclient.protocol;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The structure of this module as rules: values, and nothing that waits, sends or decides. */
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient.";

    /** Which package may use which others. A package without a row fails the build. */
    private static final Map<String, List<String>> MAY_USE = Map.of(
            "text", List.of(),
            "error", List.of("text"),
            "internal.schema", List.of(),
            "support.json", List.of("text"),
            "schema", List.of("text", "internal.schema", "support.json"),
            "support.schema", List.of("schema", "internal.schema"),
            "jsonrpc", List.of("text", "schema", "internal.schema", "support.json", "support.schema"));

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.mcpclient");

    static List<String> packages() {
        return List.copyOf(MAY_USE.keySet());
    }

    private static String[] names(Stream<String> packages) {
        return packages.map(ROOT::concat).toArray(String[]::new);
    }

    @Test
    void everyPackageHasARow() {
        classes().should().resideInAnyPackage(names(MAY_USE.keySet().stream())).check(MODULE);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageUsesOnlyWhatItsRowAllows(String name) {
        String[] allowed = names(Stream.concat(Stream.of(name), MAY_USE.getOrDefault(name, List.of()).stream()));
        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.mcpclient..").and(DescribedPredicate.not(resideInAnyPackage(allowed))))
                .check(MODULE);
    }

    @Test
    void onlyJacksonAndTheJdkAreUsed() {
        noClasses()
                .should()
                .dependOnClassesThat(DescribedPredicate.not(resideInAnyPackage(
                        "java..", "io.mcpclient..", "tools.jackson..", "com.fasterxml.jackson..", "org.jspecify..")))
                .because("what waits, sends or logs belongs into mcp-client-core")
                .check(MODULE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.mcpclient.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void everythingIsNullMarked() {
        classes()
                .should(ArchConditions.be(DescribedPredicate.<JavaClass>describe(
                        "in a package with @NullMarked",
                        type -> type.getPackage().isAnnotatedWith(NullMarked.class))))
                .check(MODULE);
    }
}
