package io.mcpclient.autoconfigure;

import io.mcpclient.oauth.McpOAuthSettings;

/**
 * Changes how a client obtains tokens, after properties and other beans have had their say. Beans of this type are called in
 * their order, for each server with {@code auth.type: oauth2}, or for one if they carry {@link McpServer}.
 */
@FunctionalInterface
public interface McpOAuthCustomizer {

    /**
     * Customizes the settings of one server.
     * @param serverName its name
     * @param draft settings to change
     */
    void customize(String serverName, McpOAuthSettings.Draft draft);
}
