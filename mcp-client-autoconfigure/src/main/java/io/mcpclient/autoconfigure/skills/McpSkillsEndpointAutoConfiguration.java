package io.mcpclient.autoconfigure.skills;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.skills.McpSkillRegistry;

/** Auto-configuration of the endpoint {@code mcpskills}. */
@AutoConfiguration(after = {McpClientAutoConfiguration.class, McpSkillsAutoConfiguration.class})
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBooleanProperty("mcp.extensions.skills.enabled")
public final class McpSkillsEndpointAutoConfiguration {

    // Nested, so that no class of the module is loaded without the property.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(McpSkillRegistry.class)
    @ConditionalOnBean({McpSkillRegistry.class, McpClients.class})
    static class EndpointConfiguration {

        // The condition is on the method: on the class it could not be read without its library.
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        McpSkillsEndpoint mcpSkillsEndpoint(McpSkillRegistry registry, McpClients clients) {
            return new McpSkillsEndpoint(registry, clients);
        }
    }
}
