package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Preferences of a server for model selection; advisory only. The sampling handler selects the model: it evaluates the
 * hints in order; each is a substring of a model name and may be mapped to an equivalent model.
 *
 * @param hints hints; the first match takes precedence over the priorities
 * @param costPriority importance of low cost, 0 to 1
 * @param speedPriority importance of speed, 0 to 1
 * @param intelligencePriority importance of intelligence and capabilities, 0 to 1
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelPreferences(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ModelHint> hints,
        @Nullable Double costPriority,
        @Nullable Double speedPriority,
        @Nullable Double intelligencePriority,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ModelPreferences {
        hints = Require.list(hints);
        extra = Require.members(extra);
    }
}
