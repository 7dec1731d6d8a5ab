package io.mcpclient.autoconfigure.cloud;

import org.slf4j.Logger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServers;
import io.mcpclient.support.Loggers;

/**
 * Reloads the servers when Spring Cloud has refreshed the environment, whatever has changed: a property of a server may refer to any other
 * one, such as {@code ${weather.token}}, and the files of {@code mcp.config-locations} are no properties. Servers whose values are as before
 * are left alone.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(EnvironmentChangeEvent.class)
class EnvironmentChanges {

    private static final Logger logger = Loggers.CONFIGURATION;

    @Bean
    ApplicationListener<EnvironmentChangeEvent> mcpEnvironmentChangeListener(ObjectProvider<McpServers> servers) {
        return event -> reload(servers);
    }

    /** Never fails: an exception would end the refresh of the whole application. */
    private static void reload(ObjectProvider<McpServers> servers) {
        try {
            servers.ifAvailable(present -> log(present.reload()));
        } catch (McpConfigurationException ex) {
            logger.warn("Changed properties of MCP servers are not valid, nothing is changed. {}", ex.getMessage());
        } catch (RuntimeException ex) {
            logger.warn("MCP servers could not be reloaded after a change of properties", ex);
        }
    }

    private static void log(McpServers.Changes changes) {
        if (!changes.isEmpty()) {
            logger.info(
                    "Properties of MCP servers have changed: added {}, replaced {}, removed {}",
                    changes.added(),
                    changes.replaced(),
                    changes.removed());
        }
    }
}
