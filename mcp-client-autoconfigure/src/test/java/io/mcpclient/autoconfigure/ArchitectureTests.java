package io.mcpclient.autoconfigure;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

@AnalyzeClasses(
        packages = {"io.mcpclient.autoconfigure", "io.mcpclient.spring"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient.autoconfigure";

    private static final String SPRING = "io.mcpclient.spring";

    /** Public for Spring, for bindings and for other packages of this module; applications import {@value #SPRING}. */
    private static final Set<String> PUBLIC = Set.of(
            "AnnotatedMethods",
            "McpAppsAutoConfiguration",
            "AuthBeans",
            "AuthProperties",
            "ConnectionDetailsBeans",
            "HandlerBeans",
            "ListenerBeans",
            "ResolverBeans",
            "ServerBeans",
            "SslContexts",
            "TransportBeans",
            "UnusedHttpBeans",
            "ConfigFile",
            "ConfiguredServers",
            "EntryNames",
            "EnvironmentNames",
            "ExtensionProperties",
            "JsonObjectProperty",
            "KnownProperties",
            "McpServersFiles",
            "McpToolClientRegistrar",
            "OwnPropertiesAdvisor",
            "PastedServers",
            "ServerBinder",
            "ServerProperties",
            "ServerToolProperties",
            "McpAuthEndpoints",
            "McpAuthorizationGuard",
            "McpApprovalAuditAutoConfiguration",
            "McpAuthorizationGuardAutoConfiguration",
            "McpAuthProperties",
            "McpAuthorizationWebAutoConfiguration",
            "McpClientAutoConfiguration",
            "McpCloudAutoConfiguration",
            "McpProperties",
            "McpRegistrationAuthorizations",
            "McpRegistrationAutoConfiguration",
            "McpServiceAddresses",
            "McpEndpointAutoConfiguration",
            "McpHealthAutoConfiguration",
            "McpIdentityAutoConfiguration",
            "McpInfoAutoConfiguration",
            "McpMeterBinder",
            "McpMetricsAutoConfiguration",
            "McpObservationAutoConfiguration",
            "ObservationProperties",
            "McpSessionAutoConfiguration",
            "McpSessionStoreHealthAutoConfiguration",
            "McpSessionStoreSelector",
            "McpDiscoveryAutoConfiguration",
            "McpSkillsAutoConfiguration",
            "McpSkillsEndpointAutoConfiguration",
            "JdbcMcpSessionStore",
            "JdbcMcpTokenStore",
            "McpTokenStoreAutoConfiguration",
            "McpTokenStoreHealthAutoConfiguration",
            "RedisMcpSessionStore",
            "RedisMcpTokenStore",
            "SessionProperties",
            "ApplicationHttpSettings",
            "AuthMapper",
            "AuthSettings",
            "ClientInfoMapper",
            "Layer",
            "Placeholders",
            "DiscoveryProperties",
            "FoundServer",
            "FoundServers",
            "RegistryProperties",
            "MisspeltVariables",
            "ReservedHeaders",
            "ServerLookup",
            "ServerLookups",
            "ServerPolicy",
            "ServerSettings",
            "ServerSettingsMapper",
            "ServiceUrl",
            "ToolsMapper",
            "TokenStoreProperties",
            "TokenStoreSettings");

    @ArchTest
    static final ArchRule springKnowsNoWiring = noClasses()
            .that()
            .resideInAPackage(SPRING)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + "..")
            .because("applications import it, and wiring may change at any time");

    /** Children that need no library besides those of this module. */
    private static final String[] PARTS =
            parts().keySet().stream().map(name -> ROOT + "." + name).toArray(String[]::new);

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @ArchTest
    static final ArchRule internalsOfOtherModulesAreNotUsed = noClasses()
            .that()
            .resideInAnyPackage("io.mcpclient.autoconfigure..", "io.mcpclient.spring..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.mcpclient.internal..")
            .because("a module is built on the public API of others: make public what both need, or move it");

    @ArchTest
    static final ArchRule rootKnowsNoneOfItsChildren = noClasses()
            .that()
            .resideInAPackage(ROOT)
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + ".*..").and(DescribedPredicate.not(resideInAnyPackage(PARTS))))
            .because("a child is loaded only if its library is there");

    /** What a part may use besides itself. */
    static Map<String, Set<String>> parts() {
        return Map.of(
                "files", Set.of(),
                "properties", Set.of(),
                "settings", Set.of("files", "properties"),
                "beans", Set.of("settings"),
                "auth", Set.of("beans", "properties", "settings"),
                "typed", Set.of("properties"));
    }

    static Set<Map.Entry<String, Set<String>>> partEntries() {
        return parts().entrySet();
    }

    @ParameterizedTest
    @MethodSource("partEntries")
    void partUsesOnlyPartsBelowIt(Map.Entry<String, Set<String>> part) {
        String[] allowed = Stream.concat(Stream.of(part.getKey()), part.getValue().stream())
                .map(name -> ROOT + "." + name)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(ROOT + "." + part.getKey())
                .should()
                .dependOnClassesThat(
                        resideInAPackage(ROOT + "..").and(DescribedPredicate.not(resideInAnyPackage(allowed))))
                .check(MODULE);
    }

    @ArchTest
    static final ArchRule actuateKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".actuate")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".diagnostics");

    @ArchTest
    static final ArchRule diagnosticsKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".diagnostics")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".actuate");

    @ArchTest
    static final ArchRule sessionKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".session")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".actuate", ROOT + ".diagnostics", ROOT + ".token");

    @ArchTest
    static final ArchRule tokenKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".token")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".actuate", ROOT + ".diagnostics", ROOT + ".session");

    @ArchTest
    static final ArchRule storeKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".store")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".actuate", ROOT + ".diagnostics", ROOT + ".session", ROOT + ".token")
            .because("sessions and tokens use it");

    @ArchTest
    static final ArchRule databasesStayInTheirPackage = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".store", ROOT + ".session", ROOT + ".token")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "javax.sql..",
                    "org.springframework.jdbc..",
                    "org.springframework.dao..",
                    "org.springframework.transaction..",
                    "org.springframework.boot.jdbc..",
                    "org.springframework.boot.sql..",
                    "org.springframework.data..");

    @ArchTest
    static final ArchRule optionalLibrariesStayInTheirPackage = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".actuate", ROOT + ".skills")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.boot.actuate..", "org.springframework.boot.health..");

    @ArchTest
    static final ArchRule observationKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".observation")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".actuate", ROOT + ".diagnostics");

    @ArchTest
    static final ArchRule securityKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".security")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".actuate", ROOT + ".diagnostics", ROOT + ".session", ROOT + ".web");

    @ArchTest
    static final ArchRule springSecurityStaysInItsPackage = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".security")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.security..");

    @ArchTest
    static final ArchRule webKnowsNoOtherChild = noClasses()
            .that()
            .resideInAPackage(ROOT + ".web")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".actuate", ROOT + ".diagnostics", ROOT + ".session", ROOT + ".security");

    @ArchTest
    static final ArchRule webStacksStayInTheirPackage = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".web")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "jakarta.servlet..",
                    "org.springframework.web.servlet..",
                    "org.springframework.web.reactive.function.server..");

    @ArchTest
    static final ArchRule dockerComposeStaysInItsPackage = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".compose")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.boot.docker.compose..");

    @ArchTest
    static final ArchRule springCloudStaysInItsPackage = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".cloud")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.cloud..");

    @ArchTest
    static final ArchRule metricsStayInTheirPackage = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".observation")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.micrometer..");

    @ArchTest
    static final ArchRule nobodyUsesJsonOrHttp = noClasses()
            .that()
            .haveNameNotMatching(
                    ".*\\.(McpServersFiles|PastedServers|ServerEntry|ConfigFile)(\\$.*)?") // reads files of other
            // programs
            .and()
            .haveNameNotMatching(".*\\.(ServerBeans|TransportBeans)") // find the application's RetryPolicy
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "org.springframework.retry..", "io.netty..")
            .because("these have an owner in the core");

    @ArchTest
    static final ArchRule onlyWhatIsMeantToBeIsPublic = classes()
            .that()
            .areTopLevelClasses()
            .and(DescribedPredicate.not(namedAsPublic()))
            .should()
            .notBePublic();

    @ArchTest
    static final ArchRule autoConfigurationsAreFinal =
            classes().that().areAnnotatedWith(AutoConfiguration.class).should().haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule autoConfigurationsHaveNoPublicMethods = methods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(AutoConfiguration.class)
            .should()
            .notBePublic();

    @ArchTest
    static final ArchRule nobodyNamesProtocolMethods = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.mcpclient.schema.McpMethods")
            .because("this module binds, maps, wires and backs off");

    @Test
    void whenPackageExistsThenItIsNullMarked() throws ClassNotFoundException {
        for (String name : List.of(
                SPRING,
                ROOT,
                ROOT + ".actuate",
                ROOT + ".diagnostics",
                ROOT + ".files",
                ROOT + ".observation",
                ROOT + ".properties",
                ROOT + ".security",
                ROOT + ".session",
                ROOT + ".settings",
                ROOT + ".store",
                ROOT + ".token",
                ROOT + ".typed",
                ROOT + ".web")) {
            Class<?> info = Class.forName(name + ".package-info");
            Annotation marked = info.getAnnotation(NullMarked.class);
            assertThat(marked).as(name).isNotNull();
        }
    }

    private static DescribedPredicate<JavaClass> namedAsPublic() {
        // The package of stores is public for the two packages that use it.
        return resideInAPackage(ROOT + "..")
                .and(DescribedPredicate.describe("named as public", type -> PUBLIC.contains(type.getSimpleName())))
                .or(resideInAPackage(ROOT + ".store"))
                .or(resideInAPackage(SPRING));
    }
}
