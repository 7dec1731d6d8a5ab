package io.mcpclient.handler;

import java.util.Objects;

/**
 * Listener for the progress of requests. As an option of a call, it receives the progress of that call only, always before
 * the call ends; as a bean or set on a builder, that of all requests of the client. Called sequentially on a thread that
 * may block; if the server reports faster than this listener processes, intermediate messages are skipped.
 *
 * <p>A listener that never blocks does not need a thread of its own: see {@link #nonBlocking}.
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

    /**
     * Returns whether this listener may block, and therefore needs a thread that may.
     * @return {@code true} by default
     */
    default boolean mayBlock() {
        return true;
    }

    /**
     * Returns a listener that is called on the thread that reads from the server, as reactive code expects it, which saves two changes
     * of threads for each call. It receives every message. While it runs, nothing else is read from the connection, nor from other
     * connections of the same thread: it must neither block nor take long. Beans of the starter are called on a thread that may block,
     * whatever they return from {@link #mayBlock()}.
     *
     * <pre>{@code
     * Sinks.Many<McpProgress> sink = Sinks.many().unicast().onBackpressureBuffer();
     * McpCallOptions options = McpCallOptions.defaults().withProgress(McpProgressListener.nonBlocking(sink::tryEmitNext));
     * }</pre>
     * @param listener the listener; its exceptions are logged
     * @return a listener that does not block
     */
    static McpProgressListener nonBlocking(McpProgressListener listener) {
        Objects.requireNonNull(listener, "listener");
        return new McpProgressListener() {

            @Override
            public void onProgress(McpProgress progress) {
                listener.onProgress(progress);
            }

            @Override
            public boolean mayBlock() {
                return false;
            }
        };
    }
}
