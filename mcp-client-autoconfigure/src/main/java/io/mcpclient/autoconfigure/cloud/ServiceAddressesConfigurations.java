package io.mcpclient.autoconfigure.cloud;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.ReactiveDiscoveryClient;
import org.springframework.cloud.loadbalancer.support.LoadBalancerClientFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.autoconfigure.beans.McpServiceAddresses;

/**
 * The sources of addresses, in the order of their precedence. They are imported from outside, because nested configurations of
 * a configuration are not processed in the order of their declaration.
 */
final class ServiceAddressesConfigurations {

    private ServiceAddressesConfigurations() {}

    /** Spring Cloud LoadBalancer, which takes precedence. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LoadBalancerClientFactory.class)
    static class Balanced {

        @Bean
        @ConditionalOnBean(LoadBalancerClientFactory.class)
        @ConditionalOnMissingBean
        McpServiceAddresses mcpServiceAddresses(LoadBalancerClientFactory balancers) {
            return new BalancedAddresses(balancers);
        }
    }

    /** A reactive discovery client. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(ReactiveDiscoveryClient.class)
    static class Reactive {

        @Bean
        @ConditionalOnMissingBean
        McpServiceAddresses mcpServiceAddresses(ReactiveDiscoveryClient discovery) {
            return new DiscoveredAddresses(
                    serviceId -> discovery.getInstances(serviceId).collectList());
        }
    }

    /** A blocking discovery client. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(DiscoveryClient.class)
    static class Waiting {

        @Bean
        @ConditionalOnMissingBean
        McpServiceAddresses mcpServiceAddresses(DiscoveryClient discovery) {
            return new DiscoveredAddresses(serviceId -> Mono.fromCallable(() -> discovery.getInstances(serviceId))
                    .subscribeOn(Schedulers.boundedElastic()));
        }
    }
}
