package io.mcpclient.autoconfigure.discovery;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import io.mcpclient.autoconfigure.beans.ServerLookups;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.discovery.McpDiscovery;
import io.mcpclient.discovery.McpRegistryClient;
import io.mcpclient.discovery.McpServerPlanner;
import io.mcpclient.discovery.ReactiveMcpDiscovery;
import io.mcpclient.discovery.ReactiveMcpRegistryClient;
import io.mcpclient.time.TimeSource;

/**
 * Auto-configuration of lookups: server cards and catalogs with {@code mcp.discovery}, and registries with {@code mcp.registry}. All
 * beans are created on first use. A bean of the application takes precedence. The condition that looks for the module is on a nested
 * class, because it loads a class: an application that looks nothing up loads none.
 */
@AutoConfiguration(
        after = SslAutoConfiguration.class,
        beforeName = "io.mcpclient.autoconfigure.McpClientAutoConfiguration")
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@Conditional(OnLookups.class)
@EnableConfigurationProperties(McpProperties.class)
public final class McpDiscoveryAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(McpDiscovery.class)
    @Lazy
    static class LookupConfiguration {

        @Bean
        @ConditionalOnMissingBean
        McpDiscovery mcpDiscovery(
                McpProperties properties, ObjectProvider<SslBundles> bundles, ObjectProvider<TimeSource> time) {
            return McpDiscovery.of(new ReactiveMcpDiscovery(
                    new DiscoveryMapper(bundles.getIfAvailable()).discovery(properties.discovery()),
                    time.getIfAvailable(TimeSource::system)));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnProperty("mcp.registry.url")
        McpRegistryClient mcpRegistryClient(
                McpProperties properties, ObjectProvider<SslBundles> bundles, ObjectProvider<TimeSource> time) {
            return McpRegistryClient.of(new ReactiveMcpRegistryClient(
                    new DiscoveryMapper(bundles.getIfAvailable()).registries(properties.registry()),
                    time.getIfAvailable(TimeSource::system)));
        }

        @Bean
        @ConditionalOnMissingBean
        McpServerPlanner mcpServerPlanner(McpProperties properties) {
            return McpServerPlanner.of(new DiscoveryMapper(null).plans(properties.registry(), properties.discovery()));
        }

        @Bean
        ServerLookups mcpServerLookups(
                McpProperties properties,
                McpDiscovery discovery,
                ObjectProvider<McpRegistryClient> registries,
                McpServerPlanner planner) {
            @Nullable McpRegistryClient registry = registries.getIfAvailable();
            return new PublishedServers(
                    discovery.reactive(),
                    (registry != null) ? registry.reactive() : null,
                    new ServerPlans(planner, properties.inputs()));
        }
    }
}
