package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.internal.inbound.InboundHandler;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.RelatedTaskMetadata;
import io.mcpclient.schema.Task;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.support.schema.ListTasksResult;
import io.mcpclient.transport.TransportProvider;

/**
 * Runs requests of a server as tasks on its demand, and reports their state. Precedes the handlers, which are unaware of it; a
 * request for a task that was not offered is handled as an ordinary request (TSKL-15). Tasks belong to the session that began
 * them, so no other session sees them, and end with it. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks, Behavior Requirements (TSKL-01, TSKL-14)"
 */
final class ClientTasks implements InboundHandler {

    private static final Logger logger = Loggers.HANDLERS;

    private static final Duration SHORTEST_TTL = Duration.ofSeconds(1);

    private static final Duration LONGEST_TTL = Duration.ofHours(1);

    /** Maximum number of stored tasks, including ended ones. */
    static final int MAX_TASKS = 200;

    static final int PAGE = 50;

    private final TransportProvider.Context context;

    private final InboundHandler handlers;

    private final InboundSettings settings;

    /** In order of creation. */
    private final Map<String, ClientTask> tasks = new LinkedHashMap<>();

    private final Disposable.Composite expiries = Disposables.composite();

    /**
     * Creates the tasks of one session.
     * @param context name and codec of the client
     * @param handlers handle the requests themselves
     * @param settings declared features and limits
     */
    ClientTasks(TransportProvider.Context context, InboundHandler handlers, InboundSettings settings) {
        this.context = context;
        this.handlers = handlers;
        this.settings = settings;
    }

    /**
     * Declares that requests may be tasks, if the revision supports it.
     * @param offered capabilities without tasks
     * @param revision the proposed revision
     * @return the capabilities to declare
     */
    static ClientCapabilities declared(ClientCapabilities offered, ProtocolRevision revision) {
        Map<String, Object> requests = new LinkedHashMap<>();
        if (offered.sampling() != null) {
            requests.put("sampling", Map.of("createMessage", Map.of()));
        }
        if (offered.elicitation() != null) {
            requests.put("elicitation", Map.of("create", Map.of()));
        }
        return (revision.hasCoreTasks() && !requests.isEmpty())
                ? offered.withTasks(new ClientCapabilities.Tasks(Map.of(), Map.of(), requests, Map.of()))
                : offered;
    }

    @Override
    public Mono<Object> answer(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        Map<?, ?> plain = (params instanceof Map<?, ?> map) ? map : Map.of();
        if (!revision.hasCoreTasks() || !offersAnything()) {
            return this.handlers.answer(method, params, revision, context);
        }
        return switch (method) {
            case McpMethods.TASKS_GET -> Mono.fromCallable(() -> find(plain).describe());
            case McpMethods.TASKS_RESULT -> Mono.defer(() -> outcome(find(plain)));
            case McpMethods.TASKS_CANCEL -> Mono.fromCallable(() -> cancel(find(plain)));
            case McpMethods.TASKS_LIST -> Mono.fromCallable(() -> list(plain.get("cursor")));
            default ->
                (plain.get("task") instanceof Map<?, ?> task && offers(method))
                        ? Mono.fromCallable(() ->
                                begin(this.handlers.answer(method, params, revision, context), ttl(task.get("ttl"))))
                        : this.handlers.answer(method, params, revision, context);
        };
    }

    private boolean offersAnything() {
        return offers(McpMethods.SAMPLING_CREATE_MESSAGE) || offers(McpMethods.ELICITATION_CREATE);
    }

    private boolean offers(String method) {
        McpHandlers offered = this.settings.handlers();
        return switch (method) {
            case McpMethods.SAMPLING_CREATE_MESSAGE -> offered.has(ReactiveMcpSamplingHandler.class);
            case McpMethods.ELICITATION_CREATE ->
                offered.has(ReactiveMcpElicitationHandler.class) || offered.has(ReactiveMcpUrlElicitationHandler.class);
            default -> false;
        };
    }

    private static Duration ttl(@Nullable Object millis) {
        if (!(millis instanceof Number requested) || requested.longValue() > LONGEST_TTL.toMillis()) {
            return LONGEST_TTL;
        }
        return Duration.ofMillis(Math.max(requested.longValue(), SHORTEST_TTL.toMillis()));
    }

    private CreateTaskResult begin(Mono<Object> request, Duration ttl) {
        ClientTask task = new ClientTask(ttl, this.context.time());
        remember(task);
        expireAfter(ttl, task);
        log(task);
        Task begun = task.describe(); // before the work, which may end immediately: a task begins as "working"
        // On another thread: the server must receive its response before the work is done.
        task.run(request.subscribeOn(this.settings.threads().handlers()).doFinally(signal -> log(task)));
        return new CreateTaskResult(begun, null, Map.of());
    }

    private void expireAfter(Duration ttl, ClientTask task) {
        Disposable.Swap expiry = Disposables.swap();
        this.expiries.add(expiry);
        expiry.update(this.context.time().schedule(ttl, () -> {
            this.expiries.remove(expiry);
            expire(task);
        }));
    }

    private void remember(ClientTask task) {
        synchronized (this.tasks) {
            long running = this.tasks.values().stream()
                    .filter(known -> !known.hasEnded())
                    .count();
            if (this.expiries.isDisposed() || running >= this.settings.maxRequests()) {
                throw new McpRequestRefusedException(McpErrorCodes.INTERNAL_ERROR, "Too many tasks");
            }
            if (this.tasks.size() >= MAX_TASKS) {
                this.tasks.values().stream()
                        .filter(ClientTask::hasEnded)
                        .findFirst()
                        .ifPresent(oldest -> this.tasks.remove(oldest.id()));
            }
            this.tasks.put(task.id(), task);
        }
    }

    private void expire(ClientTask task) {
        synchronized (this.tasks) {
            this.tasks.remove(task.id());
        }
        task.cancel(invalid("Task has expired"));
    }

    private ClientTask find(Map<?, ?> params) {
        synchronized (this.tasks) {
            ClientTask task = (params.get("taskId") instanceof String id) ? this.tasks.get(id) : null;
            if (task == null) {
                throw invalid("Unknown task");
            }
            return task;
        }
    }

    private Mono<Object> outcome(ClientTask task) {
        Map<String, Object> related = Map.of(McpMetaKeys.RELATED_TASK, RelatedTaskMetadata.of(task.id()));
        return task.outcome().mapNotNull(result -> MetaEntries.with(result, related, this.context.codec()));
    }

    private static Task cancel(ClientTask task) {
        if (!task.cancel(invalid("Task was cancelled"))) {
            throw invalid("Task has ended");
        }
        return task.describe();
    }

    /** The cursor is the last task of the previous page. */
    private ListTasksResult list(@Nullable Object cursor) {
        synchronized (this.tasks) {
            List<ClientTask> all = new ArrayList<>(this.tasks.values());
            int start = 0;
            if (cursor != null) {
                start = new ArrayList<Object>(this.tasks.keySet()).indexOf(cursor) + 1;
                if (start == 0) {
                    throw invalid("Invalid cursor");
                }
            }
            List<ClientTask> page = all.subList(start, Math.min(all.size(), start + PAGE));
            String next =
                    (start + PAGE < all.size()) ? page.get(page.size() - 1).id() : null;
            return new ListTasksResult(page.stream().map(ClientTask::describe).toList(), next, null, Map.of());
        }
    }

    private static McpRequestRefusedException invalid(String message) {
        return new McpRequestRefusedException(McpErrorCodes.INVALID_PARAMS, message);
    }

    private void log(ClientTask task) {
        logger.debug(
                "MCP server \"{}\": its task {} is {}",
                this.context.serverName(),
                task.id().substring(0, 8),
                task.describe().status());
    }

    /** The session has ended: the outcomes can no longer be requested. */
    void close() {
        this.expiries.dispose();
        List<ClientTask> left;
        synchronized (this.tasks) {
            left = List.copyOf(this.tasks.values());
            this.tasks.clear();
        }
        left.forEach(task -> task.cancel(invalid("Session has ended")));
    }
}
