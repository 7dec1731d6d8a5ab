package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.McpProperties;
import io.mcpclient.registry.McpToolRegistry;

/** Auto-configuration of the health contributor {@code mcp}. */
@AutoConfiguration(
        after = McpClientAutoConfiguration.class,
        beforeName =
                "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean({McpClients.class, McpProperties.class})
public final class McpHealthAutoConfiguration {

    // The condition on the method: on the class it could not even be read without its library.
    @Bean
    @ConditionalOnMissingBean(name = "mcpHealthContributor")
    @ConditionalOnEnabledHealthIndicator("mcp")
    HealthContributor mcpHealthContributor(McpClients clients, McpToolRegistry registry, McpProperties properties) {
        return new McpHealthContributor(clients, registry, properties);
    }
}
