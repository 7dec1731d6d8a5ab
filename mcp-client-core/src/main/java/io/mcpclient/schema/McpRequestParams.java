package io.mcpclient.schema;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Params of a request of ours: whatever they are, they can carry a {@code _meta} object (META-13). */
public interface McpRequestParams {

    /**
     * Returns the {@code _meta} object.
     * @return its entries, or {@code null} if there is none
     */
    @Nullable
    Map<String, Object> meta();

    /**
     * Copies these params with another {@code _meta} object.
     * @param meta its entries
     * @return the copy
     */
    McpRequestParams withMeta(Map<String, Object> meta);
}
