package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code tools/call}.
 *
 * @param name name of the tool
 * @param arguments arguments, or {@code null} to omit the member, which some servers refuse
 * @param task requests execution as a task, only in 2025-11-25
 * @param inputResponses responses to the input requests of the previous result; only in a retry of 2026-07-28
 * @param requestState state from the previous result; only in a retry of 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools</a>
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

    /**
     * Creates params for a call with arguments.
     *
     * <p>Without arguments, an empty object is sent: servers that validate the member refuse a call without it, also if the tool has
     * no parameters, although the specification makes it optional. {@link #withArguments} with {@code null} omits it.
     *
     * @param name name of the tool
     * @param arguments arguments, or {@code null} for none
     */
    public static CallToolParams of(String name, @Nullable Map<String, Object> arguments) {
        return new CallToolParams(
                Require.text(name, "call tool params", "name"),
                (arguments != null) ? arguments : Map.of(),
                null,
                null,
                null,
                null);
    }

    /**
     * Returns this request as a retry after an input-required result; responses and state of earlier rounds are dropped.
     *
     * @param inputResponses a response for each input request, or {@code null} if there were none
     * @param requestState the state to send back, or {@code null} if the result contained none
     */
    public CallToolParams withInput(
            @Nullable Map<String, InputResponse> inputResponses, @Nullable RequestState requestState) {
        return new CallToolParams(this.name, this.arguments, this.task, inputResponses, requestState, this.meta);
    }

    /** Returns a copy with these {@code arguments}, or without the member if they are {@code null}. */
    public CallToolParams withArguments(@Nullable Map<String, Object> arguments) {
        return new CallToolParams(this.name, arguments, this.task, this.inputResponses, this.requestState, this.meta);
    }

    /** Returns a copy with this {@code task}. */
    public CallToolParams withTask(TaskMetadata task) {
        return new CallToolParams(this.name, this.arguments, task, this.inputResponses, this.requestState, this.meta);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public CallToolParams withMeta(Map<String, Object> meta) {
        return new CallToolParams(this.name, this.arguments, this.task, this.inputResponses, this.requestState, meta);
    }
}
