package io.mcpclient.handler;

/**
 * Scope around the execution of a handler on its own thread, for example the current span for its log lines. Looked up by
 * this class in the context of the publisher that calls the handler. Thread-safe.
 */
@FunctionalInterface
public interface HandlerScope {

    /**
     * Opens the scope on the current thread.
     * @return the scope, to be closed on the same thread
     */
    Opened open();

    /** An open scope. */
    @FunctionalInterface
    interface Opened extends AutoCloseable {

        @Override
        void close();
    }
}
