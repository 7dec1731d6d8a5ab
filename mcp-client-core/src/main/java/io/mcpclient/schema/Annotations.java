package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Hints about whom an object is for and how much it matters; hints only, no rule may rest on them.
 *
 * @param audience intended readers; empty means not said
 * @param priority from 0, optional, to 1, effectively required
 * @param lastModified ISO 8601 time, as the server wrote it
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/resources, annotations (RES-11)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Annotations(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Role> audience,
        @Nullable Double priority,
        @Nullable String lastModified,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Annotations {
        audience = Require.list(audience);
        extra = Require.members(extra);
    }

    /** Annotations that say nothing, to start from. */
    public static Annotations none() {
        return new Annotations(List.of(), null, null, Map.of());
    }

    /** Returns a copy with this {@code audience}. */
    public Annotations withAudience(List<Role> audience) {
        return new Annotations(audience, priority, lastModified, extra);
    }

    /** Returns a copy with this {@code priority}. */
    public Annotations withPriority(Double priority) {
        return new Annotations(audience, priority, lastModified, extra);
    }

    /** Returns a copy with this {@code lastModified}. */
    public Annotations withLastModified(String lastModified) {
        return new Annotations(audience, priority, lastModified, extra);
    }
}
