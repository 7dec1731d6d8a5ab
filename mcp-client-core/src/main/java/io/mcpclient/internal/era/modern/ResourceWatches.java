package io.mcpclient.internal.era.modern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.schema.SubscriptionFilter;

/**
 * Callers that wait until the server has agreed to watch a resource. Until then their subscription is provisional: it is
 * dropped if the server refuses it, or no caller waits for it any more. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/resources, Subscriptions (RES-09)"
 */
final class ResourceWatches {

    private final String serverName;

    private final DesiredSessionState desired;

    private final Runnable onChange;

    private final Map<String, Waiting> waiting = new HashMap<>();

    private final Set<String> watched = new HashSet<>();

    private @Nullable McpException closed;

    /** Callers that wait for one resource. */
    private record Waiting(boolean onProbation, List<MonoSink<Void>> sinks) {}

    /**
     * Creates the watches of one session.
     * @param serverName configured name of the server
     * @param desired stores the resources to watch
     * @param onChange notified when they have changed
     */
    ResourceWatches(String serverName, DesiredSessionState desired, Runnable onChange) {
        this.serverName = serverName;
        this.desired = desired;
        this.onChange = onChange;
    }

    /** Watches a resource; completes when the server has agreed. */
    Mono<Void> watch(String uri) {
        return Mono.create(sink -> {
            Consumer<MonoSink<Void>> answer = enter(uri, sink);
            if (answer != null) {
                answer.accept(sink);
                return;
            }
            sink.onDispose(() -> leave(uri, sink));
            this.onChange.run();
        });
    }

    /** Registers a waiting caller. Returns the response if there is nothing to wait for. */
    private synchronized @Nullable Consumer<MonoSink<Void>> enter(String uri, MonoSink<Void> sink) {
        McpException refusal = this.closed;
        if (refusal != null) {
            return refused -> refused.error(refusal);
        }
        boolean isNew = this.desired.resources().add(uri);
        if (!isNew && this.watched.contains(uri)) {
            return MonoSink::success;
        }
        this.waiting
                .computeIfAbsent(uri, key -> new Waiting(isNew, new ArrayList<>()))
                .sinks()
                .add(sink);
        return null;
    }

    private void leave(String uri, MonoSink<Void> sink) {
        synchronized (this) {
            Waiting left = this.waiting.get(uri);
            if (left == null || !left.sinks().remove(sink) || !left.sinks().isEmpty()) {
                return;
            }
            this.waiting.remove(uri);
            if (!left.onProbation()) {
                return;
            }
            this.desired.resources().remove(uri);
        }
        this.onChange.run();
    }

    /** Stops watching a resource. The server need not agree. */
    Mono<Void> unwatch(String uri) {
        return Mono.fromRunnable(() -> {
            List<MonoSink<Void>> overtaken;
            synchronized (this) {
                this.desired.resources().remove(uri);
                Waiting left = this.waiting.remove(uri);
                overtaken = (left != null) ? left.sinks() : List.of();
            }
            overtaken.forEach(MonoSink::success);
            this.onChange.run();
        });
    }

    /** Whether a caller waits until a resource is watched. */
    synchronized boolean isAwaited(String uri) {
        return this.waiting.containsKey(uri);
    }

    /** Handles the server's agreement to all or part of a filter. */
    void onAcknowledged(ListenFilter asked, SubscriptionFilter agreed) {
        Set<String> now = Set.copyOf(asked.watchedIn(agreed));
        Map<String, Waiting> done;
        synchronized (this) {
            this.watched.clear();
            this.watched.addAll(now);
            done = take(asked.resources(), uri -> !now.contains(uri));
        }
        done.forEach((uri, waited) ->
                waited.sinks().forEach(now.contains(uri) ? MonoSink::success : sink -> sink.error(leftOut())));
    }

    private McpException leftOut() {
        return new McpRejectedException(
                McpErrorDetails.of(
                        this.serverName,
                        McpMethods.RESOURCES_SUBSCRIBE,
                        McpOutcome.REJECTED,
                        "the server does not notify changes of this resource: its acknowledgment omits it"),
                McpRejectedException.Reason.UNSUPPORTED);
    }

    /** Handles the refusal of a filter. */
    void onRefused(ListenFilter asked, Supplier<McpException> error) {
        Map<String, Waiting> done;
        synchronized (this) {
            done = take(asked.resources(), uri -> true);
        }
        done.values().forEach(waited -> waited.sinks().forEach(sink -> sink.error(error.get())));
    }

    /** Fails all waiting callers: the session gets no more agreements. */
    void close(McpException error) {
        Map<String, Waiting> done;
        synchronized (this) {
            this.closed = error;
            done = take(List.copyOf(this.waiting.keySet()), uri -> true);
        }
        done.values().forEach(waited -> waited.sinks().forEach(sink -> sink.error(error)));
    }

    /**
     * Called under the lock. Removes the callers that wait for the resources; refused provisional subscriptions are dropped.
     */
    private Map<String, Waiting> take(List<String> uris, Predicate<String> isRefused) {
        Map<String, Waiting> taken = new HashMap<>();
        for (String uri : uris) {
            Waiting left = this.waiting.remove(uri);
            if (left != null) {
                taken.put(uri, left);
                if (left.onProbation() && isRefused.test(uri)) {
                    this.desired.resources().remove(uri);
                }
            }
        }
        return taken;
    }
}
