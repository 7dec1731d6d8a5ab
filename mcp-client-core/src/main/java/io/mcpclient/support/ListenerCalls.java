package io.mcpclient.support;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Calls listeners of the application, whose failures affect nothing else. The first failure of a listener is a warning with the name
 * of the server, the exception and its stack trace; further ones are counted and logged at debug level, because the server decides
 * how often a listener is called. Thread-safe.
 */
public final class ListenerCalls {

    private static final Logger logger = Loggers.HANDLERS;

    /** Number of failed listeners to remember; beyond it, the first ones are forgotten. */
    private static final int REMEMBERED = 100;

    /** How often each listener failed, {@code null} until one does. */
    private @Nullable Map<Key, Long> failures;

    /** Creates calls without failures. */
    public ListenerCalls() {}

    /** A listener, which may define equality as it likes, for one server and kind of event. */
    private record Key(String serverName, String events, Object listener) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && this.listener == key.listener
                    && this.serverName.equals(key.serverName)
                    && this.events.equals(key.events);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this.listener);
        }
    }

    /**
     * Calls a listener.
     * @param serverName configured name of the server, empty if the event concerns several
     * @param events what the listener receives, such as {@code log messages}
     * @param listener the listener; of one that exists for a single call only, its class
     * @param call calls it; anything that it throws is logged
     */
    public void run(String serverName, String events, Object listener, Runnable call) {
        try {
            call.run();
        } catch (Throwable ex) { // even an error would end the delivery of all messages
            failed(serverName, events, listener, ex);
        }
    }

    /**
     * Logs and counts a failure.
     * @param serverName configured name of the server, empty if the event concerns several
     * @param events what the listener receives
     * @param listener the listener; of one that exists for a single call only, its class
     * @param error what it has thrown
     */
    public void failed(String serverName, String events, Object listener, Throwable error) {
        Key key = new Key(serverName, events, listener);
        long count = count(key);
        String owner = key.serverName().isEmpty() ? "MCP" : "MCP server \"" + key.serverName() + "\"";
        String problem = ApplicationCode.describe(error);
        if (count > 1) {
            logger.debug(
                    "{}: the listener {} for {} failed, {} times so far: {}",
                    owner,
                    ApplicationCode.nameOf(key.listener()),
                    key.events(),
                    count,
                    problem);
            return;
        }
        logger.warn(
                "{}: the listener {} for {} failed: {}. Its further failures are logged at debug level.",
                owner,
                ApplicationCode.nameOf(key.listener()),
                key.events(),
                problem,
                error);
    }

    private synchronized long count(Key key) {
        Map<Key, Long> failures = this.failures;
        if (failures == null) {
            failures = new LinkedHashMap<>();
            this.failures = failures;
        }
        long count = failures.merge(key, 1L, Long::sum);
        if (failures.size() > REMEMBERED) {
            failures.remove(failures.keySet().iterator().next());
        }
        return count;
    }
}
