package io.mcpclient.auth;

import java.util.ServiceLoader;

import io.mcpclient.error.McpConfigurationException;

/**
 * The implementation of OAuth 2.1, which the module {@code mcp-client-oauth} brings and {@link ServiceLoader} finds. Thread-safe.
 *
 * @see io.mcpclient.McpClientBuilder#oauth
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public interface McpOAuthProvider {

    /**
     * Returns a provider of authorizations, one for each principal of a server. Authorizations of one provider for the same
     * server and principal share their tokens: use one provider for a server, not a new one for each connection.
     * @param settings settings of the authorization
     * @return the provider; it throws {@link McpConfigurationException} if a library is missing, or the settings are
     *     incomplete
     */
    HttpAuthorization.Provider provider(McpOAuthSettings settings);

    /**
     * Checks settings without network access.
     * @param serverName configured name of the server
     * @param settings settings of the authorization
     * @throws McpConfigurationException if a library is missing, or the settings are incomplete
     */
    void check(String serverName, McpOAuthSettings settings);

    /**
     * Finds the implementation.
     * @param serverName configured name of the server that needs it
     * @return the implementation, a new object for each call
     * @throws McpConfigurationException if {@code mcp-client-oauth} is not on the class path
     */
    static McpOAuthProvider find(String serverName) {
        return ServiceLoader.load(McpOAuthProvider.class, McpOAuthProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new McpConfigurationException(
                        serverName,
                        "auth.type",
                        "is oauth2, but the module of OAuth is missing",
                        "Add io.mcpclient:mcp-client-oauth to the class path."));
    }
}
