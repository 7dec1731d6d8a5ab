package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Hint for model selection: part of a model name, which a client may map to an equivalent model.
 *
 * @param name part of a name
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling, Model Hints</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelHint(
        @Nullable String name, @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ModelHint {
        extra = Require.members(extra);
    }
}
