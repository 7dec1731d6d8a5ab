package io.mcpclient.internal.inbound;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCall;
import io.mcpclient.internal.support.DeadlineTimer;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.Task;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpIgnoredMessages;

/**
 * The calls that request progress, by token. The token of a call is the id of its request, so it is never reused (PRG-02). A
 * call that runs as a task keeps its token until the task ends (PRG-08). Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/progress (PRG-01 to PRG-08); faults B12, B13, F18"
 */
public final class ProgressFeeds {

    /** Maximum number of calls that continue as tasks and whose end was not requested; the oldest ones are forgotten. */
    static final int MAX_TASKS = 1_000;

    private final Supplier<McpPrincipal> principal;

    private final McpListeners listeners;

    private final McpIgnoredMessages ignored;

    private final Scheduler threads;

    /** Of responses that wait for listeners. */
    private final LazyPart<DeadlineTimer> limits;

    private final ConcurrentMap<Object, ProgressFeed> feeds = new ConcurrentHashMap<>();

    /** Tokens of the calls that continue as tasks, by the ids of the tasks, the oldest first. Guarded by itself. */
    private final Map<String, Object> tasks = new LinkedHashMap<>(0);

    /**
     * Creates feeds for one client.
     * @param principal principal on whose behalf the calls are made
     * @param listeners listeners for the progress of all calls
     * @param ignored counts progress without a call
     * @param threads threads of listeners
     * @param time clock and timers of the client
     */
    public ProgressFeeds(
            Supplier<McpPrincipal> principal,
            McpListeners listeners,
            McpIgnoredMessages ignored,
            Scheduler threads,
            TimeSource time) {
        this.principal = principal;
        this.listeners = listeners;
        this.ignored = ignored;
        this.threads = threads;
        this.limits = new LazyPart<>(() -> new DeadlineTimer(time));
    }

    /**
     * Returns whether a call should request progress.
     * @param call the call
     * @return whether there is a listener, or its deadline depends on progress
     */
    public boolean areWantedFor(McpCall call) {
        return call.options().isProgressRequested()
                || !this.listeners.progress().isEmpty();
    }

    /**
     * Tracks the progress of one call, from subscription to its end.
     * @param call the call
     * @param id id of its request, which is the token
     * @param answer its response
     * @return the same response, after all progress that preceded it has been delivered, unless a listener takes too long
     */
    public Mono<Object> follow(McpCall call, JsonRpcId id, Mono<Object> answer) {
        Object token = id.toJson();
        return Mono.create(sink -> {
            ProgressFeed feed =
                    new ProgressFeed(call, this.principal, this.listeners, this.ignored, this.threads, this.limits);
            this.feeds.put(token, feed);
            sink.onCancel(() -> this.feeds.remove(token, feed));
            sink.onDispose(answer.subscribe(
                    result -> {
                        if (!isKeptForTask(result, token)) {
                            this.feeds.remove(token, feed);
                        }
                        feed.last(() -> sink.success(result));
                    },
                    error -> {
                        this.feeds.remove(token, feed);
                        feed.last(() -> sink.error(error));
                    },
                    () -> feed.last(() -> {
                        this.feeds.remove(token, feed); // only an end without a result
                        sink.success();
                    }),
                    Context.of(sink.contextView())));
        });
    }

    private boolean isKeptForTask(Object result, Object token) {
        Task task = (result instanceof CreateTaskResult created) ? created.task() : null;
        if (task == null) {
            return false;
        }
        synchronized (this.tasks) {
            forget(this.tasks.put(task.taskId(), token)); // of a server that uses an id again
            if (this.tasks.size() > MAX_TASKS) {
                Iterator<Object> oldest = this.tasks.values().iterator();
                forget(oldest.next());
                oldest.remove();
            }
        }
        return true;
    }

    private void forget(@Nullable Object token) {
        if (token != null) {
            this.feeds.remove(token);
        }
    }

    boolean followTasks() {
        synchronized (this.tasks) {
            return !this.tasks.isEmpty();
        }
    }

    /**
     * Records that a task has ended.
     * @param taskId its id
     */
    public void taskEnded(String taskId) {
        synchronized (this.tasks) {
            forget(this.tasks.remove(taskId));
        }
    }

    /**
     * Handles a progress notification.
     * @param params its parameters as plain JSON
     */
    void accept(Map<?, ?> params) {
        ProgressFeed feed = feed(params.get("progressToken"));
        if (feed == null) {
            // On another stream than the response, it may well arrive after it.
            this.ignored.countExpected(McpIgnoredMessages.Reason.UNKNOWN_ID, "progress for an unknown token");
            return;
        }
        feed.accept(params);
    }

    private @Nullable ProgressFeed feed(@Nullable Object token) {
        JsonRpcId id = JsonRpcId.ofJson(token);
        return (id != null) ? this.feeds.get(id.toJson()) : null;
    }
}
