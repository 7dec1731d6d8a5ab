package io.mcpclient.task;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.SafeText;
import io.mcpclient.schema.CallToolResult;

/** A task of revision 2025-11-25, which is asked about and has its outcome fetched. */
final class LegacyTask implements ReactiveMcpTask {

    private static final Logger logger = LoggerFactory.getLogger(LegacyTask.class);

    private final TaskRequests requests;

    private final McpTaskHandle handle;

    private final @Nullable String immediateResponse;

    private volatile McpTaskState lastKnown;

    LegacyTask(TaskRequests requests, McpTaskHandle handle, McpTaskState state, @Nullable String immediateResponse) {
        this.requests = requests;
        this.handle = handle;
        this.lastKnown = state;
        this.immediateResponse = immediateResponse;
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
        return this.lastKnown;
    }

    @Override
    public @Nullable String immediateResponse() {
        return this.immediateResponse;
    }

    @Override
    public Mono<McpTaskState> status(McpCallOptions options) {
        return Mono.defer(() -> status(options, this.requests.calls().deadline(options)));
    }

    Mono<McpTaskState> status(McpCallOptions options, Deadline deadline) {
        return this.requests.get(id(), options, deadline).doOnNext(this::learn);
    }

    @Override
    public Mono<CallToolResult> await(McpCallOptions options) {
        return Mono.defer(() -> new TaskWaiting(this, this.requests, options).outcome());
    }

    @Override
    public Mono<McpTaskState> cancel(McpCallOptions options) {
        return this.requests.cancel(id(), options).doOnNext(this::learn);
    }

    /** Cancels in the background: nobody waits for the task any more. */
    void abandon(McpCallOptions options) {
        if (!this.lastKnown.isTerminal()) {
            cancel(options)
                    .subscribe(
                            null,
                            error -> logger.debug(
                                    "MCP server \"{}\": an abandoned task could not be cancelled: {}",
                                    this.handle.serverName(),
                                    error.getMessage()));
        }
    }

    /** The life of a task, for audits (TSKL-16). Of the id only as much as tells tasks apart. */
    private void learn(McpTaskState state) {
        if (!state.status().equals(this.lastKnown.status())) {
            logger.debug(
                    "MCP server \"{}\": task {} of tool \"{}\" is {}",
                    this.handle.serverName(),
                    SafeText.excerpt(id(), 8),
                    SafeText.excerpt(this.handle.toolName()),
                    SafeText.excerpt(state.status().value()));
        }
        this.lastKnown = state;
    }
}
