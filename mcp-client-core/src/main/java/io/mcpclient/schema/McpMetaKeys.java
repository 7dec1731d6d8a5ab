package io.mcpclient.schema;

import java.util.regex.Pattern;

/**
 * Keys of {@code _meta} that the protocol reserves, and the rules for keys of one's own.
 *
 * @see "MCP 2026-07-28, basic/index, meta (META-06, META-07, META-10, META-12)"
 */
public final class McpMetaKeys {
    /** Asks for progress under this token. */
    public static final String PROGRESS_TOKEN = "progressToken";

    /** Revision of a request, from 2026-07-28. */
    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

    /** Who sends a request, from 2026-07-28. */
    public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

    /** What the sender of a request offers, from 2026-07-28. */
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    /** Asks for log messages of this request, from 2026-07-28. */
    public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

    /** Subscription a message belongs to, from 2026-07-28. */
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    /** Who sends a result, for display only, from 2026-07-28. */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    /** Task a message belongs to, only in 2025-11-25, with {@link RelatedTaskMetadata}. */
    public static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

    /** What a model may be told while a task runs, only in 2025-11-25. */
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

    /** Whether a key has the form the protocol prescribes: an optional prefix of labels and a slash, then a name. */
    public static boolean isValid(String key) {
        return KEY.matcher(key).matches();
    }

    /** Whether a key has a prefix that only the protocol may use: its second label is the protocol's name or {@code mcp}. */
    public static boolean isReserved(String key) {
        return RESERVED.matcher(key).matches();
    }

    private McpMetaKeys() {}
}
