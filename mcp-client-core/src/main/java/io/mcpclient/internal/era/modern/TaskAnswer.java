package io.mcpclient.internal.era.modern;

import java.util.Map;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpResult;
import io.mcpclient.schema.ResultType;

/**
 * Checks whether a request may return a task: only a tool call, and only if the client has declared the extension.
 *
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-02, TSKX-03); MCP 2026-07-28, basic/index (RPC-20)"
 */
final class TaskAnswer {

    private TaskAnswer() {}

    /**
     * Validates the type of a result.
     * @param call the request
     * @param result its result, a record of the vocabulary or plain JSON
     * @param declared whether the extension was declared
     * @throws McpProtocolException if the result is a task and must not be one
     */
    static void check(McpCall call, Object result, boolean declared) {
        if (!isTask(call, result)) {
            return;
        }
        if (!declared) {
            throw broken(call, "the server returned a task although tasks are disabled for it");
        }
        if (!call.method().equals(McpMethods.TOOLS_CALL)) {
            throw broken(call, "the server returned a task, which only a tool call can become");
        }
    }

    private static boolean isTask(McpCall call, Object result) {
        if (result instanceof McpResult known) {
            return ResultType.TASK.equals(known.resultType());
        }
        // Examples in the specification use that type for the state of a task (TSKX-05).
        return result instanceof Map<?, ?> plain
                && ResultType.TASK.value().equals(plain.get("resultType"))
                && !call.method().equals(McpMethods.TASKS_GET);
    }

    private static McpProtocolException broken(McpCall call, String problem) {
        return new McpProtocolException(
                McpErrorDetails.of(call.serverName(), call.method(), McpOutcome.ANSWERED, problem), Reason.MALFORMED);
    }
}
