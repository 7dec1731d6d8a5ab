package io.mcpclient.console.internal.tool;

import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.content.LogBook;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Problem;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.status.McpEra;

/**
 * Calls tools for users of the console. A call runs in the background, and its user receives events of it; the result is loaded
 * separately, because it may be large.
 */
public final class RunArea implements Area {

    private static final int MAX_RUNNING = 64;

    /** Interval between progress events of a call. */
    private static final long PROGRESS_MILLIS = 100;

    private final McpToolRegistry registry;

    private final RunHistory history;

    private final ConsoleJson json;

    private final EventStreams streams;

    private final ServerLogs logs;

    private final Clock clock;

    private final Map<Long, Running> running = new ConcurrentHashMap<>();

    /**
     * Creates the area.
     * @param registry all tools
     * @param history receives the calls
     * @param json reads arguments, writes results
     * @param streams receives the calls
     * @param logs receives log messages while a call runs
     * @param clock the time
     */
    public RunArea(
            McpToolRegistry registry,
            RunHistory history,
            ConsoleJson json,
            EventStreams streams,
            ServerLogs logs,
            Clock clock) {
        this.registry = registry;
        this.history = history;
        this.json = json;
        this.streams = streams;
        this.logs = logs;
        this.clock = clock;
    }

    /** Log messages of servers: who calls a tool sees what its server says in the meantime. */
    public record ServerLogs(McpClients clients, LogBook book) {}

    private record Running(String user, String server, Disposable.Swap call) {}

    /** A call to make. */
    record NewRun(@Nullable String tool, @Nullable Map<String, @Nullable Object> arguments) {}

    /** Names a call. */
    record Target(long id) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("calls", request -> this.history.list(request.user()))
                .get("calls/one", request -> find(request.user(), request.parameter("id")))
                .post("calls", request -> start(request.user(), request.body(NewRun.class)))
                .post("calls/cancel", request -> cancel(request.user(), request.body(Target.class)));
    }

    /** Returns the users who call a tool of a server at the moment. */
    public Set<String> usersCalling(String server) {
        Set<String> users = new HashSet<>();
        this.running.values().forEach(one -> {
            if (one.server().equals(server)) {
                users.add(one.user());
            }
        });
        return users;
    }

    private ToolRun find(String user, String id) {
        try {
            return this.history
                    .find(user, Long.parseLong(id))
                    .orElseThrow(() -> InvalidRequestException.notFound("The call is no longer retained."));
        } catch (NumberFormatException ex) {
            throw new InvalidRequestException("The id is not a number.");
        }
    }

    private ToolRun start(String user, NewRun call) {
        if (call.tool() == null) {
            throw new InvalidRequestException("The member tool is missing.");
        }
        if (this.running.size() >= MAX_RUNNING) {
            throw new InvalidRequestException("Too many calls are running: cancel one of them.");
        }
        McpRegisteredTool tool = ToolArea.find(this.registry, call.tool());
        Map<String, @Nullable Object> arguments = (call.arguments() != null) ? call.arguments() : Map.of();
        ToolRun run = ToolRun.begun(
                this.history.nextId(), tool.name(), tool.server(), this.json.writeText(arguments), this.clock.millis());
        this.history.add(user, run);
        this.streams.publish("call", user, run::summary);
        Optional<McpClient> client = this.logs.clients().find(tool.server());
        client.ifPresent(this.logs.book()::watch);
        Disposable.Swap subscription = Disposables.swap();
        this.running.put(run.id(), new Running(user, tool.server(), subscription));
        subscription.update(Mono.defer(() -> this.registry.callToolReactive(
                        tool.name(), arguments, withLog(client, options(user, run.id()))))
                .contextWrite(CallOwner.atConsole(user))
                .doFinally(signal -> {
                    this.running.remove(run.id());
                    client.ifPresent(this.logs.book()::unwatch);
                })
                .subscribe(
                        result -> end(user, run.id(), done(tool, result)),
                        ex -> end(user, run.id(), one -> one.failed(this.clock.millis(), Problem.of(ex)))));
        return run.summary();
    }

    /** Servers of the stateless era send log messages to requests that ask for them. */
    private static McpCallOptions withLog(Optional<McpClient> client, McpCallOptions options) {
        return client.filter(one -> one.status().era() == McpEra.MODERN).isPresent()
                ? options.withLogLevel(LoggingLevel.INFO)
                : options;
    }

    private McpCallOptions options(String user, long id) {
        AtomicBoolean isPending = new AtomicBoolean();
        return McpCallOptions.defaults().withProgress(progress -> {
            ToolRun run = this.history.update(user, id, one -> one.with(progress(progress)));
            if (run != null && isPending.compareAndSet(false, true)) {
                Schedulers.parallel()
                        .schedule(() -> publishLatest(user, id, isPending), PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
    }

    private void publishLatest(String user, long id, AtomicBoolean isPending) {
        isPending.set(false);
        this.history
                .find(user, id)
                .filter(ToolRun::isRunning)
                .ifPresent(run -> this.streams.publish("call", user, run::summary));
    }

    private static ToolRun.Progress progress(McpProgress progress) {
        return new ToolRun.Progress(progress.progress(), progress.total(), progress.message());
    }

    /** Writes the result before the history is locked, which other calls use for their progress. */
    private UnaryOperator<ToolRun> done(McpRegisteredTool tool, CallToolResult result) {
        McpModelResult model = McpModelFormats.result(
                result,
                tool.override().results().orElse(this.registry.settings().results()));
        String sent = Objects.requireNonNullElse(this.json.ofProtocol(result), "{}");
        ToolRun.State state = result.isErrorResult() ? ToolRun.State.TOOL_ERROR : ToolRun.State.DONE;
        return run -> run.done(
                this.clock.millis(), state, sent, model.text(), model.media().size());
    }

    private void end(String user, long id, UnaryOperator<ToolRun> change) {
        ToolRun run = this.history.update(user, id, change);
        if (run != null) {
            this.streams.publish("call", user, run::summary);
        }
    }

    private @Nullable Object cancel(String user, Target target) {
        Running call = this.running.get(target.id());
        if (call == null || !call.user().equals(user)) {
            throw InvalidRequestException.notFound("The call has ended.");
        }
        end(user, target.id(), run -> run.cancelled(this.clock.millis()));
        call.call().dispose();
        return null;
    }
}
