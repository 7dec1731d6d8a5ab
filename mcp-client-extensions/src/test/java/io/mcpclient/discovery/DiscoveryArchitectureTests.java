package io.mcpclient.discovery;

import java.time.Instant;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The structure of discovery as rules. */
class DiscoveryArchitectureTests {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(
                    (Location location) -> location.contains("mcp-client-extensions") && !location.contains("/test"))
            .importPackages("io.mcpclient.discovery");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.mcpclient.discovery.(**)")
                .should()
                .beFreeOfCycles()
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("io.mcpclient.discovery.internal")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.mcpclient.discovery")
                .check(MAIN);
    }

    @Test
    void noClassUsesInternalsOfTheCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.mcpclient.internal..")
                .check(MAIN);
    }

    @Test
    void onlyOnePackageReadsJson() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.mcpclient.discovery.internal")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..")
                .check(MAIN);
    }

    // CRD-13: untrusted addresses are read through UntrustedHttpClient alone
    @Test
    void noClassOpensConnectionsOrStartsProcesses() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "io.netty..", "reactor.netty..", "org.springframework..")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(
                        Process.class, ProcessBuilder.class, Runtime.class, java.net.URL.class, java.net.Socket.class)
                .check(MAIN);
    }

    @Test
    void noClassBlocksWithoutALimitOrReadsAClock() {
        noClasses()
                .should()
                .callMethod(Mono.class, "block")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(MAIN);
    }
}
