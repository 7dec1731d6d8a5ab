package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Annotations that inform clients how an object is used or displayed. They are hints only; no decision may rely on them.
 *
 * @param audience intended audience; empty means unspecified
 * @param priority from 0, optional, to 1, effectively required
 * @param lastModified ISO 8601 timestamp, as received
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources, Annotations</a>
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

    /** Empty annotations, as a starting point. */
    public static Annotations none() {
        return new Annotations(List.of(), null, null, Map.of());
    }

    /** Returns a copy with this {@code audience}. */
    public Annotations withAudience(List<Role> audience) {
        return new Annotations(audience, this.priority, this.lastModified, this.extra);
    }

    /** Returns a copy with this {@code priority}. */
    public Annotations withPriority(Double priority) {
        return new Annotations(this.audience, priority, this.lastModified, this.extra);
    }

    /** Returns a copy with this {@code lastModified}. */
    public Annotations withLastModified(String lastModified) {
        return new Annotations(this.audience, this.priority, lastModified, this.extra);
    }
}
