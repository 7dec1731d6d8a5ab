package io.mcpclient.schema;

/**
 * Identifiers of official extensions, as used in the {@code extensions} capability.
 *
 * @see "MCP extensions, overview (CAP-12)"
 */
public final class McpExtensions {
    /** Long-running requests. */
    public static final String TASKS = "io.modelcontextprotocol/tasks";

    /** Interfaces that a host renders; not to be offered by a client that cannot. */
    public static final String UI = "io.modelcontextprotocol/ui";

    /** Access without a user. */
    public static final String OAUTH_CLIENT_CREDENTIALS = "io.modelcontextprotocol/oauth-client-credentials";

    /** Access granted by an enterprise's identity provider. */
    public static final String ENTERPRISE_MANAGED_AUTHORIZATION =
            "io.modelcontextprotocol/enterprise-managed-authorization";

    private McpExtensions() {}
}
