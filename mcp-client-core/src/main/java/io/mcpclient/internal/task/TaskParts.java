package io.mcpclient.internal.task;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.internal.operation.CallDefaults;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.ListReports;
import io.mcpclient.internal.operation.OutputStage;
import io.mcpclient.internal.operation.ToolDefinitions;
import io.mcpclient.jsonrpc.JsonCodec;

/**
 * What requests about the tasks of one client need, besides the stages that they pass. Immutable.
 *
 * @param defaults defaults of calls
 * @param tools definitions of tools
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
}
