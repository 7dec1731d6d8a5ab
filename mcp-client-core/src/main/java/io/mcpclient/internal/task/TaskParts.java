package io.mcpclient.internal.task;

import java.util.Objects;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.operation.CallDefaults;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.ListReports;
import io.mcpclient.internal.operation.ListRequests;
import io.mcpclient.internal.operation.OutputStage;
import io.mcpclient.internal.operation.ToolDefinitions;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.Tool;

/**
 * What requests about the tasks of one client need, besides the stages that they pass. Immutable.
 *
 * @param defaults defaults of calls
 * @param tools definitions of tools
 * @param lists lists of tools
 * @param output checks results
 * @param server task support of the server; connects if necessary
 * @param codec reads results of tasks
 * @param inputs responds to input requests of tasks, where they are part of a task's state
 * @param limits limits on lists
 * @param reports receives the outcome of lists
 */
public record TaskParts(
        CallDefaults defaults,
        ToolDefinitions tools,
        ListRequests<?, Tool> lists,
        OutputStage output,
        Mono<TaskServer> server,
        JsonCodec codec,
        TaskInputs inputs,
        ListLimits limits,
        ListReports reports) {

    /**
     * Returns requests that pass a chain of stages.
     * @param chain the whole chain, or the rest of it after a stage
     * @return the requests
     */
    public TaskRequests through(CallHandler chain) {
        return new TaskRequests(this, this.defaults.through(chain));
    }

    /** An interceptor may have replaced the parameters by plain JSON. */
    CallToolParams paramsOf(McpCall call) {
        if (call.params() instanceof CallToolParams known) {
            return known;
        }
        try {
            return Objects.requireNonNull(this.codec.convert(call.params(), CallToolParams.class));
        } catch (IllegalArgumentException ex) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    call.serverName(),
                                    call.method(),
                                    McpOutcome.NOT_SENT,
                                    "the parameters of a tool call cannot be read: " + ex.getMessage())
                            .withCause(ex),
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }
}
