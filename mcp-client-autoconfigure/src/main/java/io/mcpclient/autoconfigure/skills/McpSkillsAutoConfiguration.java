package io.mcpclient.autoconfigure.skills;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.skills.McpSkillApproval;
import io.mcpclient.skills.McpSkillFunctions;
import io.mcpclient.skills.McpSkillListener;
import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.skills.McpSkillSettings;
import io.mcpclient.skills.McpSkillsExtension;
import io.mcpclient.skills.ReactiveMcpSkillApproval;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpSkillsChangedEvent;
import io.mcpclient.store.McpSessionStore;

/**
 * Auto-configuration of the extension {@code io.modelcontextprotocol/skills}, {@code mcp.extensions.skills}: enables it for all clients,
 * merges their skills in an {@link McpSkillRegistry}, and offers models functions to load them. A bean of the application takes
 * precedence. The condition that looks for the module is on a nested class, because it loads a class: without the property, none is.
 */
@AutoConfiguration(beforeName = "io.mcpclient.autoconfigure.McpClientAutoConfiguration")
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("mcp.extensions.skills.enabled")
@EnableConfigurationProperties(McpProperties.class)
public final class McpSkillsAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(McpSkillsExtension.class)
    static class SkillsConfiguration {

        private static McpSkillSettings settings(McpProperties properties) {
            return SkillsMapper.map(properties.extensions().skills());
        }

        /** An application that needs another extension for a server passes it to the builder in a customizer of its own. */
        @Bean
        McpSkillsExtension mcpSkillsExtension(
                McpProperties properties,
                ObjectProvider<McpSkillApproval> approvals,
                ObjectProvider<ReactiveMcpSkillApproval> reactiveApprovals,
                ObjectProvider<McpSkillListener> listeners,
                ObjectProvider<McpSessionStore> stores) {
            McpSkillsExtension extension = McpSkillsExtension.of(settings(properties));
            McpSkillApproval approval = approvals.getIfAvailable();
            ReactiveMcpSkillApproval reactive = reactiveApprovals.getIfAvailable();
            if (reactive != null) {
                extension = extension.withReactiveApproval(reactive);
            } else if (approval != null) {
                extension = extension.withApproval(approval);
            } else {
                SkillsMapper.requireNoApproval(properties.extensions().skills());
            }
            McpSessionStore store = stores.getIfUnique();
            extension = (store != null) ? extension.withStore(store) : extension;
            for (McpSkillListener listener : listeners.orderedStream().toList()) {
                extension = extension.withListener(listener);
            }
            return extension;
        }

        /** Before the customizers of the application, which may replace it for a server. */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        McpClientCustomizer mcpSkillsCustomizer(ObjectProvider<McpSkillsExtension> extension) {
            return (server, builder) -> builder.extension(extension.getObject());
        }

        @Bean
        @ConditionalOnMissingBean
        McpSkillRegistry mcpSkillRegistry(ObjectProvider<McpClients> clients, ApplicationEventPublisher events) {
            McpSkillRegistry registry =
                    McpSkillRegistry.of(() -> clients.getObject().all());
            registry.addListener(snapshot -> events.publishEvent(new McpSkillsChangedEvent(snapshot)));
            return registry;
        }

        @Bean
        SkillsOfServers mcpSkillsOfServers(McpSkillRegistry registry) {
            return new SkillsOfServers(registry);
        }

        @Bean
        McpSkillFunctions mcpSkillFunctions(McpSkillRegistry registry, McpProperties properties) {
            return McpSkillFunctions.of(registry, settings(properties));
        }

        @Bean
        McpModelFunction mcpLoadSkillFunction(McpSkillFunctions functions) {
            return functions.functions().get(0);
        }

        @Bean
        McpModelFunction mcpReadSkillFileFunction(McpSkillFunctions functions) {
            return functions.functions().get(1);
        }
    }
}
