package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt; its value is a string.
 *
 * @param name programmatic name
 * @param title name for display, from 2025-06-18
 * @param description what the argument means
 * @param required see {@link #isRequired()}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/prompts (PRM-01, PRM-02)"
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

    /** Whether a value has to be given; absent means no. */
    public boolean isRequired() {
        return Boolean.TRUE.equals(required);
    }
}
