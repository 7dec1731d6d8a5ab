package io.mcpclient.internal.pipeline;

import java.util.Set;

import io.mcpclient.call.McpCall;
import io.mcpclient.schema.McpMethods;

/**
 * Calls that may be repeated although the server may have executed them: those that change nothing, or nothing more when
 * executed twice. The options of a call override the list of methods.
 *
 * @see "MCP 2026-07-28, changelog (HTM-16)"
 */
public final class Idempotency {

    private static final Set<String> METHODS = Set.of(
            McpMethods.PING,
            McpMethods.SERVER_DISCOVER,
            McpMethods.TOOLS_LIST,
            McpMethods.RESOURCES_LIST,
            McpMethods.RESOURCES_TEMPLATES_LIST,
            McpMethods.RESOURCES_READ,
            McpMethods.PROMPTS_LIST,
            McpMethods.PROMPTS_GET,
            McpMethods.COMPLETION_COMPLETE,
            McpMethods.TASKS_LIST,
            McpMethods.TASKS_GET,
            McpMethods.TASKS_RESULT,
            McpMethods.TASKS_CANCEL);

    private Idempotency() {}

    /**
     * Returns whether a call is idempotent.
     * @param call the call
     * @return the value of its options if set, otherwise whether its method is in the list
     */
    public static boolean of(McpCall call) {
        Boolean option = call.options().idempotent();
        return (option != null) ? option : METHODS.contains(call.method());
    }
}
