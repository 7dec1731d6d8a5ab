package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A wish for a model: part of a model name, which a client may map to an equivalent.
 *
 * @param name part of a name
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/sampling, model hints (SMP-08)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelHint(
        @Nullable String name, @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ModelHint {
        extra = Require.members(extra);
    }
}
