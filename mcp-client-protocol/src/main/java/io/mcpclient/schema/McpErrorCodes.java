package io.mcpclient.schema;

import java.util.Set;

/**
 * Error codes defined by the protocol. The other codes from -32000 to -32019 are implementation-defined by servers.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Error Codes</a>
 */
public final class McpErrorCodes {
    /** Parse error: invalid JSON was received. */
    public static final int PARSE_ERROR = -32700;

    /** Invalid request: the message is not a valid request object. */
    public static final int INVALID_REQUEST = -32600;

    /** Method not found, or its capability is not supported. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** Invalid params; also an unknown tool, prompt or task, and since 2026-07-28 an unknown resource. */
    public static final int INVALID_PARAMS = -32602;

    /** Internal error. */
    public static final int INTERNAL_ERROR = -32603;

    /** The user rejected the sampling request; sent by clients before 2026-07-28. */
    public static final int USER_REJECTED_SAMPLING = -1;

    /** Resource not found, before 2026-07-28. */
    public static final int RESOURCE_NOT_FOUND = -32002;

    /** URL elicitation required first; only in 2025-11-25, with {@link URLElicitationRequiredData}. */
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /** Header mismatch between mirrored headers and body, since 2026-07-28. */
    public static final int HEADER_MISMATCH = -32020;

    /** Missing required client capability, since 2026-07-28, with {@link MissingRequiredClientCapabilityData}. */
    public static final int MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

    /** Unsupported protocol version, since 2026-07-28, with {@link UnsupportedProtocolVersionData}. */
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    private static final Set<Integer> STATELESS =
            Set.of(HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION);

    /** Whether only servers of the stateless revisions use a code, so that it identifies such a server. */
    public static boolean isOfStatelessRevisions(int code) {
        return STATELESS.contains(code);
    }

    private McpErrorCodes() {}
}
