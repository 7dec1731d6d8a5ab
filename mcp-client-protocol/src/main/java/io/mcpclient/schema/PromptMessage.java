package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

import io.mcpclient.internal.schema.Require;

/**
 * Message of a prompt.
 *
 * @param role role of the speaker
 * @param content content of the message
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">MCP: Prompts</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PromptMessage(
        Role role,
        ContentBlock content,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public PromptMessage {
        Require.member(role, "prompt message", "role");
        Require.member(content, "prompt message", "content");
        extra = Require.members(extra);
    }

    /** Creates a text message of the user. */
    public static PromptMessage user(String text) {
        return new PromptMessage(Role.USER, TextContent.of(text), Map.of());
    }

    /** Creates a text message of the assistant. */
    public static PromptMessage assistant(String text) {
        return new PromptMessage(Role.ASSISTANT, TextContent.of(text), Map.of());
    }
}
