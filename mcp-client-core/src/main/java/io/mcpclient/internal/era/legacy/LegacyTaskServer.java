package io.mcpclient.internal.era.legacy;

import io.mcpclient.internal.task.TaskProtocol;
import io.mcpclient.internal.task.TaskRequests;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.schema.ServerCapabilities;

/**
 * A server of a handshake revision. Tasks are part of the core of 2025-11-25.
 *
 * @param capabilities what the server has declared
 */
public record LegacyTaskServer(ServerCapabilities capabilities) implements TaskServer {

    @Override
    public TaskProtocol protocol(TaskRequests requests) {
        return new LegacyTasks(requests, this.capabilities);
    }
}
