package io.mcpclient.schema;

import java.util.Set;

/**
 * Error codes with a meaning in the protocol. The rest of -32000 to -32019 is private to servers.
 *
 * @see "MCP 2026-07-28, basic/index, error codes"
 */
public final class McpErrorCodes {
    /** What was sent is not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** What was sent is not a request. */
    public static final int INVALID_REQUEST = -32600;

    /** No such method, or a feature that is not offered. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** Params are wrong; also an unknown tool, prompt or task, and from 2026-07-28 an unknown resource. */
    public static final int INVALID_PARAMS = -32602;

    /** Something failed while answering. */
    public static final int INTERNAL_ERROR = -32603;

    /** The user refused a sample; sent by clients before 2026-07-28. */
    public static final int USER_REJECTED_SAMPLING = -1;

    /** No such resource, before 2026-07-28. */
    public static final int RESOURCE_NOT_FOUND = -32002;

    /** The user has to visit addresses first; only in 2025-11-25, with {@link URLElicitationRequiredData}. */
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /** Mirrored headers and body disagree, from 2026-07-28. */
    public static final int HEADER_MISMATCH = -32020;

    /** The client does not offer what the request needs, from 2026-07-28, with {@link MissingRequiredClientCapabilityData}. */
    public static final int MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

    /** The server does not speak the revision, from 2026-07-28, with {@link UnsupportedProtocolVersionData}. */
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    private static final Set<Integer> STATELESS =
            Set.of(HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION);

    /** Whether only servers of the stateless revisions know a code, so that it proves one (VER-11). */
    public static boolean isOfStatelessRevisions(int code) {
        return STATELESS.contains(code);
    }

    private McpErrorCodes() {}
}
