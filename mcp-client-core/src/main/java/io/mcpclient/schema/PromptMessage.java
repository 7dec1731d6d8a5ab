package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A message of a prompt.
 *
 * @param role who speaks
 * @param content what is said
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/prompts (PRM-06)"
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
}
