package io.mcpclient.internal.era.modern;

import io.mcpclient.internal.task.TaskProtocol;
import io.mcpclient.internal.task.TaskRequests;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.ServerCapabilities;

/**
 * A server of a stateless revision. Tasks are an extension.
 *
 * @param capabilities what the server has declared
 * @param enabled whether this client declares the extension
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
public record ModernTaskServer(ServerCapabilities capabilities, boolean enabled) implements TaskServer {

    @Override
    public TaskProtocol protocol(TaskRequests requests) {
        return new ModernTasks(requests, this);
    }

    /** Returns whether both sides support the extension; otherwise none of its requests is sent. */
    boolean hasExtension() {
        return this.enabled && this.capabilities.hasExtension(McpExtensions.TASKS);
    }
}
