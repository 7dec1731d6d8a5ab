package io.mcpclient.schema;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Params of an outgoing request; all kinds can carry a {@code _meta} object. */
public interface McpRequestParams {

    /**
     * Returns the {@code _meta} object.
     * @return its entries, or {@code null} if there is none
     */
    @Nullable
    Map<String, Object> meta();

    /**
     * Returns a copy with the given {@code _meta} object.
     * @param meta its entries
     * @return the copy
     */
    McpRequestParams withMeta(Map<String, Object> meta);
}
