package io.mcpclient.spring;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * Customizes the {@code WebClient} of the HTTP transport of a server, for example with a filter. Beans of this type are called in
 * their order when the client is first used, those with {@link McpServer} for that server only. They see every exchange, but
 * neither session ids nor configured headers, which are added after them. The connection settings of the library (timeouts, TLS,
 * proxy, limits) are not those of the builder. The response cache is disabled unless {@code cache-enabled} is set.
 */
@FunctionalInterface
public interface McpTransportCustomizer {

    /**
     * Customizes the client of a server.
     * @param serverName name of the server
     * @param builder the builder; its connector must not be replaced
     */
    void customize(String serverName, WebClient.Builder builder);
}
