package io.mcpclient.autoconfigure.apps;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.mcpclient.apps.McpAppsExtension;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.spring.McpClientCustomizer;

/**
 * Auto-configuration of the extension {@code io.modelcontextprotocol/ui}, {@code mcp.extensions.apps}: enables it for all clients, for an
 * application that shows views of tools. The condition that looks for the module is on a nested class, because it loads a class: without
 * the property, none is.
 */
@AutoConfiguration(beforeName = "io.mcpclient.autoconfigure.McpClientAutoConfiguration")
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("mcp.extensions.apps.enabled")
@EnableConfigurationProperties(McpProperties.class)
public final class McpAppsAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(McpAppsExtension.class)
    static class AppsConfiguration {

        /** An application that needs another extension for a server passes it to the builder in a customizer of its own. */
        @Bean
        McpAppsExtension mcpAppsExtension(McpProperties properties) {
            return McpAppsExtension.of(AppsMapper.map(properties.extensions().apps()));
        }

        /** Before the customizers of the application, which may replace it for a server. */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        McpClientCustomizer mcpAppsCustomizer(ObjectProvider<McpAppsExtension> extension) {
            return (server, builder) -> builder.extension(extension.getObject());
        }
    }
}
