package io.mcpclient.schema;

/**
 * Identifiers of official extensions, as used in the {@code extensions} capability.
 *
 * @see "MCP extensions, overview"
 */
public final class McpExtensions {
    /** Tasks: long-running requests. */
    public static final String TASKS = "io.modelcontextprotocol/tasks";

    /** Skills: instructions of a server for models. */
    public static final String SKILLS = "io.modelcontextprotocol/skills";

    /** User interfaces rendered by a host; only for clients that can render them. */
    public static final String UI = "io.modelcontextprotocol/ui";

    /** Authorization without a user. */
    public static final String OAUTH_CLIENT_CREDENTIALS = "io.modelcontextprotocol/oauth-client-credentials";

    /** Authorization managed by an enterprise's identity provider. */
    public static final String ENTERPRISE_MANAGED_AUTHORIZATION =
            "io.modelcontextprotocol/enterprise-managed-authorization";

    private McpExtensions() {}
}
