package io.mcpclient.autoconfigure.cloud;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.LoadBalancerUriTools;
import org.springframework.cloud.client.loadbalancer.Response;
import org.springframework.cloud.client.loadbalancer.reactive.ReactiveLoadBalancer;
import org.springframework.cloud.loadbalancer.core.ServiceInstanceListSupplier;
import org.springframework.cloud.loadbalancer.support.LoadBalancerClientFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.autoconfigure.beans.McpServiceAddresses;
import io.mcpclient.transport.ReactiveMcpServerResolver;

/**
 * The instance that Spring Cloud LoadBalancer chooses, followed by the others that it may choose, for the case that the chosen
 * one cannot be connected. Each connection makes one choice.
 *
 * @param balancers load balancers of all services
 */
record BalancedAddresses(LoadBalancerClientFactory balancers) implements McpServiceAddresses {

    @Override
    public ReactiveMcpServerResolver of(String serviceId) {
        return (serverName, url) -> Mono.defer(() -> resolve(serviceId, url))
                .subscribeOn(Schedulers.boundedElastic()); // the first use creates an application context
    }

    private Mono<List<URI>> resolve(String serviceId, URI url) {
        ReactiveLoadBalancer<ServiceInstance> balancer = this.balancers.getInstance(serviceId);
        if (balancer == null) {
            return Mono.empty();
        }
        return Mono.from(balancer.choose()).mapNotNull(Response::getServer).flatMap(chosen -> others(serviceId)
                .map(others -> {
                    Set<URI> addresses = new LinkedHashSet<>();
                    addresses.add(LoadBalancerUriTools.reconstructURI(chosen, url));
                    others.forEach(instance -> addresses.add(LoadBalancerUriTools.reconstructURI(instance, url)));
                    return List.copyOf(addresses);
                }));
    }

    private Mono<List<ServiceInstance>> others(String serviceId) {
        ServiceInstanceListSupplier supplier = this.balancers.getInstance(serviceId, ServiceInstanceListSupplier.class);
        return (supplier != null)
                ? supplier.get(ReactiveLoadBalancer.REQUEST).next().defaultIfEmpty(List.of())
                : Mono.just(List.of());
    }
}
