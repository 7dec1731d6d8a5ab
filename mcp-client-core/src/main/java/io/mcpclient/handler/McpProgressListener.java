package io.mcpclient.handler;

/**
 * Learns how far requests have come. Given with one call, it hears of that call alone, always before the call ends; as a
 * bean or given to a builder, of all requests of the client. Called one message after the other on a thread that may
 * block; of a server that reports faster than this listener takes it, messages in between are left out.
 *
 * @see "MCP 2025-11-25, basic/utilities/progress (PRG-01 to PRG-06)"
 */
@FunctionalInterface
public interface McpProgressListener {

    /**
     * Takes one message.
     * @param progress how far the request has come
     */
    void onProgress(McpProgress progress);
}
