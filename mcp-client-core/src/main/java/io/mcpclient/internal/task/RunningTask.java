package io.mcpclient.internal.task;

import org.slf4j.Logger;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.support.Loggers;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;
import io.mcpclient.text.SafeText;

/** A task that a server runs, in any era: its last known state, and its cancellation when abandoned. */
public abstract class RunningTask implements ReactiveMcpTask {

    private static final Logger logger = Loggers.CALLS;

    private final McpTaskHandle handle;

    private volatile McpTaskState lastKnown;

    /**
     * Creates the task.
     * @param handle its handle
     * @param state its last known state
     */
    protected RunningTask(McpTaskHandle handle, McpTaskState state) {
        this.handle = handle;
        this.lastKnown = state;
    }

    @Override
    public final String id() {
        return this.handle.taskId();
    }

    @Override
    public final McpTaskHandle handle() {
        return this.handle;
    }

    @Override
    public final McpTaskState lastKnown() {
        return this.lastKnown;
    }

    /**
     * Records a state, and logs the lifecycle of the task, for audits (TSKL-16), with a prefix of the id that distinguishes tasks.
     * @param state the state that the server reports
     */
    protected final void learn(McpTaskState state) {
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

    /**
     * Returns whether the task may still run.
     * @return false if it has ended, or the server does not know it
     */
    protected boolean mayRun() {
        return !this.lastKnown.isTerminal();
    }

    /** Cancels in the background, because the task is no longer awaited. */
    final void abandon(McpCallOptions options) {
        if (mayRun()) {
            cancel(options)
                    .subscribe(
                            null,
                            error -> logger.debug(
                                    "MCP server \"{}\": an abandoned task could not be cancelled: {}",
                                    this.handle.serverName(),
                                    error.getMessage()));
        }
    }
}
