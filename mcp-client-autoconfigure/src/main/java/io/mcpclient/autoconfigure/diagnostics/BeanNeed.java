package io.mcpclient.autoconfigure.diagnostics;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.auth.McpAuthorizationGuard;
import io.mcpclient.autoconfigure.auth.McpRegistrationAuthorizations;
import io.mcpclient.autoconfigure.beans.McpServiceAddresses;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.observation.McpTracePropagator;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServers;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.transport.McpHttpClients;

/**
 * What a bean of the auto-configurations needs beside {@code mcp.enabled}. Types of other modules are named by text.
 *
 * @param autoConfiguration class that defines it
 * @param module module that has the class, if not this one, as part of its name
 * @param off property that removes the bean if it is {@code false}, or {@code null}
 * @param on property without which there is no bean, or {@code null}
 * @param reason why the bean may be missing although all this is there, or {@code null} if it cannot be
 * @param action what to do then
 */
record BeanNeed(
        String autoConfiguration,
        @Nullable String module,
        @Nullable String off,
        @Nullable String on,
        @Nullable String reason,
        String action) {

    private static final BeanNeed NOTHING =
            new BeanNeed(McpClientAutoConfiguration.class.getName(), null, null, null, null, "");

    private static final BeanNeed USERS = NOTHING.missing(
            "the application is not a web application, or no server needs authorization by users",
            "Set mcp.auth.prompt=web in a web application, or mcp.servers.<name>.auth.type=oauth2 for a server.");

    private static final BeanNeed SKILLS = NOTHING.missing(
            "mcp.extensions.skills.enabled is not set, or mcp-client-extensions is not on the class path",
            "Set mcp.extensions.skills.enabled=true.");

    private static final BeanNeed APPS = NOTHING.missing(
            "mcp.extensions.apps.enabled is not set, or mcp-client-extensions is not on the class path",
            "Set mcp.extensions.apps.enabled=true.");

    private static final BeanNeed DISCOVERY =
            NOTHING.missing("mcp-client-extensions is not on the class path", "Add it to the dependencies.");

    private static final BeanNeed SPRING_AI = new BeanNeed(
            "io.mcpclient.springai.McpSpringAiAutoConfiguration",
            "spring-ai",
            "mcp.spring-ai.enabled",
            null,
            "Spring AI is not on the class path, or the application defines a bean of this kind itself",
            "Add Spring AI, or inject the bean of the application.");

    private static final BeanNeed LANGCHAIN4J = new BeanNeed(
            "io.mcpclient.langchain4j.autoconfigure.McpLangChain4jAutoConfiguration",
            "langchain4j",
            "mcp.langchain4j.enabled",
            null,
            "LangChain4j is not on the class path, or the application defines a bean of type ToolProvider itself",
            "Add LangChain4j, or inject the bean of the application.");

    /** Types of beans of the frameworks, which other libraries define too. */
    static final Map<String, BeanNeed> FRAMEWORKS = Map.of(
            "org.springframework.ai.tool.ToolCallbackProvider",
            SPRING_AI,
            "dev.langchain4j.service.tool.ToolProvider",
            LANGCHAIN4J);

    /** Types of beans of this library. */
    static final Map<String, BeanNeed> OWN = Map.ofEntries(
            Map.entry(McpClient.class.getName(), NOTHING),
            Map.entry(ReactiveMcpClient.class.getName(), NOTHING),
            Map.entry(McpClients.class.getName(), NOTHING),
            Map.entry(McpServers.class.getName(), NOTHING),
            Map.entry(McpProperties.class.getName(), NOTHING),
            Map.entry(ConfiguredServers.class.getName(), NOTHING),
            Map.entry(McpToolRegistry.class.getName(), NOTHING),
            Map.entry(McpPromptRegistry.class.getName(), NOTHING),
            Map.entry(McpResourceRegistry.class.getName(), NOTHING),
            Map.entry(McpHttpClients.class.getName(), NOTHING),
            Map.entry(McpSessionStore.class.getName(), NOTHING),
            Map.entry("io.mcpclient.autoconfigure.session.McpSessionStoreSelector", NOTHING),
            Map.entry(McpTokenStore.class.getName(), NOTHING),
            Map.entry("io.mcpclient.autoconfigure.token.TokenStoreSettings", NOTHING),
            Map.entry(McpAuthorizations.class.getName(), USERS),
            Map.entry(McpAuthEndpoints.class.getName(), USERS),
            Map.entry(
                    McpAuthorizationGuard.class.getName(),
                    NOTHING.missing(
                            "Spring Security does not filter the requests of the application",
                            "Add Spring Security, or define a bean of this type.")),
            Map.entry(
                    McpPrincipalResolver.class.getName(),
                    NOTHING.missing(
                            "Spring Security is not on the class path",
                            "Add Spring Security, or define a bean of this type.")),
            Map.entry(
                    McpRegistrationAuthorizations.class.getName(),
                    NOTHING.missing(
                            "the OAuth2 client of Spring Security is missing",
                            "Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-client.")),
            Map.entry(
                    McpServiceAddresses.class.getName(),
                    NOTHING.missing(
                            "no discovery client of Spring Cloud is there",
                            "Add a discovery client of Spring Cloud, or define a bean of type McpServerResolver.")),
            Map.entry(
                    McpTracePropagator.class.getName(),
                    NOTHING.missing(
                            "there is no tracer, or no observation registry",
                            "Add a tracer, such as org.springframework.boot:spring-boot-micrometer-tracing-opentelemetry.")),
            Map.entry(
                    "io.mcpclient.autoconfigure.observation.McpMeterBinder",
                    NOTHING.missing("there is no meter registry", "Add spring-boot-starter-actuator.")),
            Map.entry(
                    McpClientCustomizer.class.getName(),
                    NOTHING.missing("no bean customizes clients", "Define a bean of this type, or inject a list.")),
            Map.entry("io.mcpclient.autoconfigure.settings.FoundServers", NOTHING),
            Map.entry("io.mcpclient.autoconfigure.beans.ServerLookups", DISCOVERY),
            Map.entry("io.mcpclient.discovery.McpDiscovery", DISCOVERY),
            Map.entry("io.mcpclient.discovery.McpServerPlanner", DISCOVERY),
            Map.entry(
                    "io.mcpclient.discovery.McpRegistryClient",
                    NOTHING.missing(
                            "mcp.registry.url is not set, or mcp-client-extensions is not on the class path",
                            "Set mcp.registry.url.")),
            Map.entry("io.mcpclient.extension.McpModelFunction", SKILLS),
            Map.entry("io.mcpclient.skills.McpSkillsExtension", SKILLS),
            Map.entry("io.mcpclient.skills.McpSkillRegistry", SKILLS),
            Map.entry("io.mcpclient.skills.McpSkillFunctions", SKILLS),
            Map.entry("io.mcpclient.apps.McpAppsExtension", APPS),
            Map.entry("io.mcpclient.springai.McpToolCallbackProvider", SPRING_AI),
            Map.entry(
                    "io.mcpclient.springai.ChatModelSamplingHandler",
                    SPRING_AI.optIn("mcp.spring-ai.sampling.enabled")),
            Map.entry("io.mcpclient.langchain4j.McpRegistryToolProvider", LANGCHAIN4J));

    /** Runtime hints for native images: to detect other modules. A class that is not registered seems absent. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            FRAMEWORKS.values().forEach(need -> hints.reflection()
                    .registerTypeIfPresent(classLoader, need.autoConfiguration()));
        }
    }

    private BeanNeed missing(String reason, String action) {
        return new BeanNeed(this.autoConfiguration, this.module, this.off, this.on, reason, action);
    }

    private BeanNeed optIn(String property) {
        return new BeanNeed(this.autoConfiguration, this.module, this.off, property, this.reason, this.action);
    }
}
