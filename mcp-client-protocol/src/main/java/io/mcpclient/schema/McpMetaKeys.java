package io.mcpclient.schema;

import java.util.regex.Pattern;

/**
 * Reserved keys of {@code _meta}, and validation rules for custom keys.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Meta</a>
 */
public final class McpMetaKeys {
    /** Token for progress notifications of a request. */
    public static final String PROGRESS_TOKEN = "progressToken";

    /** Protocol revision of a request, since 2026-07-28. */
    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

    /** Client implementation that sends a request, since 2026-07-28. */
    public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

    /** Capabilities of the client that sends a request, since 2026-07-28. */
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    /** Log level requested for this request, since 2026-07-28. */
    public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

    /** Subscription that a message belongs to, since 2026-07-28. */
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    /** Server implementation that sends a result, for display only, since 2026-07-28. */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    /** Task that a message belongs to, only in 2025-11-25, with {@link RelatedTaskMetadata}. */
    public static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

    /** Immediate response for a model while a task runs, only in 2025-11-25. */
    public static final String MODEL_IMMEDIATE_RESPONSE = "io.modelcontextprotocol/model-immediate-response";

    /** W3C trace context. */
    public static final String TRACEPARENT = "traceparent";

    /** W3C trace state. */
    public static final String TRACESTATE = "tracestate";

    /** W3C baggage. */
    public static final String BAGGAGE = "baggage";

    private static final String LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";

    private static final Pattern KEY =
            Pattern.compile("(?:" + LABEL + "(?:\\." + LABEL + ")*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?");

    private static final Pattern RESERVED = Pattern.compile(LABEL + "\\.(?:modelcontextprotocol|mcp)(?:\\.[^/]*)?/.*");

    /** Whether a key has the valid format: an optional prefix of labels and a slash, then a name. */
    public static boolean isValid(String key) {
        return KEY.matcher(key).matches();
    }

    /** Whether a key has a reserved prefix: its second label is {@code modelcontextprotocol} or {@code mcp}. */
    public static boolean isReserved(String key) {
        return RESERVED.matcher(key).matches();
    }

    private McpMetaKeys() {}
}
