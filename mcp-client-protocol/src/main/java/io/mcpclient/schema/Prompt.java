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
 * Prompt template of a server, intended to be selected by the user. The library never uses a prompt automatically, and an
 * application should not either. The application must validate inputs and outputs of a prompt against injection and
 * unauthorized access.
 *
 * @param name programmatic name
 * @param title display name, since 2025-06-18
 * @param description description of the prompt
 * @param arguments arguments; empty means none
 * @param icons icons, since 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">MCP: Prompts</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Prompt(
        String name,
        @Nullable String title,
        @Nullable String description,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PromptArgument> arguments,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Prompt {
        Require.member(name, "prompt", "name");
        arguments = Require.list(arguments);
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    /** Display name: the title, else the name. */
    public String displayName() {
        return this.title != null ? this.title : this.name;
    }
}
