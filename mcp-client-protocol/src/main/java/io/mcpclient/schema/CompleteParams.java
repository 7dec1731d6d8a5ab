package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code completion/complete}. Every call sends one request: an application that completes while a user types
 * should debounce and rate-limit requests, cache suggestions, and validate input and output.
 *
 * @param ref prompt or resource template of the argument
 * @param argument the argument to complete
 * @param context previously resolved arguments, since 2025-06-18
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion">MCP: Completion</a>
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

    /** Creates params that request values for one argument. */
    public static CompleteParams of(CompletionReference ref, String argument, String value) {
        return new CompleteParams(
                ref, new Argument(Require.text(argument, "completion argument", "name"), value), null, null);
    }

    /** Returns a copy with the values of previously resolved arguments; only for 2025-06-18 and later. */
    public CompleteParams withContext(Map<String, String> arguments) {
        return new CompleteParams(this.ref, this.argument, new Context(arguments), this.meta);
    }

    /**
     * The argument to complete.
     *
     * @param name its name
     * @param value text typed so far, possibly empty
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Argument(String name, String value) {
        public Argument {
            Require.member(name, "completion argument", "name");
            Require.member(value, "completion argument", "value");
        }
    }
    /**
     * Previously resolved arguments.
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
        return new CompleteParams(this.ref, this.argument, this.context, meta);
    }
}
