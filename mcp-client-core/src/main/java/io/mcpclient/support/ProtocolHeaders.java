package io.mcpclient.support;

/**
 * HTTP headers of the protocol that more than one package reads or writes.
 *
 * @see "MCP 2025-11-25, basic/transports"
 */
public final class ProtocolHeaders {

    private ProtocolHeaders() {}

    /** Id of the session, in the revisions with a handshake; the other revisions have no sessions. */
    public static final String SESSION_ID = "Mcp-Session-Id";

    /** Revision of a request. */
    public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
}
