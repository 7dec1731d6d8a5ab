package io.mcpclient.internal.operation;

import io.mcpclient.settings.McpListSettings;

/**
 * Limits on the lists of one server.
 *
 * @param lists numbers and sizes
 * @param nodes maximum number of JSON nodes of all items of one list: brackets, names and values
 * @see "faults F09, I25"
 */
public record ListLimits(McpListSettings lists, int nodes) {

    /** Without limits. */
    static final ListLimits NONE = new ListLimits(
            new McpListSettings(
                    Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE),
            Integer.MAX_VALUE);
}
