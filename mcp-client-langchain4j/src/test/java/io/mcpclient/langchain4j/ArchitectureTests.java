package io.mcpclient.langchain4j;

import java.util.Set;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

@AnalyzeClasses(packages = "io.mcpclient.langchain4j", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient.langchain4j";

    private static final Set<String> PUBLIC = Set.of(
            "McpAiServiceContextFactory",
            "McpChatModelSamplingHandler",
            "McpLangChain4jAutoConfiguration",
            "McpLangChain4jProperties",
            "McpPromptMessages",
            "McpRegistryToolProvider",
            "McpResourceContentRetriever",
            "McpToolCallException");

    @ArchTest
    static final ArchRule internalsOfTheClientAreNotUsed =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.mcpclient.internal..");

    @ArchTest
    static final ArchRule internalsOfLangChain4jAreNotUsed = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.langchain4j.internal..", "dev.langchain4j.mcp..");

    @ArchTest
    static final ArchRule oneClassExtendsLangChain4j = noClasses()
            .that()
            .doNotHaveSimpleName("McpAiServiceContextFactory")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.langchain4j.spi..");

    @ArchTest
    static final ArchRule springStaysInTheWiring = noClasses()
            .that()
            .resideInAPackage(ROOT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "io.mcpclient.autoconfigure..", ROOT + ".autoconfigure..");

    @ArchTest
    static final ArchRule onlyListedTypesArePublic = noClasses()
            .that(describe("are not listed", type -> type.isTopLevelClass() && !PUBLIC.contains(type.getSimpleName())))
            .should()
            .bePublic();
}
