package io.mcpclient.console;

import java.util.Set;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.mcpclient.console", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient.console";

    private static final Set<String> PUBLIC = Set.of("McpConsoleAutoConfiguration", "McpConsoleProperties");

    private static final Set<String> ENGINES = Set.of(".SpringAiEngine", ".LangChain4jEngine", ".ChatConfiguration$");

    @ArchTest
    static final ArchRule internalsOfOtherModulesAreNotUsed = noClasses()
            .should()
            .dependOnClassesThat(describe(
                    "are internal to another module",
                    type -> type.getPackageName().startsWith("io.mcpclient")
                            && type.getPackageName().contains(".internal")
                            && !type.getPackageName().startsWith(ROOT)));

    /** The only type of the wiring: the order of auto-configurations. */
    @ArchTest
    static final ArchRule beansOfTheWiringAreNotUsed = noClasses()
            .should()
            .dependOnClassesThat(describe(
                    "are wiring of mcp-client-autoconfigure",
                    type -> type.getPackageName().startsWith("io.mcpclient.autoconfigure")
                            && !type.getSimpleName().equals("McpClientAutoConfiguration")));

    @ArchTest
    static final ArchRule onlyListedTypesArePublic = noClasses()
            .that()
            .resideInAPackage(ROOT)
            .and(describe("are not listed", type -> type.isTopLevelClass() && !PUBLIC.contains(type.getSimpleName())))
            .should()
            .bePublic();

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule springMvcStaysInTheWebPackages = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT, ROOT + ".internal.web", ROOT + ".internal.live")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.web..", "jakarta.servlet..");

    /** Their module is optional. */
    @ArchTest
    static final ArchRule appsStayInTheirPackage = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".internal.app")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.mcpclient.apps..");

    @ArchTest
    static final ArchRule frameworksOfModelsStayInTheirEngines = noClasses()
            .that(describe("are no engine", type -> ENGINES.stream().noneMatch(type.getName()::contains)))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework.ai..",
                    "dev.langchain4j..",
                    "io.mcpclient.springai..",
                    "io.mcpclient.langchain4j..");

    @ArchTest
    static final ArchRule springSecurityStaysInNestedClasses = classes()
            .that(describe("use Spring Security", type -> type.getDirectDependenciesFromSelf().stream()
                    .anyMatch(one -> one.getTargetClass().getPackageName().startsWith("org.springframework.security"))))
            .should()
            .beNestedClasses();
}
