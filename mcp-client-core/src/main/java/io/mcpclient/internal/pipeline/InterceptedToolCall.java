package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpToolCall;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.support.ApplicationCode;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.text.SafeText;

/** One tool call on its way through the blocking interceptors. Thread-safe. */
final class InterceptedToolCall {

    /** The stages after this one enforce the deadline; after this additional time, a thread stops relying on it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final List<McpToolInterceptor> interceptors;

    private final McpCall call;

    private final CallHandler next;

    private final JsonCodec codec;

    private final MonoSink<Object> sink;

    private final CallToolParams params;

    private final Disposable.Swap timer = Disposables.swap();

    private final Disposable.Swap task = Disposables.swap();

    private final Object state = new Object();

    private boolean ended;

    /** The request that the thread waits for, or {@code null}. */
    private @Nullable CompletableFuture<Object> sent;

    /** What is known about the call at the server. */
    private McpOutcome outcome = McpOutcome.NOT_SENT;

    /** The last result as received, and as interceptors see it. */
    private volatile @Nullable Object received;

    private volatile @Nullable CallToolResult shown;

    InterceptedToolCall(
            List<McpToolInterceptor> interceptors,
            McpCall call,
            CallToolParams params,
            CallHandler next,
            JsonCodec codec,
            MonoSink<Object> sink) {
        this.interceptors = interceptors;
        this.call = call;
        this.next = next;
        this.codec = codec;
        this.sink = sink;
        this.params = params;
    }

    void start(Scheduler threads) {
        this.sink.onDispose(this::end);
        long remaining = this.call.deadline().remainingNanos();
        this.timer.update(this.call.deadline().time().schedule(Duration.ofNanos(remaining), this::atDeadline));
        try {
            this.task.update(threads.schedule(this::run));
        } catch (RejectedExecutionException ex) {
            this.sink.error(rejected("too many tool calls wait for interceptors", Reason.OVERLOAD)
                    .create("Reduce the number of concurrent calls, or the time that interceptors take.", ex));
        }
    }

    /** Runs once on any end: result, error, deadline, cancellation. */
    private void end() {
        CompletableFuture<Object> waiting;
        synchronized (this.state) {
            this.ended = true;
            waiting = this.sent;
        }
        this.timer.dispose();
        if (waiting != null) {
            waiting.cancel(true);
        }
        this.task.dispose();
    }

    /** While the thread waits for the server, the stages after this one decide, because activity extends the deadline. */
    private void atDeadline() {
        boolean waiting;
        synchronized (this.state) {
            waiting = this.sent != null;
        }
        long latest = this.call.deadline().latestRemainingNanos();
        if (waiting && latest > 0) {
            this.timer.update(this.call
                    .deadline()
                    .time()
                    .schedule(Duration.ofNanos(latest).plus(GRACE), this::atDeadline));
            return;
        }
        this.sink.error(timedOut());
    }

    private McpTimeoutException timedOut() {
        Duration timeout = this.call.deadline().timeout();
        return new McpTimeoutException(
                details("an interceptor did not complete within " + timeout.toMillis() + " ms")
                        .withRemedy("Set a longer timeout for calls that wait for people."),
                McpTimeoutException.TOTAL,
                timeout);
    }

    // Catch everything: without a signal, the caller would wait until the deadline.
    private void run() {
        try {
            CallToolResult result = intercept(0, this.params);
            Object received = this.received;
            this.sink.success((result == this.shown && received != null) ? received : own(result));
        } catch (Throwable ex) {
            this.sink.error(ex);
        }
    }

    private CallToolResult intercept(int index, CallToolParams params) {
        if (index == this.interceptors.size()) {
            return send(params);
        }
        McpToolInterceptor interceptor = this.interceptors.get(index);
        @Nullable CallToolResult result;
        try {
            result = interceptor.intercept(new Step(index, params));
        } catch (McpException ex) {
            throw ex;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } catch (Exception ex) {
            throw InterceptorStage.failure(interceptor, this.call, outcome(), ex);
        }
        if (result == null) {
            throw rejected(
                            "the interceptor " + ApplicationCode.nameOf(interceptor) + " returned null",
                            Reason.NO_RESULT)
                    .create("Return call.proceed() or a result, or throw an exception.", null);
        }
        return result;
    }

    /** Sends the call and waits for its result. */
    private CallToolResult send(CallToolParams params) {
        synchronized (this.state) {
            if (this.ended) {
                throw cancelled();
            }
            this.outcome = McpOutcome.UNKNOWN;
        }
        CompletableFuture<Object> future = this.next
                .handle(this.call.withParams(sendable(params)))
                .contextWrite(this.sink.contextView())
                .toFuture();
        synchronized (this.state) {
            this.sent = future;
            if (this.ended) {
                future.cancel(true);
            }
        }
        try {
            long limit = Math.max(0, this.call.deadline().latestRemainingNanos()) + GRACE.toNanos();
            return show(future.get(limit, TimeUnit.NANOSECONDS));
        } catch (ExecutionException ex) {
            throw failed(ex.getCause());
        } catch (CancellationException ex) {
            throw cancelled();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } catch (TimeoutException ex) {
            throw timedOut();
        } finally {
            future.cancel(true);
            synchronized (this.state) {
                this.sent = null;
            }
        }
    }

    /** Unchanged parameters are sent as they were passed. */
    private @Nullable Object sendable(CallToolParams params) {
        return (params == this.params) ? this.call.params() : params;
    }

    private CallToolResult show(@Nullable Object result) {
        CallToolResult known =
                (result instanceof CallToolResult same) ? same : this.codec.convert(result, CallToolResult.class);
        if (known == null) {
            throw rejected("the interceptors of the client returned no result", Reason.NO_RESULT)
                    .create(null, null);
        }
        this.received = result;
        this.shown = known;
        return known;
    }

    /** A result of an interceptor in the type that the caller expects; some servers permit a result instead of a task. */
    private Object own(CallToolResult result) {
        Class<?> expected = this.call.resultType();
        if (expected == CreateTaskResult.class) {
            if (this.received instanceof CreateTaskResult) {
                throw rejected("an interceptor replaced the task that the call has created", Reason.INTERCEPTED)
                        .create(null, null);
            }
            return result;
        }
        try {
            return expected.isInstance(result) ? result : Objects.requireNonNull(this.codec.convert(result, expected));
        } catch (IllegalArgumentException ex) {
            throw rejected(
                            "an interceptor returned a result that is not a valid " + expected.getSimpleName() + ": "
                                    + SafeText.excerpt(result.text()),
                            Reason.INTERCEPTED)
                    .create(null, null);
        }
    }

    private RuntimeException failed(@Nullable Throwable cause) {
        if (cause instanceof McpException known) {
            synchronized (this.state) {
                this.outcome = known.outcome();
            }
            return known;
        }
        if (cause instanceof Error fatal) {
            throw fatal;
        }
        return (cause instanceof RuntimeException unchecked) ? unchecked : new IllegalStateException(cause);
    }

    private McpCancelledException cancelled() {
        return new McpCancelledException(details("the call was cancelled, or its deadline has passed"));
    }

    private McpErrorDetails details(String problem) {
        return McpErrorDetails.of(this.call.serverName(), this.call.method(), outcome(), problem);
    }

    private McpOutcome outcome() {
        synchronized (this.state) {
            return this.outcome;
        }
    }

    private Rejection rejected(String problem, Reason reason) {
        return new Rejection(details(problem), reason);
    }

    private record Rejection(McpErrorDetails details, Reason reason) {

        McpRejectedException create(@Nullable String remedy, @Nullable Throwable cause) {
            return new McpRejectedException(this.details.withRemedy(remedy).withCause(cause), this.reason);
        }
    }

    /** The call as one interceptor sees it. */
    private final class Step implements McpToolCall {

        private final int index;

        private final CallToolParams params;

        Step(int index, CallToolParams params) {
            this.index = index;
            this.params = params;
        }

        @Override
        public String serverName() {
            return InterceptedToolCall.this.call.serverName();
        }

        @Override
        public String toolName() {
            return this.params.name();
        }

        @Override
        public Map<String, Object> arguments() {
            Map<String, Object> arguments = this.params.arguments();
            return (arguments != null) ? Collections.unmodifiableMap(arguments) : Map.of();
        }

        @Override
        public @Nullable McpPrincipal principal() {
            return McpPrincipalContext.current(InterceptedToolCall.this.sink.contextView());
        }

        @Override
        public CallToolResult proceed() {
            return intercept(this.index + 1, this.params);
        }

        @Override
        public CallToolResult proceed(Map<String, ?> arguments) {
            if (arguments == null) {
                throw rejected("the argument \"arguments\" is null", Reason.INVALID_ARGUMENT)
                        .create("Pass a value.", null);
            }
            return intercept(this.index + 1, this.params.withArguments(new LinkedHashMap<>(arguments)));
        }
    }
}
