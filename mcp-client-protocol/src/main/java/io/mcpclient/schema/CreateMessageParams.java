package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code sampling/createMessage}.
 *
 * @param messages the conversation
 * @param modelPreferences preferences for model selection
 * @param systemPrompt system prompt; a client may change or ignore it
 * @param includeContext requested context, absent means none; a client may ignore it
 * @param temperature sampling temperature; a client may ignore it
 * @param maxTokens maximum number of tokens to sample
 * @param stopSequences stop sequences; a client may ignore them
 * @param metadata metadata for the model provider; a client may ignore it
 * @param tools tools of this request only, since 2025-11-25
 * @param toolChoice rules for tool use, since 2025-11-25
 * @param task requests execution as a task, only in 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateMessageParams(
        List<SamplingMessage> messages,
        @Nullable ModelPreferences modelPreferences,
        @Nullable String systemPrompt,
        @Nullable IncludeContext includeContext,
        @Nullable Double temperature,
        Long maxTokens,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> stopSequences,
        @Nullable Map<String, Object> metadata,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Tool> tools,
        @Nullable ToolChoice toolChoice,
        @Nullable TaskMetadata task,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public CreateMessageParams {
        messages = Require.list(messages);
        Require.member(maxTokens, "create message params", "maxTokens");
        stopSequences = Require.list(stopSequences);
        tools = Require.list(tools);
        extra = Require.members(extra);
    }

    /** Returns a copy with this {@code maxTokens}. */
    public CreateMessageParams withMaxTokens(long maxTokens) {
        return new CreateMessageParams(
                this.messages,
                this.modelPreferences,
                this.systemPrompt,
                this.includeContext,
                this.temperature,
                maxTokens,
                this.stopSequences,
                this.metadata,
                this.tools,
                this.toolChoice,
                this.task,
                this.meta,
                this.extra);
    }

    /** Whether the request requires a client that supports sampling with tools. */
    public boolean usesTools() {
        return !this.tools.isEmpty() || this.toolChoice != null;
    }
}
