package io.mcpclient.internal.era.modern;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CancelTaskParams;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetTaskParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.UpdateTaskParams;

/**
 * Name of a request's subject, for the {@code Mcp-Name} header, as one table.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Standard Request Headers (HDR-02, HDR-03, TSKX-15)"
 */
final class MirroredName {

    /** The mirrored member of the params. */
    private static final Map<String, String> MEMBERS = Map.of(
            McpMethods.TOOLS_CALL, "name",
            McpMethods.PROMPTS_GET, "name",
            McpMethods.RESOURCES_READ, "uri",
            McpMethods.TASKS_GET, "taskId",
            McpMethods.TASKS_UPDATE, "taskId",
            McpMethods.TASKS_CANCEL, "taskId");

    private MirroredName() {}

    /** Returns the name in params that are a record of the vocabulary or plain JSON, {@code null} if there is none. */
    static @Nullable String of(String method, @Nullable Object params) {
        String member = MEMBERS.get(method);
        if (member == null) {
            return null;
        }
        if (params instanceof CallToolParams call) {
            return call.name();
        }
        if (params instanceof GetPromptParams get) {
            return get.name();
        }
        if (params instanceof ReadResourceParams read) {
            return read.uri();
        }
        if (params instanceof GetTaskParams get) {
            return get.taskId();
        }
        if (params instanceof UpdateTaskParams update) {
            return update.taskId();
        }
        if (params instanceof CancelTaskParams cancel) {
            return cancel.taskId();
        }
        return (params instanceof Map<?, ?> plain && plain.get(member) instanceof String name) ? name : null;
    }
}
