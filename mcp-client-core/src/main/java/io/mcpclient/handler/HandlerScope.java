package io.mcpclient.handler;

/**
 * Something that surrounds the work of a handler on its own thread, such as the current span for its log lines. Found in
 * the context of the publisher that calls the handler, under this class. Thread-safe.
 */
@FunctionalInterface
public interface HandlerScope {

    /**
     * Opens the scope on the present thread.
     * @return to be closed on the same thread, after the work
     */
    Opened open();

    /** A scope that was opened. */
    @FunctionalInterface
    interface Opened extends AutoCloseable {

        @Override
        void close();
    }
}
