package io.mcpclient.autoconfigure.actuate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClients;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.settings.FoundServers;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServers;

/** Auto-configuration of the endpoint {@code mcp}. */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean({McpClients.class, ConfiguredServers.class})
public final class McpEndpointAutoConfiguration {

    // The condition is on the method: on the class it could not be read without its library.
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    McpEndpoint mcpEndpoint(
            McpClients clients,
            McpServers servers,
            McpToolRegistry tools,
            McpPromptRegistry prompts,
            McpResourceRegistry resources,
            ConfiguredServers configured,
            ObjectProvider<FoundServers> found,
            RecentErrors mcpRecentErrors,
            ObjectProvider<McpAuthorizations> authorizations,
            ObjectProvider<McpAuthEndpoints> endpoints) {
        mcpRecentErrors.follow(clients);
        return new McpEndpoint(
                clients,
                servers,
                new ServerDescriber(
                        tools,
                        configured,
                        found.getIfAvailable(() -> server -> null),
                        mcpRecentErrors,
                        new AuthorizationDescriber(configured, authorizations, endpoints)),
                new ServerRefresher(tools, prompts, resources));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(endpoint = McpEndpoint.class)
    static RecentErrors mcpRecentErrors() {
        return new RecentErrors();
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(McpEndpoint.class)
    @ConditionalOnAvailableEndpoint(endpoint = McpEndpoint.class)
    McpEndpointWebExtension mcpEndpointWebExtension(McpEndpoint endpoint) {
        return new McpEndpointWebExtension(endpoint);
    }
}
