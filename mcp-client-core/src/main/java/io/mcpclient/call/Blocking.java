package io.mcpclient.call;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;

/**
 * Bridge from publishers to blocking callers, with a single hand-over and wake-up.
 *
 * @see "faults B15 (interrupt), B21 (event loop)"
 */
public final class Blocking {

    /** Operations enforce their deadlines themselves; after this additional time, a thread stops relying on it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** Longer than any call, and far below the overflow of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** All calls rejected during a backoff share one failure, so the number of suppressed exceptions must be bounded. */
    private static final int MOST_PLACES = 8;

    private final String serverName;

    private final Supplier<Context> ofCaller;

    /**
     * Creates the bridge of one client.
     * @param serverName configured name of the server, empty if calls do not concern a single server
     * @param ofCaller context captured from the waiting thread, read on that thread
     */
    public Blocking(String serverName, Supplier<Context> ofCaller) {
        this.serverName = serverName;
        this.ofCaller = ofCaller;
    }

    /**
     * Waits for a value.
     * @param operation protocol method or name of the operation
     * @param mono the operation
     * @param limit deadline of the operation
     * @param <T> type of the value
     * @return the value
     */
    public <T> T await(String operation, Mono<T> mono, Duration limit) {
        T value = awaitOptional(operation, mono, limit);
        if (value == null) {
            throw new McpProtocolException(
                    details(operation, McpOutcome.UNKNOWN, "the operation completed without a result")
                            .withRemedy("Check the interceptors of the client: each must return a result or an error."),
                    McpProtocolException.Reason.NO_ANSWER);
        }
        return value;
    }

    /**
     * Waits for completion.
     * @param operation protocol method or name of the operation
     * @param mono the operation
     * @param limit deadline of the operation
     */
    public void awaitEnd(String operation, Mono<Void> mono, Duration limit) {
        awaitOptional(operation, mono, limit);
    }

    /**
     * Waits until something is released, which also begins on a thread that is interrupted.
     * @param operation name of the operation
     * @param mono the operation
     * @param limit deadline of the operation
     */
    public void awaitRelease(String operation, Mono<Void> mono, Duration limit) {
        awaitBegun(operation, mono, limit);
    }

    private <T> @Nullable T awaitOptional(String operation, Mono<T> mono, Duration limit) {
        if (Thread.currentThread().isInterrupted()) {
            throw new McpCancelledException(
                    details(operation, McpOutcome.NOT_SENT, "the calling thread was interrupted before the call"));
        }
        return awaitBegun(operation, mono, limit);
    }

    private <T> @Nullable T awaitBegun(String operation, Mono<T> mono, Duration requested) {
        Duration limit = (requested.compareTo(LONGEST) > 0) ? LONGEST : requested;
        if (Schedulers.isInNonBlockingThread()) {
            throw new McpRejectedException(
                    details(
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "the call would block the event loop thread \""
                                            + Thread.currentThread().getName() + "\"")
                            .withRemedy("Use McpClient.reactive() there."),
                    McpRejectedException.Reason.EVENT_LOOP);
        }
        Waiter<T> waiter = new Waiter<>(this.ofCaller.get());
        mono.subscribe(waiter);
        try {
            if (!waiter.done.await(limit.plus(GRACE).toNanos(), TimeUnit.NANOSECONDS)) {
                waiter.cancel();
                throw new McpTimeoutException(
                        details(operation, McpOutcome.UNKNOWN, "not completed within " + limit.toMillis() + " ms"),
                        McpTimeoutException.ANSWER,
                        limit);
            }
        } catch (InterruptedException ex) {
            waiter.cancel();
            Thread.currentThread().interrupt();
            throw new McpCancelledException(details(operation, McpOutcome.UNKNOWN, "the calling thread was interrupted")
                    .withCause(ex));
        }
        return waiter.value();
    }

    private McpErrorDetails details(String operation, McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.serverName, operation, outcome, problem);
    }

    /**
     * Waits for the end of one operation. Ignores an error that arrives while it cancels the operation; subscribers of Reactor
     * report such an error as dropped.
     */
    private static final class Waiter<T> extends AtomicReference<@Nullable Subscription> implements CoreSubscriber<T> {

        private final CountDownLatch done = new CountDownLatch(1);

        private volatile @Nullable T value;

        private volatile @Nullable Throwable error;

        private final Context context;

        Waiter(Context context) {
            this.context = context;
        }

        @Override
        public Context currentContext() {
            return this.context;
        }

        @Override
        public void onSubscribe(Subscription operation) {
            if (compareAndSet(null, operation)) {
                operation.request(Long.MAX_VALUE);
            } else {
                operation.cancel();
            }
        }

        void cancel() {
            Subscription operation = getAndSet(Operators.cancelledSubscription());
            if (operation != null) {
                operation.cancel();
            }
        }

        @Override
        public void onNext(T value) {
            this.value = value;
            this.done.countDown();
        }

        @Override
        public void onError(Throwable error) {
            this.error = error;
            this.done.countDown();
        }

        @Override
        public void onComplete() {
            this.done.countDown();
        }

        @Nullable
        T value() {
            Throwable failure = this.error;
            if (failure == null) {
                return this.value;
            }
            // The exception was created on an I/O thread and may be shared by several callers: this points to the
            // current one.
            if (failure.getSuppressed().length < MOST_PLACES) {
                failure.addSuppressed(new WaitedHere());
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failure instanceof Error fatal) {
                throw fatal;
            }
            throw new IllegalStateException(failure);
        }
    }

    /** Marks in a stack trace where a thread waited for the operation that failed. */
    private static final class WaitedHere extends Exception {

        WaitedHere() {
            super("waited for here");
        }
    }
}
