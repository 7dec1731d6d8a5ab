package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.McpProperties;
import io.mcpclient.registry.McpToolRegistry;

/** Auto-configuration of the endpoint {@code mcp}. */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean({McpClients.class, McpProperties.class})
public final class McpEndpointAutoConfiguration {

    // The condition on the method: on the class it could not even be read without its library.
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    McpEndpoint mcpEndpoint(McpClients clients, McpToolRegistry registry, McpProperties properties) {
        return new McpEndpoint(clients, registry, properties);
    }
}
