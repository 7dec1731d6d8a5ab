package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;

/** Auto-configuration of the entry {@code mcp} of the endpoint {@code info}. */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
@ConditionalOnBean(McpClients.class)
public final class McpInfoAutoConfiguration {

    // The condition is on the method: on the class it could not be read without its library.
    @Bean
    @ConditionalOnMissingBean(name = "mcpInfoContributor")
    @ConditionalOnEnabledInfoContributor("mcp")
    InfoContributor mcpInfoContributor(McpClients clients) {
        return new McpInfoContributor(clients);
    }
}
