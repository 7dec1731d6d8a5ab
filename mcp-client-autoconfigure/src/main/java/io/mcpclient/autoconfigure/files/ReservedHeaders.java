package io.mcpclient.autoconfigure.files;

import java.util.Locale;
import java.util.Set;

/** Headers that the client or its HTTP library sets: values of the configuration are dropped, or break the connection. */
public final class ReservedHeaders {

    private static final Set<String> NAMES = Set.of(
            "accept",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "last-event-id",
            "mcp-method",
            "mcp-name",
            "mcp-protocol-version",
            "mcp-session-id",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private ReservedHeaders() {}

    /**
     * Returns whether a header is reserved. A cookie is not: a gateway may require one.
     * @param name name in any case
     * @return whether it is set by the client
     */
    public static boolean contains(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) || lower.startsWith("mcp-param-");
    }
}
