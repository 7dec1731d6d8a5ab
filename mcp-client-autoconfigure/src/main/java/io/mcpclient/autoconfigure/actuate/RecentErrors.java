package io.mcpclient.autoconfigure.actuate;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.core.Ordered;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpException;
import io.mcpclient.spring.McpAuthorizationFailedEvent;
import io.mcpclient.spring.McpClientCustomizer;

/**
 * Records the latest failures of each server: calls, connection attempts, connections, authorizations. Errors of this library contain no
 * secrets; other errors are not recorded. Thread-safe.
 *
 * @see "fault I23"
 */
final class RecentErrors
        implements McpClientCustomizer,
                Ordered,
                ApplicationListener<PayloadApplicationEvent<McpAuthorizationFailedEvent>> {

    static final int MAX = 10;

    private final Map<String, Log> logs = new ConcurrentHashMap<>();

    /**
     * A failure.
     *
     * @param time time of the failure
     * @param operation protocol method, or a phase such as {@code connect}
     * @param outcome whether the server may have executed it
     * @param message message of the exception
     */
    record Entry(Instant time, String operation, String outcome, String message) {}

    /** Runs after all customizers of the application, so that its interceptors handle their errors first. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    /** Forgets the errors of a server that is removed. */
    void follow(McpClients clients) {
        clients.addListener(new McpClients.Listener() {

            @Override
            public void onAdded(McpClient client) {
                // its errors follow
            }

            @Override
            public void onRemoved(McpClient client) {
                boolean isReplaced = clients.find(client.name()).isPresent();
                if (!isReplaced) {
                    RecentErrors.this.logs.remove(client.name());
                }
            }
        });
    }

    /** All clients of a server share one log: one that is created for a reload which another server prevents is never used. */
    @Override
    public void customize(String serverName, McpClientBuilder builder) {
        Log log = this.logs.computeIfAbsent(serverName, name -> new Log());
        builder.interceptor((call, next) -> next.handle(call).doOnError(log::add));
        builder.statusListener(status -> log.add(status.lastError()));
    }

    @Override
    public void onApplicationEvent(PayloadApplicationEvent<McpAuthorizationFailedEvent> event) {
        Log log = this.logs.get(event.getPayload().serverName());
        if (log != null) {
            log.add(event.getPayload().error());
        }
    }

    /**
     * Returns the errors of one server.
     * @param server name of the server
     * @return the errors, the latest first; empty for a server that is not configured by properties
     */
    List<Entry> of(String server) {
        Log log = this.logs.get(server);
        return (log != null) ? log.entries() : List.of();
    }

    private static final class Log {

        private final Deque<Entry> entries = new ArrayDeque<>();

        /** Callers that wait for the same attempt share its error, and a status keeps it until the next connection. */
        private final Deque<Throwable> seen = new ArrayDeque<>();

        synchronized void add(@Nullable Throwable error) {
            if (!(error instanceof McpException failure) || this.seen.contains(error)) {
                return;
            }
            if (this.entries.size() == MAX) {
                this.entries.removeLast();
                this.seen.removeLast();
            }
            this.seen.addFirst(error);
            this.entries.addFirst(new Entry(
                    Instant.now(),
                    failure.operation(),
                    failure.outcome().name(),
                    String.valueOf(failure.getMessage())));
        }

        synchronized List<Entry> entries() {
            return List.copyOf(this.entries);
        }
    }
}
