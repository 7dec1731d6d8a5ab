package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.task.RunningTask;
import io.mcpclient.internal.task.TaskPolling;
import io.mcpclient.internal.task.TaskStates;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.support.schema.DetailedTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.time.TimeSource;

/** A task of the extension, whose polled state includes its input requests and its outcome. */
final class ModernTask extends RunningTask {

    /** More input requests than a person or a model will handle for one call. */
    private static final int MOST_QUESTIONS = 100;

    private static final int QUESTIONS_AT_ONCE = 16;

    private final ModernTasks tasks;

    private final TaskInputResponses answers = new TaskInputResponses();

    private volatile Seen seen;

    private volatile boolean gone;

    ModernTask(ModernTasks tasks, McpTaskHandle handle, @Nullable DetailedTask created) {
        super(handle, (created != null) ? stateOf(created) : TaskStates.UNKNOWN);
        this.tasks = tasks;
        long now = tasks.requests().calls().time().nanoTime();
        this.seen = new Seen(created, now, now);
    }

    /**
     * Last seen state of the task, with times on the monotonic clock.
     *
     * @param task the task as reported, or {@code null} before the first response
     * @param at time of the response
     * @param changedAt time of the first response with this state
     */
    private record Seen(@Nullable DetailedTask task, long at, long changedAt) {}

    private TimeSource time() {
        return this.tasks.requests().calls().time();
    }

    @Override
    public @Nullable String immediateResponse() {
        return null;
    }

    @Override
    public Mono<McpTaskState> status(McpCallOptions options) {
        return Mono.defer(() -> detail(options, this.tasks.requests().calls().deadline(options)))
                .map(ModernTask::stateOf);
    }

    Mono<DetailedTask> detail(McpCallOptions options, Deadline deadline) {
        return this.tasks
                .detail(id(), options, deadline)
                .doOnNext(this::see)
                .onErrorMap(McpRequestException.class, this::unknown);
    }

    /** A terminal state is final: a later response may have overtaken this one. */
    private synchronized void see(DetailedTask task) {
        if (lastKnown().isTerminal() && !task.status().isTerminal()) {
            return;
        }
        McpTaskState state = stateOf(task);
        long now = time().nanoTime();
        this.seen = new Seen(task, now, state.equals(lastKnown()) ? this.seen.changedAt() : now);
        learn(state);
    }

    /** The server does not know the task, or no longer retains it (TSKX-16). */
    private McpRequestException unknown(McpRequestException error) {
        if (error.code() != McpErrorCodes.INVALID_PARAMS) {
            return error;
        }
        this.gone = true;
        return new McpRequestException(
                McpErrorDetails.of(
                                error.serverName(),
                                error.operation(),
                                error.outcome(),
                                "the server does not know this task, or no longer retains it: " + error.problem())
                        .withRemedy("Call the tool again if the result is still needed."),
                error.code(),
                error.serverMessage(),
                error.data());
    }

    @Override
    protected boolean mayRun() {
        return super.mayRun() && !this.gone;
    }

    /** Returns the known terminal state, or {@code null} if it must be requested from the server. */
    @Nullable
    DetailedTask ended() {
        DetailedTask task = this.seen.task();
        if (task == null || !task.status().isTerminal()) {
            return null;
        }
        // The response to a call may report the end without the outcome.
        return (task.result() != null || task.error() != null) ? task : null;
    }

    /** Returns the time until the server may be polled again. */
    Duration rest() {
        Seen last = this.seen;
        boolean quiet = last.task() != null && last.task().status().equals(TaskStatus.WORKING);
        return quiet ? TaskPolling.rest(lastKnown().pollInterval(), time().since(last.at())) : Duration.ZERO;
    }

    /**
     * Returns whether the task has not changed for the server's whole retention time. Measured on the local clock, because
     * the server's clock may differ (TSKX-08).
     */
    boolean isLost() {
        Duration ttl = lastKnown().ttl();
        Duration unchanged = time().since(this.seen.changedAt());
        return ttl != null && unchanged.compareTo(ttl) >= 0;
    }

    @Override
    public Mono<CallToolResult> await(McpCallOptions options) {
        return await(options, !options.isManualInput());
    }

    /** Waits for the end; input requests of the task are passed to handlers, or left to the caller. */
    Mono<CallToolResult> await(McpCallOptions options, boolean answers) {
        return Mono.defer(() -> new ModernWaiting(this, this.tasks, options, answers).outcome());
    }

    @Override
    public Mono<McpTaskState> cancel(McpCallOptions options) {
        return Mono.defer(() -> this.tasks.cancel(id(), options)).then(Mono.fromSupplier(this::lastKnown));
    }

    @Override
    public Mono<Void> provideInput(Map<String, InputResponse> responses, McpCallOptions options) {
        return Mono.defer(() -> {
            if (responses.isEmpty()) {
                return Mono.error(new McpRejectedException(
                        McpErrorDetails.of(
                                        this.tasks.requests().calls().serverName(),
                                        McpMethods.TASKS_UPDATE,
                                        McpOutcome.NOT_SENT,
                                        "there are no responses")
                                .withRemedy("Provide a response to at least one input request of the task."),
                        McpRejectedException.Reason.INVALID_ARGUMENT));
            }
            this.answers.take(responses.keySet());
            return update(responses, options, this.tasks.requests().calls().deadline(options))
                    .doOnError(error -> this.answers.leave(responses.keySet()));
        });
    }

    /**
     * Passes new input requests to the handlers. A failed request does not affect the others.
     * @return the error of the first failed request, or empty
     */
    Mono<Throwable> answer(Map<String, InputRequest> outstanding) {
        Map<String, InputRequest> fresh = this.answers.take(outstanding);
        if (this.answers.taken() > MOST_QUESTIONS) {
            return Mono.just(new McpProtocolException(
                    McpErrorDetails.of(
                            handle().serverName(),
                            McpMethods.TASKS_GET,
                            McpOutcome.ANSWERED,
                            "the task has more than " + MOST_QUESTIONS + " input requests"),
                    McpProtocolException.Reason.LIMIT));
        }
        return Flux.fromIterable(fresh.entrySet())
                .flatMap(question -> answer(question.getKey(), question.getValue()), QUESTIONS_AT_ONCE)
                .collectList()
                .flatMap(failures -> Mono.justOrEmpty(failures.stream().findFirst()))
                .doOnCancel(() -> this.answers.leave(fresh.keySet()));
    }

    private Mono<Throwable> answer(String key, InputRequest question) {
        return this.tasks
                .requests()
                .parts()
                .inputs()
                .answer(id(), Map.of(key, question))
                .doOnNext(this.answers::keep)
                .then(Mono.<Throwable>empty())
                .onErrorResume(error -> {
                    this.answers.leave(List.of(key));
                    return Mono.just(error);
                });
    }

    /** Sends the available responses that are still outstanding. Failed ones are sent again later. */
    Mono<Void> sendAnswers(Map<String, InputRequest> outstanding, McpCallOptions options, Deadline deadline) {
        Map<String, InputResponse> due = this.answers.drain(outstanding.keySet());
        return due.isEmpty()
                ? Mono.empty()
                : update(due, options, deadline)
                        .doOnError(error -> this.answers.keep(due))
                        .doOnCancel(() -> this.answers.keep(due));
    }

    private Mono<Void> update(Map<String, InputResponse> responses, McpCallOptions options, Deadline deadline) {
        return this.tasks.update(id(), responses, options, deadline).doOnSuccess(done -> touch());
    }

    /** A response to the task counts as a change, regardless of when the server reflects it. */
    private synchronized void touch() {
        this.seen = new Seen(this.seen.task(), this.seen.at(), time().nanoTime());
    }

    static McpTaskState stateOf(DetailedTask task) {
        Map<String, InputRequest> requests = task.inputRequests();
        return new McpTaskState(
                task.status(),
                task.statusMessage(),
                task.lastUpdatedAt(),
                TaskStates.duration(task.ttlMs()),
                TaskStates.duration(task.pollIntervalMs()),
                (requests != null && task.status().equals(TaskStatus.INPUT_REQUIRED)) ? requests : Map.of());
    }
}
