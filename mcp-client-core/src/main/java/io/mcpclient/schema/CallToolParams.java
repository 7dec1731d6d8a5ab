package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code tools/call}.
 *
 * @param name tool to call
 * @param arguments arguments, or {@code null} to send none
 * @param task asks to run the call as a task, only in 2025-11-25
 * @param inputResponses answers to what the last answer asked for; only in a retry of 2026-07-28
 * @param requestState state of the last answer; only in a retry of 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP 2026-07-28, server/tools (MRTR-09, TSKL-03)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CallToolParams(
        String name,
        @Nullable Map<String, Object> arguments,
        @Nullable TaskMetadata task,
        @Nullable Map<String, InputResponse> inputResponses,
        @Nullable RequestState requestState,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta)
        implements McpRequestParams {
    public CallToolParams {
        Require.member(name, "call tool params", "name");
    }

    /** A call with arguments. */
    public static CallToolParams of(String name, @Nullable Map<String, Object> arguments) {
        return new CallToolParams(Require.text(name, "call tool params", "name"), arguments, null, null, null, null);
    }

    /**
     * The same request, as the retry that an unfinished answer asks for; what earlier rounds brought is dropped.
     *
     * @param inputResponses an answer for each entry, or {@code null} if none was asked for
     * @param requestState the state to send back, or {@code null} if the answer held none
     */
    public CallToolParams withInput(
            @Nullable Map<String, InputResponse> inputResponses, @Nullable RequestState requestState) {
        return new CallToolParams(name, arguments, task, inputResponses, requestState, meta);
    }

    /** Returns a copy with this {@code task}. */
    public CallToolParams withTask(TaskMetadata task) {
        return new CallToolParams(name, arguments, task, inputResponses, requestState, meta);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public CallToolParams withMeta(Map<String, Object> meta) {
        return new CallToolParams(name, arguments, task, inputResponses, requestState, meta);
    }
}
