package io.mcpclient.internal.task;

import io.mcpclient.schema.ServerCapabilities;

/**
 * Task support of a server, known after the client has connected. Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">MCP: Versioning</a>
 */
public interface TaskServer {

    /**
     * Returns what the server has declared.
     * @return its capabilities
     */
    ServerCapabilities capabilities();

    /**
     * Returns the handling of tasks that the protocol era of the server defines.
     * @param requests sends the requests about tasks
     * @return the handling
     */
    TaskProtocol protocol(TaskRequests requests);
}
