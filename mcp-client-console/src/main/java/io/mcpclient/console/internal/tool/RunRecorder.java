package io.mcpclient.console.internal.tool;

import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.content.LogBook;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.live.Throttle;
import io.mcpclient.console.internal.web.Problem;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.status.McpEra;

/** Calls of tools by users of the console: those that run, with their events, and those in the history. Thread-safe. */
public final class RunRecorder {

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
     * Creates a recorder.
     * @param registry all tools
     * @param history receives the calls
     * @param json writes results
     * @param streams receives the calls
     * @param logs receives log messages while a call runs
     * @param clock the time
     */
    public RunRecorder(
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

    private record Running(String user, String server, Sinks.Empty<Void> cancelled) {}

    RunHistory history() {
        return this.history;
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

    /**
     * Begins to record a call, which is not made by this.
     * @param user the user for whom it is made
     * @param tool the tool
     * @param arguments its arguments, JSON
     * @return the call
     * @throws InvalidRequestException if too many calls run
     */
    public Recording begin(String user, McpRegisteredTool tool, String arguments) {
        if (this.running.size() >= MAX_RUNNING) {
            throw new InvalidRequestException("Too many calls are running: cancel one of them.");
        }
        ToolRun run = ToolRun.begun(this.history.nextId(), tool.name(), tool.server(), arguments, this.clock.millis());
        this.history.add(user, run);
        this.streams.publish("call", user, run::summary);
        return new Recording(user, tool, run, this.logs.clients().find(tool.server()));
    }

    /** Cancels a call. Returns whether it is a call of the user that runs. */
    boolean cancel(String user, long id) {
        Running call = this.running.get(id);
        if (call == null || !call.user().equals(user)) {
            return false;
        }
        end(user, id, run -> run.cancelled(this.clock.millis()));
        call.cancelled().tryEmitEmpty();
        return true;
    }

    private void end(String user, long id, UnaryOperator<ToolRun> change) {
        ToolRun run = this.history.update(user, id, change);
        if (run != null) {
            this.streams.publish("call", user, run::summary);
        }
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

    /** One call. */
    public final class Recording {

        private final String user;

        private final McpRegisteredTool tool;

        private final ToolRun begun;

        private final Optional<McpClient> client;

        private final Throttle progress = new Throttle(PROGRESS_MILLIS, this::publishLatest);

        Recording(String user, McpRegisteredTool tool, ToolRun begun, Optional<McpClient> client) {
            this.user = user;
            this.tool = tool;
            this.begun = begun;
            this.client = client;
        }

        /** Returns the number of the call in the history. */
        public long id() {
            return this.begun.id();
        }

        ToolRun summary() {
            return this.begun.summary();
        }

        /** Cancels the call if it runs. */
        public void cancel() {
            RunRecorder.this.cancel(this.user, id());
        }

        /**
         * Records the progress and the end of the call.
         * @param call makes the call
         * @param otherwise what follows if the user cancels it
         * @param <T> type of the result
         * @return the call, to be subscribed to once
         */
        public <T> Mono<T> recorded(Mono<T> call, Mono<T> otherwise) {
            Sinks.Empty<Void> cancelled = Sinks.empty();
            Mono<T> recorded = call.doOnNext(this::succeeded)
                    .doOnError(ex -> end(one -> one.failed(clock(), Problem.of(ex))))
                    .doOnCancel(() -> end(one -> one.cancelled(clock())))
                    .doFinally(signal -> {
                        RunRecorder.this.running.remove(id());
                        this.client.ifPresent(RunRecorder.this.logs.book()::unwatch);
                    });
            return Mono.defer(() -> {
                this.client.ifPresent(RunRecorder.this.logs.book()::watch);
                RunRecorder.this.running.put(id(), new Running(this.user, this.tool.server(), cancelled));
                return Mono.firstWithSignal(recorded, cancelled.asMono().then(otherwise));
            });
        }

        /** Returns options that report progress. Servers of the stateless era send log messages to requests that ask for them. */
        public McpCallOptions options(McpCallOptions options) {
            return this.client
                            .filter(one -> one.status().era() == McpEra.MODERN)
                            .isPresent()
                    ? options.withProgress(this::progressed).withLogLevel(LoggingLevel.INFO)
                    : options.withProgress(this::progressed);
        }

        private void progressed(McpProgress reported) {
            ToolRun.Progress latest = new ToolRun.Progress(reported.progress(), reported.total(), reported.message());
            ToolRun run = RunRecorder.this.history.update(this.user, id(), one -> one.with(latest));
            if (run != null) {
                this.progress.request();
            }
        }

        private void publishLatest() {
            RunRecorder.this
                    .history
                    .find(this.user, id())
                    .filter(ToolRun::isRunning)
                    .ifPresent(run -> RunRecorder.this.streams.publish("call", this.user, run::summary));
        }

        private void succeeded(@Nullable Object result) {
            if (result instanceof CallToolResult called) {
                end(done(this.tool, called));
            }
        }

        private void end(UnaryOperator<ToolRun> change) {
            RunRecorder.this.end(this.user, id(), change);
        }

        private long clock() {
            return RunRecorder.this.clock.millis();
        }
    }
}
