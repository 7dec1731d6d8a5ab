package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of {@code roots/list}: the roots of a client.
 *
 * @param roots the roots, possibly none
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/roots">MCP: Roots</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListRootsResult(
        List<Root> roots,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements InputResponse {
    public ListRootsResult {
        roots = Require.list(roots);
        extra = Require.members(extra);
    }

    /** Creates a result with these roots. */
    public static ListRootsResult of(List<Root> roots) {
        return new ListRootsResult(List.copyOf(roots), null, Map.of());
    }
}
