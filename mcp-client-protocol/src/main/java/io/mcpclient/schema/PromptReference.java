package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Reference to a prompt.
 *
 * @param name name of the prompt
 * @param title display name, since 2025-06-18
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion">MCP: Completion</a>
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

    /** Creates a reference to the prompt with this name. */
    public static PromptReference of(String name) {
        return new PromptReference(Require.text(name, "prompt reference", "name"), null);
    }

    /** Returns a copy with this {@code title}. */
    public PromptReference withTitle(String title) {
        return new PromptReference(this.name, title);
    }
}
