package io.mcpclient.schema;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result that requests additional input: the client retries the request with the input responses and the state.
 *
 * @param inputRequests required inputs by opaque key; {@code null} if only the state is to be sent back
 * @param requestState state to send back, or {@code null} to send none
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">
 *     MCP: Multi Round-Trip Requests</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record InputRequiredResult(
        @Nullable Map<String, InputRequest> inputRequests,
        @Nullable RequestState requestState,
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public InputRequiredResult {
        inputRequests =
                inputRequests == null ? null : Require.entries(inputRequests, "input required result", "inputRequests");
        extra = Require.members(extra);
    }

    /**
     * Converts a generic result with input requests.
     * @param result a result of the kind {@code input_required}
     * @return the input-required result
     * @throws IllegalArgumentException if the input requests are malformed
     */
    public static InputRequiredResult of(McpResult result) {
        Map<String, Object> members = new LinkedHashMap<>(result.extra());
        Object requests = members.remove("inputRequests");
        Object state = members.remove("requestState");
        if (state != null && !(state instanceof String)) {
            throw new IllegalArgumentException("\"requestState\" is not a string");
        }
        return new InputRequiredResult(
                requests(requests),
                (state != null) ? new RequestState((String) state) : null,
                result.resultType(),
                result.meta(),
                members);
    }

    private static @Nullable Map<String, InputRequest> requests(@Nullable Object plain) {
        if (plain == null) {
            return null;
        }
        if (!(plain instanceof Map<?, ?> entries)) {
            throw new IllegalArgumentException("\"inputRequests\" is not an object");
        }
        Map<String, InputRequest> requests = new LinkedHashMap<>();
        entries.forEach((key, request) -> requests.put(String.valueOf(key), InputRequest.ofPlain(request)));
        return requests;
    }

    /** Whether at least one of the two members is present; otherwise the result is invalid. */
    public boolean isValid() {
        return this.inputRequests != null || this.requestState != null;
    }
}
