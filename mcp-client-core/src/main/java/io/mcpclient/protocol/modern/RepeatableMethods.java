package io.mcpclient.protocol.modern;

import java.util.Set;

import io.mcpclient.schema.McpMethods;

/**
 * The requests that change nothing at a server, so that one whose answer was lost may be sent again.
 *
 * @see "MCP 2026-07-28, changelog (HTM-15, HTM-16)"
 */
final class RepeatableMethods {

    private static final Set<String> METHODS = Set.of(
            McpMethods.SERVER_DISCOVER,
            McpMethods.TOOLS_LIST,
            McpMethods.RESOURCES_LIST,
            McpMethods.RESOURCES_TEMPLATES_LIST,
            McpMethods.RESOURCES_READ,
            McpMethods.PROMPTS_LIST,
            McpMethods.PROMPTS_GET,
            McpMethods.COMPLETION_COMPLETE,
            McpMethods.TASKS_GET,
            McpMethods.TASKS_CANCEL);

    private RepeatableMethods() {}

    static boolean contain(String method) {
        return METHODS.contains(method);
    }
}
