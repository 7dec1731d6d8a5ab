package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Auto-configuration of the health contributor {@code mcp}, with one indicator per server:
 *
 * <ul>
 *   <li>{@code UP} only while the server is connected;
 *   <li>{@code DOWN} if it is required and not connected;
 *   <li>{@code UNKNOWN} if it is optional and not connected; with {@code mcp.health.optional-servers: down} {@code DOWN} after
 *       an attempt or a connection has failed.
 * </ul>
 *
 * {@code DOWN} makes the overall health {@code DOWN}, {@code UNKNOWN} does not affect it. No server affects readiness,
 * because {@code mcp} is not part of that group; a server that the application needs joins the group by its name:
 *
 * <pre>
 * management.endpoint.health.group.readiness.include=readinessState,mcp/weather
 * </pre>
 */
@AutoConfiguration(
        after = McpClientAutoConfiguration.class,
        beforeName =
                "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean({McpClients.class, ConfiguredServers.class})
public final class McpHealthAutoConfiguration {

    // The condition is on the method: on the class it could not be read without its library.
    @Bean
    @ConditionalOnMissingBean(name = "mcpHealthContributor")
    @ConditionalOnEnabledHealthIndicator("mcp")
    HealthContributor mcpHealthContributor(
            McpClients clients, McpToolRegistry registry, ConfiguredServers servers, McpProperties properties) {
        return new McpHealthContributor(
                clients, registry, servers, properties.health().optionalServers());
    }

    /** For the readiness group of applications with prompts that need all tools. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("management.health.mcp-tools.enabled")
    static class Tools {

        @Bean
        @ConditionalOnMissingBean(name = "mcpToolsHealthIndicator")
        HealthIndicator mcpToolsHealthIndicator(McpToolRegistry registry, ConfiguredServers servers) {
            return new McpToolsHealthIndicator(registry, servers);
        }
    }
}
