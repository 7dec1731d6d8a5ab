package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Context that a server requests for a sampling prompt; a client may ignore it.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
public record IncludeContext(@JsonValue String value) {
    /** {@code none}. */
    public static final IncludeContext NONE = new IncludeContext("none");

    /** {@code thisServer}. */
    public static final IncludeContext THIS_SERVER = new IncludeContext("thisServer");

    /** {@code allServers}. */
    public static final IncludeContext ALL_SERVERS = new IncludeContext("allServers");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public IncludeContext {
        Require.member(value, "include context", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
