package io.mcpclient.internal.era.legacy;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.task.RunningTask;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;

/** A task of revision 2025-11-25: its state is polled and its outcome fetched separately. */
final class LegacyTask extends RunningTask {

    private final LegacyTasks tasks;

    private final @Nullable String immediateResponse;

    LegacyTask(LegacyTasks tasks, McpTaskHandle handle, McpTaskState state, @Nullable String immediateResponse) {
        super(handle, state);
        this.tasks = tasks;
        this.immediateResponse = immediateResponse;
    }

    @Override
    public @Nullable String immediateResponse() {
        return this.immediateResponse;
    }

    @Override
    public Mono<McpTaskState> status(McpCallOptions options) {
        return Mono.defer(() -> status(options, this.tasks.requests().calls().deadline(options)));
    }

    Mono<McpTaskState> status(McpCallOptions options, Deadline deadline) {
        return this.tasks.state(id(), options, deadline).doOnNext(this::learn);
    }

    @Override
    public Mono<CallToolResult> await(McpCallOptions options) {
        return Mono.defer(() -> new LegacyWaiting(this, this.tasks, options).outcome());
    }

    @Override
    public Mono<Void> provideInput(Map<String, InputResponse> responses, McpCallOptions options) {
        return Mono.error(() -> this.tasks
                .requests()
                .unsupported(
                        McpMethods.TASKS_UPDATE,
                        "tasks of this protocol revision send input requests to the handlers of the client while they"
                                + " are awaited"));
    }

    @Override
    public Mono<McpTaskState> cancel(McpCallOptions options) {
        return this.tasks.cancel(id(), options).doOnNext(this::learn);
    }
}
