package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.retry.RetryPolicy;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.support.RecoveringMono;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.support.Loggers;

/**
 * Stage that retries a failed call if {@link RetryRules} permits it. {@link Attempts} decides; Reactor waits, without
 * blocking a thread. If a pause would not end before the deadline, the call fails immediately with the server's error. A call
 * without a retry costs one operator. Thread-safe.
 *
 * @see "faults B05, B09, G09"
 */
final class RetryStage implements McpInterceptor {

    private static final Logger logger = Loggers.CALLS;

    private final McpRetrySettings settings;

    private final @Nullable RetryPolicy chosen;

    private final Generation generation;

    private final LongAdder retries = new LongAdder();

    RetryStage(McpRetrySettings settings, @Nullable RetryPolicy chosen, Generation generation) {
        this.chosen = chosen;
        this.settings = settings;
        this.generation = generation;
    }

    long retries() {
        return this.retries.sum();
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        int begun = this.generation.ofCalls();
        return new RecoveringMono<>(next.handle(call), error -> afterFirst(call, next, begun, error));
    }

    private Mono<Object> afterFirst(McpCall call, CallHandler next, int begun, Throwable error) {
        return (error instanceof McpException failure && RetryRules.mayRepeat(call, failure))
                ? new Repetition(call, next, begun).after(failure)
                : Mono.error(error);
    }

    /** One call that has failed. */
    private final class Repetition {

        private final McpCall call;

        private final CallHandler next;

        private final int begun;

        private final Attempts attempts;

        private @Nullable McpException mayHaveRun;

        Repetition(McpCall call, CallHandler next, int begun) {
            this.call = call;
            this.next = next;
            this.begun = begun;
            this.attempts = Attempts.of(RetryStage.this.settings, RetryStage.this.chosen, call);
        }

        Mono<Object> after(McpException failure) {
            if (failure.outcome() == McpOutcome.UNKNOWN) {
                this.mayHaveRun = failure;
            }
            Duration pause = this.attempts.pauseAfter(failure);
            if (pause == null || pause.toNanos() >= this.call.deadline().remainingNanos() || isDisposedOf()) {
                return Mono.error(mostInformative(failure));
            }
            logger.debug("{} (retrying in {} ms)", failure.getMessage(), pause.toMillis());
            return this.call.deadline().time().delay(pause).then(Mono.defer(() -> again(failure)));
        }

        private Mono<Object> again(McpException failure) {
            if (isDisposedOf()) {
                return Mono.error(mostInformative(failure));
            }
            RetryStage.this.retries.increment();
            return this.next
                    .handle(this.call)
                    .onErrorResume(
                            error -> (error instanceof McpException another) ? after(another) : Mono.error(error));
        }

        /** Returns whether the client was disposed of since; if so, an old call does not reconnect it. */
        private boolean isDisposedOf() {
            return RetryStage.this.generation.ofCalls() != this.begun;
        }

        /** An unsent later attempt does not mean that an earlier attempt was not executed. */
        private McpException mostInformative(McpException last) {
            McpException earlier = this.mayHaveRun;
            boolean lessKnown = last.outcome() == McpOutcome.NOT_SENT || last.outcome() == McpOutcome.REJECTED;
            return (earlier != null && lessKnown) ? earlier : last;
        }
    }
}
