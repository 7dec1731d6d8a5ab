package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;

/** A resumed task, whose era is determined on first use, when the client has connected. */
final class ResumedTask implements ReactiveMcpTask {

    private final TaskRequests requests;

    private final McpTaskHandle handle;

    private final AtomicReference<@Nullable ReactiveMcpTask> known = new AtomicReference<>();

    ResumedTask(TaskRequests requests, McpTaskHandle handle) {
        this.requests = requests;
        this.handle = handle;
    }

    @Override
    public String id() {
        return this.handle.taskId();
    }

    @Override
    public McpTaskHandle handle() {
        return this.handle;
    }

    @Override
    public McpTaskState lastKnown() {
        ReactiveMcpTask task = this.known.get();
        return (task != null) ? task.lastKnown() : TaskStates.UNKNOWN;
    }

    @Override
    public @Nullable String immediateResponse() {
        return null;
    }

    @Override
    public Mono<McpTaskState> status(McpCallOptions options) {
        return use(McpMethods.TASKS_GET, options, task -> task.status(options));
    }

    @Override
    public Mono<CallToolResult> await(McpCallOptions options) {
        return use(McpMethods.TASKS_GET, options, task -> task.await(options));
    }

    @Override
    public Mono<Void> provideInput(Map<String, InputResponse> responses, McpCallOptions options) {
        return use(McpMethods.TASKS_UPDATE, options, task -> task.provideInput(responses, options));
    }

    @Override
    public Mono<McpTaskState> cancel(McpCallOptions options) {
        return use(McpMethods.TASKS_CANCEL, options, task -> task.cancel(options));
    }

    private <T> Mono<T> use(String operation, McpCallOptions options, Function<ReactiveMcpTask, Mono<T>> work) {
        return Mono.defer(() -> {
            ReactiveMcpTask task = this.known.get();
            return (task != null)
                    ? work.apply(task)
                    : connected(operation, this.requests.calls().deadline(options))
                            .flatMap(server -> server.protocol(this.requests).resume(this.handle, operation))
                            .map(this::remembered)
                            .flatMap(work);
        });
    }

    /** The first one wins, since a task has state of its own. */
    private ReactiveMcpTask remembered(ReactiveMcpTask task) {
        ReactiveMcpTask earlier = this.known.compareAndExchange(null, task);
        return (earlier != null) ? earlier : task;
    }

    private Mono<TaskServer> connected(String operation, Deadline deadline) {
        Duration limit = deadline.timeout();
        return this.requests
                .parts()
                .server()
                .timeout(
                        Duration.ofNanos(Math.max(1, deadline.remainingNanos())),
                        Mono.error(() -> new McpTimeoutException(
                                McpErrorDetails.of(
                                                this.handle.serverName(),
                                                operation,
                                                McpOutcome.NOT_SENT,
                                                "not connected within " + limit.toMillis() + " ms")
                                        .withRemedy(
                                                "Check that the server responds, or give the call a longer timeout."),
                                McpTimeoutException.CONNECT,
                                limit)),
                        deadline.time().timers());
    }
}
