package io.mcpclient.autoconfigure.web;

import org.springframework.beans.factory.ListableBeanFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.beans.ServerBeans;
import io.mcpclient.error.McpConfigurationException;

/**
 * Resolves visitors to the principals of a server, with the resolver that the client of the server uses. Thread-safe.
 *
 * @see "fault H26"
 */
final class Visitors {

    private final ServerBeans beans;

    Visitors(ListableBeanFactory beanFactory) {
        this.beans = new ServerBeans(beanFactory);
    }

    /** Returns the principal of the current visitor; empty if there is none, or no single resolver. */
    Mono<McpPrincipal> principal(String server) {
        try {
            String name = this.beans.choose(
                    server, "mcp.servers." + server + ".auth.per-principal", McpPrincipalResolver.class);
            return (name != null)
                    ? this.beans
                            .beanFactory()
                            .getBean(name, McpPrincipalResolver.class)
                            .resolve()
                    : Mono.empty();
        } catch (McpConfigurationException ex) {
            return Mono.empty(); // several: no client of that server has principals
        }
    }
}
