package io.mcpclient.spring;

import io.mcpclient.auth.McpOAuthSettings;

/**
 * Customizes how a client obtains tokens, after properties and other beans. Beans of this type are called in their order, for
 * each server with {@code auth.type: oauth2}, or for one if they are annotated with {@link McpServer}.
 */
@FunctionalInterface
public interface McpOAuthCustomizer {

    /**
     * Customizes the settings of one server.
     * @param serverName name of the server
     * @param builder settings to change
     */
    void customize(String serverName, McpOAuthSettings.Builder builder);
}
