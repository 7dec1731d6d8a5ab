package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A message template that a server offers for the user to choose. The library runs none of its own accord, and an
 * application should not either (PRM-09). What goes into a prompt and what comes out of it the application checks, against
 * injection and against access that nobody meant to give (PRM-05).
 *
 * @param name programmatic name
 * @param title name for display, from 2025-06-18
 * @param description what the prompt is for
 * @param arguments arguments; empty means none
 * @param icons icons, from 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/prompts (PRM-01, PRM-05, PRM-09)"
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

    /** The name to show: the title, else the name. */
    public String displayName() {
        return title != null ? title : name;
    }
}
