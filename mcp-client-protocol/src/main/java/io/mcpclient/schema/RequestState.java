package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Opaque state that a server returns with an input-required result and that the client sends back unchanged in the retry of
 * the same request. Never inspect, trim or log it: {@link #toString()} hides it.
 *
 * @param value the exact string, possibly empty
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">
 *     MCP: Multi Round-Trip Requests</a>
 */
public record RequestState(@JsonValue String value) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public RequestState {
        Require.member(value, "request state", "value");
    }

    @Override
    public String toString() {
        return "RequestState[" + this.value.length() + " characters]";
    }
}
