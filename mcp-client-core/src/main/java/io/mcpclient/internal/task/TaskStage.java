package io.mcpclient.internal.task;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.pipeline.ToolCallParams;
import io.mcpclient.internal.support.RecoveringMono;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ResultType;
import io.mcpclient.support.schema.CreateTaskResult;

/**
 * Stage in which a tool call may become a task. It calls the tool as a task if the tool demands it or the parameters request it, and
 * waits for the end of a task, also of one that the server has created on its own. Cancelling the wait cancels the task. What depends
 * on the protocol era of the server is a {@link TaskProtocol}.
 *
 * <p>The stages before this one see one tool call with its final result. Each request about the task passes those after it as a call of
 * its own: it has its own deadline within that of the wait, is retried and counted by the circuit breaker by itself, and may reach the
 * server in a later session than the call that created the task. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
public final class TaskStage implements McpInterceptor {

    private final TaskParts parts;

    /**
     * Creates the stage of one client.
     * @param parts what requests about tasks need
     */
    public TaskStage(TaskParts parts) {
        this.parts = parts;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        String tool = ToolCallParams.nameOf(call, this.parts.codec());
        if (tool == null) {
            return next.handle(call);
        }
        TaskRequests requests = this.parts.through(next);
        if (call.resultType() == CreateTaskResult.class) {
            return protocol(requests).flatMap(protocol -> {
                call.progress().markSent();
                return protocol.create(params(call), call.options());
            });
        }
        if (call.resultType() != CallToolResult.class) {
            return next.handle(call);
        }
        boolean isRequested = call.params() instanceof CallToolParams params && params.task() != null;
        return isRequested ? asTask(requests, call) : handle(requests, call, tool, next);
    }

    private Mono<Object> handle(TaskRequests requests, McpCall call, String tool, CallHandler next) {
        boolean asTask = this.parts.tools().requiresTask(tool);
        return new RecoveringMono<>(
                asTask ? asTask(requests, call) : next.handle(call),
                answer -> asTask ? null : end(requests, call, tool, answer),
                error -> isUnknownMethod(error)
                        ? afterRefusal(requests, call, tool, asTask, next, error)
                        : Mono.error(error));
    }

    /** Waits for the end of a task that the server has created on its own; {@code null} if there is none. */
    private @Nullable Mono<Object> end(TaskRequests requests, McpCall call, String tool, Object answer) {
        return (answer instanceof CallToolResult result && ResultType.TASK.equals(result.resultType()))
                ? protocol(requests).flatMap(protocol -> protocol.finish(tool, result, call.options()))
                : null;
    }

    private Mono<Object> asTask(TaskRequests requests, McpCall call) {
        return protocol(requests).flatMap(protocol -> {
            call.progress().markSent(); // the requests about the task have a progress of their own
            return protocol.call(params(call), call.options());
        });
    }

    private CallToolParams params(McpCall call) {
        return ToolCallParams.of(call, this.parts.codec(), "tasks");
    }

    private static Mono<TaskProtocol> protocol(TaskRequests requests) {
        return requests.parts().server().map(server -> server.protocol(requests));
    }

    /** Of the call itself: the requests about a task, which has begun by then, name another method. */
    private static boolean isUnknownMethod(Throwable error) {
        return error instanceof McpRequestException refusal
                && refusal.code() == McpErrorCodes.METHOD_NOT_FOUND
                && McpMethods.TOOLS_CALL.equals(refusal.operation());
    }

    /**
     * In the revisions whose tools declare whether they run as tasks, the error says that the tool was called in the other way: it
     * did not run. The definition may be unknown or outdated, so it is looked up, and the call repeated if that changes its kind
     * (TSKL-04).
     */
    private Mono<Object> afterRefusal(
            TaskRequests requests, McpCall call, String tool, boolean asTask, CallHandler next, Throwable refusal) {
        return protocol(requests).flatMap(protocol -> {
            if (!protocol.followsTaskSupport()) {
                return Mono.error(refusal);
            }
            return this.parts
                    .tools()
                    .lookUp(tool, call.options(), call.deadline(), next)
                    .then(Mono.defer(() -> {
                        if (this.parts.tools().requiresTask(tool) == asTask) {
                            return Mono.error(refusal);
                        }
                        McpCall again = requests.again(call);
                        return asTask ? next.handle(again) : asTask(requests, again);
                    }));
        });
    }
}
