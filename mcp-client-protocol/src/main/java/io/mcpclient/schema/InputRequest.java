package io.mcpclient.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Input that a server requires before it can complete a request: a method and its params, without the JSON-RPC envelope.
 *
 * @param method such as {@code elicitation/create}; possibly unsupported by this client
 * @param params params of that method as plain JSON, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">
 *     MCP: Multi Round-Trip Requests</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InputRequest(
        String method,
        @Nullable Map<String, Object> params,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public InputRequest {
        Require.member(method, "input request", "method");
        extra = Require.members(extra);
    }

    /** Converts plain JSON, as found in an unmodelled member. */
    @SuppressWarnings("unchecked") // plain JSON has no other maps
    static InputRequest ofPlain(@Nullable Object plain) {
        if (!(plain instanceof Map<?, ?> members) || !(members.get("method") instanceof String method)) {
            throw new IllegalArgumentException("input request has no \"method\"");
        }
        Object params = members.get("params");
        if (params != null && !(params instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("the params of an input request are not an object");
        }
        Map<String, Object> extra = new LinkedHashMap<>((Map<String, Object>) members);
        extra.keySet().removeAll(List.of("method", "params"));
        return new InputRequest(method, (Map<String, Object>) params, extra);
    }
}
