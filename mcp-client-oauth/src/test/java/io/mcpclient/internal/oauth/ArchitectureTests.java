package io.mcpclient.internal.oauth;

import java.time.Instant;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** The structure of this module as rules: it is built on the public API of the core. */
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient.";

    private static final String OAUTH = ROOT + "internal.oauth";

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption((Location location) -> location.contains("mcp-client-oauth"))
            .importPackages("io.mcpclient");

    @Test
    void everythingIsInOnePackage() {
        classes().should().resideInAPackage(OAUTH).check(MODULE);
    }

    @Test
    void noClassUsesInternalsOfTheCore() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAPackage(ROOT + "internal..").and(DescribedPredicate.not(resideInAPackage(OAUTH))))
                .because("a module is built on the public API of others: make public what both need, or move it")
                .check(MODULE);
    }

    @Test
    void neitherJacksonNorNettyNorWebClientIsUsed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "tools.jackson..",
                        "io.netty..",
                        "reactor.netty..",
                        "org.springframework.boot..",
                        "org.springframework.http..",
                        "org.springframework.web..")
                .because("documents are read by the library of OAuth, and requested with UntrustedHttpClient")
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
    void noClassBlocksOrReadsAClock() {
        noClasses()
                .should()
                .callMethod(Mono.class, "block")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .because("a test replaces the time of a client: ask its TimeSource")
                .check(MODULE);
    }
}
