package io.mcpclient.internal.client;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.Blocking;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.operation.CallerInput;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;

/** Blocking variant of a reactive task. */
final class DefaultMcpTask implements McpTask {

    private final ReactiveMcpTask task;

    private final Blocking blocking;

    private final CallerInput input;

    private final Function<McpCallOptions, Duration> limit;

    DefaultMcpTask(
            ReactiveMcpTask task, Blocking blocking, CallerInput input, Function<McpCallOptions, Duration> limit) {
        this.task = task;
        this.blocking = blocking;
        this.input = input;
        this.limit = limit;
    }

    @Override
    public String id() {
        return this.task.id();
    }

    @Override
    public McpTaskHandle handle() {
        return this.task.handle();
    }

    @Override
    public McpTaskState lastKnown() {
        return this.task.lastKnown();
    }

    @Override
    public @Nullable String immediateResponse() {
        return this.task.immediateResponse();
    }

    @Override
    public McpTaskState status(McpCallOptions options) {
        return this.blocking.await(
                McpMethods.TASKS_GET,
                this.input.with(McpMethods.TASKS_GET, options, () -> this.task.status(options)),
                this.limit.apply(options));
    }

    @Override
    public CallToolResult await(McpCallOptions options) {
        return this.blocking.await(
                McpMethods.TASKS_GET,
                this.input.with(McpMethods.TASKS_GET, options, () -> this.task.await(options)),
                this.limit.apply(options));
    }

    @Override
    public void provideInput(Map<String, InputResponse> responses, McpCallOptions options) {
        this.blocking.awaitEnd(
                McpMethods.TASKS_UPDATE,
                this.input.with(
                        McpMethods.TASKS_UPDATE,
                        options,
                        () -> this.input.with(
                                McpMethods.TASKS_UPDATE,
                                "responses",
                                responses,
                                () -> this.task.provideInput(responses, options))),
                this.limit.apply(options));
    }

    @Override
    public McpTaskState cancel(McpCallOptions options) {
        return this.blocking.await(
                McpMethods.TASKS_CANCEL,
                this.input.with(McpMethods.TASKS_CANCEL, options, () -> this.task.cancel(options)),
                this.limit.apply(options));
    }
}
