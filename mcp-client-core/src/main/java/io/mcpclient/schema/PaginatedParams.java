package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of a list request.
 *
 * @param cursor opaque cursor of the page wanted; {@code null} means the first
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP 2026-07-28, server/utilities/pagination"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PaginatedParams(
        @Nullable String cursor,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    /** The first page. */
    public static PaginatedParams first() {
        return new PaginatedParams(null, null);
    }

    /** The page that a {@code nextCursor} stands for; an empty cursor is a cursor. */
    public static PaginatedParams of(@Nullable String cursor) {
        return new PaginatedParams(cursor, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public PaginatedParams withMeta(Map<String, Object> meta) {
        return new PaginatedParams(cursor, meta);
    }
}
