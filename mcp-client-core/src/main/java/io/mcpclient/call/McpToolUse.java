package io.mcpclient.call;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.mcpclient.schema.Tool;

/**
 * A request that a model makes through a tool which is not the server's, such as {@code read_resource}. Approval and the log of
 * tool calls treat the request as a call of that tool. Immutable.
 *
 * @param tool definition of the tool, with annotations that say whether this use only reads
 * @param arguments arguments from the model, unmodifiable
 */
public record McpToolUse(Tool tool, Map<String, Object> arguments) {

    /** Copies the arguments. */
    public McpToolUse {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /** Does not contain the arguments, which may be secret. */
    @Override
    public String toString() {
        return "McpToolUse[" + this.tool.name() + "]";
    }
}
