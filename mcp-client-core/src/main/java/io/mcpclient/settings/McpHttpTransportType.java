package io.mcpclient.settings;

/** The HTTP transport to use with a server. */
public enum McpHttpTransportType {

    /**
     * Streamable HTTP, with a fallback to HTTP+SSE if the response to the first message shows that the server supports nothing
     * else. The default.
     */
    AUTO,

    /** Streamable HTTP, the transport of all revisions since 2025-03-26. */
    STREAMABLE_HTTP,

    /** HTTP+SSE, the transport of revision 2024-11-05. */
    SSE
}
