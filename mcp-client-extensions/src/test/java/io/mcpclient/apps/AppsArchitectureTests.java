package io.mcpclient.apps;

import java.time.Instant;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The structure of MCP Apps as rules: it is built on the public API of the core. */
class AppsArchitectureTests {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(
                    (Location location) -> location.contains("mcp-client-extensions") && !location.contains("/test"))
            .importPackages("io.mcpclient.apps");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.mcpclient.apps.(**)").should().beFreeOfCycles().check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("io.mcpclient.apps.internal")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.mcpclient.apps")
                .check(MAIN);
    }

    @Test
    void noClassUsesInternalsOfTheCoreOrAnotherExtension() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.mcpclient.internal..", "io.mcpclient.skills..", "io.mcpclient.discovery..")
                .check(MAIN);
    }

    // APP-34: nothing is fetched but from the server of the view
    @Test
    void noClassOpensConnectionsOrStartsProcesses() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.net.http..", "io.netty..", "reactor.netty..", "org.springframework..", "tools.jackson..")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(ProcessBuilder.class, Runtime.class, java.net.URL.class, java.net.Socket.class)
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
