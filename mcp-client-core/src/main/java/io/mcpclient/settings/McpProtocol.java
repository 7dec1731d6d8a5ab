package io.mcpclient.settings;

/** Protocol era to use with a server. */
public enum McpProtocol {

    /** The era that the server supports, detected automatically. */
    AUTO,

    /** Only the stateless revision. */
    MODERN,

    /** Only the revisions that begin with a handshake. */
    LEGACY
}
