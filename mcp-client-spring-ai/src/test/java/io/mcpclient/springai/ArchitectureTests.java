package io.mcpclient.springai;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

@AnalyzeClasses(packages = "io.mcpclient.springai", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    @ArchTest
    static final ArchRule nobodyUsesInternals = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.mcpclient.internal..", "org.springframework.ai..internal..");

    @ArchTest
    static final ArchRule onlyTheAdvisorAndItsConfigurationNeedChatClients = noClasses()
            .that()
            .doNotHaveSimpleName("McpMediaAdvisor")
            .and()
            .doNotHaveFullyQualifiedName("io.mcpclient.springai.McpSpringAiAutoConfiguration$Media")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.ai.chat.client..")
            .because("spring-ai-client-chat is optional beside spring-ai-model");

    @ArchTest
    static final ArchRule onlyOneClassMapsJson = noClasses()
            .that()
            .doNotHaveSimpleName("Json")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("tools.jackson.databind.json");

    @ArchTest
    static final ArchRule onlyTheAutoConfigurationKnowsTheOther = noClasses()
            .that()
            .doNotHaveSimpleName("McpSpringAiAutoConfiguration")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.mcpclient.autoconfigure..");

    @ArchTest
    static final ArchRule classesAreFinal = classes()
            .that()
            .areTopLevelClasses()
            .and()
            .areNotInterfaces()
            .should()
            .haveModifier(JavaModifier.FINAL);

    @Test
    void thePackageIsNullMarked() throws ClassNotFoundException {
        assertThat(Class.forName("io.mcpclient.springai.package-info").isAnnotationPresent(NullMarked.class))
                .isTrue();
    }
}
