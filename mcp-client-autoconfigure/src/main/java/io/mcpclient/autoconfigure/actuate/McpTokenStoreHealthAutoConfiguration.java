package io.mcpclient.autoconfigure.actuate;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import io.mcpclient.autoconfigure.store.MonitoredStore;

/**
 * Auto-configuration of the health indicator {@code mcpTokenStore}, for a store in a database or in Redis that was created by
 * {@code mcp.auth.store}.
 */
@AutoConfiguration(
        afterName = "io.mcpclient.autoconfigure.token.McpTokenStoreAutoConfiguration",
        beforeName =
                "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(type = "io.mcpclient.autoconfigure.token.PreparedTokenStore")
public final class McpTokenStoreHealthAutoConfiguration {

    // The condition is on the method: on the class it could not be read without its library.
    @Bean
    @ConditionalOnMissingBean(name = "mcpTokenStoreHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("mcp-token-store")
    HealthIndicator mcpTokenStoreHealthIndicator(@Qualifier("mcpTokenStore") MonitoredStore mcpTokenStore) {
        return new McpTokenStoreHealthIndicator(mcpTokenStore);
    }
}
