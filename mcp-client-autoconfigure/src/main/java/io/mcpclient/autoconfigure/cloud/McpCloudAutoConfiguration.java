package io.mcpclient.autoconfigure.cloud;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.context.annotation.Import;

import io.mcpclient.McpClient;

/**
 * Auto-configuration of servers with a URL such as {@code lb://weather/mcp}: Spring Cloud LoadBalancer chooses the instance, or,
 * without it, a discovery client lists the instances. Changed properties are applied to the servers concerned.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.cloud.loadbalancer.config.LoadBalancerAutoConfiguration",
            "org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClientAutoConfiguration",
            "org.springframework.cloud.client.discovery.composite.reactive.ReactiveCompositeDiscoveryClientAutoConfiguration"
        })
@ConditionalOnClass({McpClient.class, ServiceInstance.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@Import({
    EnvironmentChanges.class,
    ServiceAddressesConfigurations.Balanced.class,
    ServiceAddressesConfigurations.Reactive.class,
    ServiceAddressesConfigurations.Waiting.class
})
public final class McpCloudAutoConfiguration {}
