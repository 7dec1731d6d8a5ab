package io.mcpclient.spring;

import io.mcpclient.McpClientBuilder;

/**
 * Customizes the client of a server, after all properties. Beans of this type are called in their order, for every server, or
 * for one if they are annotated with {@link McpServer}.
 *
 * <p>This is also the place to customize the {@code WebClient} of one server, with {@link McpClientBuilder#webClient}. The
 * application's own {@code WebClientCustomizer} beans are deliberately not applied: they are meant for the application's own
 * services and may add credentials, which an MCP server must never see.
 */
@FunctionalInterface
public interface McpClientCustomizer {

    /**
     * Customizes one client.
     * @param serverName name of the server
     * @param builder builder with all properties applied
     */
    void customize(String serverName, McpClientBuilder builder);
}
