package io.mcpclient.status;

import java.util.Locale;

/** The two families of protocol revisions. */
public enum McpEra {

    /** Revisions 2024-11-05 to 2025-11-25: a handshake, then requests in both directions. */
    LEGACY,

    /** Revision 2026-07-28 and later: stateless, every request is self-contained. */
    MODERN;

    /**
     * Returns the name used in reports and properties.
     * @return {@code legacy} or {@code modern}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
