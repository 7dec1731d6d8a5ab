package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Opaque state that a server hands out with an unfinished answer and wants back, unchanged, in the retry of that very
 * request. Never inspect, trim or log it: {@link #toString()} hides it.
 *
 * @param value the exact string, possibly empty
 * @see "MCP 2026-07-28, basic/patterns/mrtr (MRTR-05, MRTR-08)"
 */
public record RequestState(@JsonValue String value) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public RequestState {
        Require.member(value, "request state", "value");
    }

    @Override
    public String toString() {
        return "RequestState[" + value.length() + " characters]";
    }
}
