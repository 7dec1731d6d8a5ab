package io.mcpclient.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Something a server needs before it can answer: a method and its params, without the envelope of a request.
 *
 * @param method such as {@code elicitation/create}; possibly one this client does not serve
 * @param params params of that method as plain JSON, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, basic/patterns/mrtr (MRTR-01, MRTR-12, META-14)"
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

    /** Reads plain JSON, as it comes in a member that is not modelled. */
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
