package io.mcpclient.autoconfigure.cloud;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.LoadBalancerUriTools;
import reactor.core.publisher.Mono;

import io.mcpclient.autoconfigure.beans.McpServiceAddresses;
import io.mcpclient.transport.ReactiveMcpServerResolver;

/**
 * All instances that a discovery client knows, in random order, so that applications distribute themselves.
 *
 * @param instances lists the instances of a service
 */
record DiscoveredAddresses(Function<String, Mono<List<ServiceInstance>>> instances) implements McpServiceAddresses {

    @Override
    public ReactiveMcpServerResolver of(String serviceId) {
        return (serverName, url) -> Mono.defer(() -> this.instances.apply(serviceId))
                .map(known -> {
                    List<URI> addresses = new ArrayList<>();
                    known.forEach(instance -> addresses.add(LoadBalancerUriTools.reconstructURI(instance, url)));
                    Collections.shuffle(addresses);
                    return addresses;
                });
    }
}
