package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Points to a prompt.
 *
 * @param name name of the prompt
 * @param title name for display, from 2025-06-18
 * @see "MCP 2026-07-28, server/utilities/completion (CMP-01)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record PromptReference(String name, @Nullable String title) implements CompletionReference {
    public PromptReference {
        Require.member(name, "prompt reference", "name");
    }

    @Override
    public String type() {
        return "ref/prompt";
    }

    /** The prompt of this name. */
    public static PromptReference of(String name) {
        return new PromptReference(Require.text(name, "prompt reference", "name"), null);
    }

    /** Returns a copy with this {@code title}. */
    public PromptReference withTitle(String title) {
        return new PromptReference(name, title);
    }
}
