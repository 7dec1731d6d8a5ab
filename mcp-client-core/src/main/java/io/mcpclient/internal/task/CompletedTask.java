package io.mcpclient.internal.task;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputRequiredResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * A call for which the server created no task: it has already ended. With manual input, it may have ended with input
 * requests.
 */
public final class CompletedTask implements ReactiveMcpTask {

    private final TaskRequests requests;

    private final McpTaskHandle handle;

    private final CallToolResult result;

    private final McpTaskState state;

    /**
     * Creates the task.
     * @param requests sends no request, but knows the server
     * @param tool name of the tool
     * @param result result of the call
     */
    public CompletedTask(TaskRequests requests, String tool, CallToolResult result) {
        this.requests = requests;
        this.handle = new McpTaskHandle(requests.calls().serverName(), "", tool, null, null);
        this.result = result;
        this.state = stateOf(result);
    }

    @Override
    public String id() {
        return "";
    }

    @Override
    public McpTaskHandle handle() {
        return this.handle;
    }

    @Override
    public McpTaskState lastKnown() {
        return this.state;
    }

    @Override
    public @Nullable String immediateResponse() {
        return null;
    }

    @Override
    public Mono<McpTaskState> status(McpCallOptions options) {
        return Mono.just(this.state);
    }

    @Override
    public Mono<CallToolResult> await(McpCallOptions options) {
        return Mono.just(this.result);
    }

    @Override
    public Mono<Void> provideInput(Map<String, InputResponse> responses, McpCallOptions options) {
        return noTask(McpMethods.TASKS_UPDATE);
    }

    @Override
    public Mono<McpTaskState> cancel(McpCallOptions options) {
        return noTask(McpMethods.TASKS_CANCEL);
    }

    private <T> Mono<T> noTask(String operation) {
        return Mono.error(() ->
                this.requests.unsupported(operation, "the server completed the call immediately: there is no task"));
    }

    /** With manual input, the result may be a request for input. */
    private static McpTaskState stateOf(CallToolResult answer) {
        Map<String, InputRequest> requests =
                answer.inputRequired().map(InputRequiredResult::inputRequests).orElse(Map.of());
        TaskStatus status = answer.hasAnswer() ? TaskStatus.COMPLETED : TaskStatus.INPUT_REQUIRED;
        return new McpTaskState(status, null, null, null, null, requests);
    }
}
