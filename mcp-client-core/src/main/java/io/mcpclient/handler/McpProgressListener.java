package io.mcpclient.handler;

/**
 * Listener for the progress of requests. As an option of a call, it receives the progress of that call only, always before
 * the call ends; as a bean or set on a builder, that of all requests of the client. Called sequentially on a thread that
 * may block; if the server reports faster than this listener processes, intermediate messages are skipped.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress">MCP: Progress</a>
 */
@FunctionalInterface
public interface McpProgressListener {

    /**
     * Handles one message.
     * @param progress progress of the request
     */
    void onProgress(McpProgress progress);
}
