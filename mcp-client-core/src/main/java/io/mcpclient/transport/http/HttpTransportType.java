package io.mcpclient.transport.http;

/** Which of the HTTP transports to use with a server. */
public enum HttpTransportType {

    /**
     * Streamable HTTP, and HTTP+SSE if the answer to the first message says that the server knows nothing else. The
     * default.
     */
    AUTO,

    /** Streamable HTTP, the transport of all revisions since 2025-03-26. */
    STREAMABLE_HTTP,

    /** HTTP+SSE, the transport of revision 2024-11-05. */
    SSE
}
