package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Argument of a prompt; its value is a string.
 *
 * @param name programmatic name
 * @param title display name, since 2025-06-18
 * @param description description of the argument
 * @param required see {@link #isRequired()}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">MCP: Prompts</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record PromptArgument(
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable Boolean required,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public PromptArgument {
        Require.member(name, "prompt argument", "name");
        extra = Require.members(extra);
    }

    /** Whether a value is required; absent means no. */
    public boolean isRequired() {
        return Boolean.TRUE.equals(this.required);
    }
}
