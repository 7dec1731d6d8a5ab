package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of a list request.
 *
 * @param cursor opaque cursor of the requested page; {@code null} for the first page
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination">MCP: Pagination</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PaginatedParams(
        @Nullable String cursor,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    /** Creates params for the first page. */
    public static PaginatedParams first() {
        return new PaginatedParams(null, null);
    }

    /** Creates params for the page of a {@code nextCursor}; an empty cursor is valid. */
    public static PaginatedParams of(@Nullable String cursor) {
        return new PaginatedParams(cursor, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public PaginatedParams withMeta(Map<String, Object> meta) {
        return new PaginatedParams(this.cursor, meta);
    }
}
