package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code completion/complete}. Every call is one request: an application that completes while a user types waits
 * for a pause, keeps suggestions, bounds its requests, and minds what it sends and shows (CMP-04, CMP-05).
 *
 * @param ref what the argument belongs to
 * @param argument the argument to complete
 * @param context what is already settled, from 2025-06-18
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP 2026-07-28, server/utilities/completion (CMP-01, CMP-02, CMP-04, CMP-05)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CompleteParams(
        CompletionReference ref,
        Argument argument,
        @Nullable Context context,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta)
        implements McpRequestParams {
    public CompleteParams {
        Require.member(ref, "complete params", "ref");
        Require.member(argument, "complete params", "argument");
    }

    /** Asks for values of one argument. */
    public static CompleteParams of(CompletionReference ref, String argument, String value) {
        return new CompleteParams(
                ref, new Argument(Require.text(argument, "completion argument", "name"), value), null, null);
    }

    /** Adds the values of arguments that are already settled; only for 2025-06-18 and later. */
    public CompleteParams withContext(Map<String, String> arguments) {
        return new CompleteParams(ref, argument, new Context(arguments), meta);
    }

    /**
     * The argument to complete.
     *
     * @param name its name
     * @param value what has been typed, possibly empty
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Argument(String name, String value) {
        public Argument {
            Require.member(name, "completion argument", "name");
            Require.member(value, "completion argument", "value");
        }
    }
    /**
     * What is already settled.
     *
     * @param arguments values of other arguments
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Context(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> arguments) {
        public Context {
            arguments = Require.members(arguments);
        }
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public CompleteParams withMeta(Map<String, Object> meta) {
        return new CompleteParams(ref, argument, context, meta);
    }
}
