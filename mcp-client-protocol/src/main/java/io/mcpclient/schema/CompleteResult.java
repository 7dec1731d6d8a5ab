package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of {@code completion/complete}.
 *
 * @param completion the suggestions
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion">MCP: Completion</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record CompleteResult(
        Completion completion,
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements McpResult {
    private static final int MAX_VALUES = 100;

    public CompleteResult {
        Require.member(completion, "complete result", "completion");
        extra = Require.members(extra);
    }

    /** Returns this result limited to the number of values that the protocol allows; a server must not send more. */
    public CompleteResult limited() {
        if (this.completion.values().size() <= MAX_VALUES) {
            return this;
        }
        List<String> values = this.completion.values().subList(0, MAX_VALUES);
        return new CompleteResult(
                new Completion(values, this.completion.total(), true, this.completion.extra()),
                this.resultType,
                this.meta,
                this.extra);
    }

    /**
     * Suggested values.
     *
     * @param values the values, at most 100 by the protocol, best first
     * @param total total number of values, if known
     * @param hasMore see {@link #isIncomplete()}
     * @param extra unmodelled members, kept as received
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
    public record Completion(
            List<String> values,
            @Nullable Long total,
            @Nullable Boolean hasMore,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Completion {
            values = Require.list(values);
            extra = Require.members(extra);
        }

        /** Whether the server has more values than it sent; absent means unknown. */
        public boolean isIncomplete() {
            return Boolean.TRUE.equals(this.hasMore);
        }
    }
}
