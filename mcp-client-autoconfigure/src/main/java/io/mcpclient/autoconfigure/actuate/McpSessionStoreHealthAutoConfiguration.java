package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.store.McpSessionStore;

/**
 * Auto-configuration of the health indicator {@code mcpSessionStore}. It is not part of the component {@code mcp}, in which
 * every name is the name of a server.
 */
@AutoConfiguration(
        after = McpClientAutoConfiguration.class,
        afterName = "io.mcpclient.autoconfigure.session.McpSessionAutoConfiguration",
        beforeName =
                "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean({McpClients.class, McpProperties.class, McpSessionStore.class})
public final class McpSessionStoreHealthAutoConfiguration {

    // The condition is on the method: on the class it could not be read without its library.
    @Bean
    @ConditionalOnMissingBean(name = "mcpSessionStoreHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("mcp-session-store")
    HealthIndicator mcpSessionStoreHealthIndicator(McpClients clients) {
        return new McpSessionStoreHealthIndicator(clients);
    }
}
