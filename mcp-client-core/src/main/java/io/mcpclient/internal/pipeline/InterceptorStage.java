package io.mcpclient.internal.pipeline;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.internal.support.RecoveringMono;
import io.mcpclient.support.ApplicationCode;

/**
 * Stage of one interceptor of the application. Its own exceptions become an {@link McpRejectedException} with the name of the server
 * and the outcome that the call has reached; an {@link McpException} passes unchanged. Thread-safe.
 */
public final class InterceptorStage implements McpInterceptor {

    private final McpInterceptor interceptor;

    /**
     * Creates the stage.
     * @param interceptor the interceptor
     */
    public InterceptorStage(McpInterceptor interceptor) {
        this.interceptor = interceptor;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        Following following = new Following(next);
        @Nullable Mono<Object> result;
        try {
            result = this.interceptor.intercept(call, following);
        } catch (Throwable ex) { // a missing class as well: a reactive caller would never learn of it
            return Mono.error(failure(call, following, ex));
        }
        return (result != null)
                ? new RecoveringMono<>(result, error -> Mono.error(failure(call, following, error)))
                : Mono.error(noResult(call, following));
    }

    private Throwable failure(McpCall call, Following following, Throwable error) {
        return (error instanceof McpException) ? error : failure(this.interceptor, call, following.outcome, error);
    }

    /**
     * Returns the error of a call whose interceptor has failed.
     * @param interceptor the interceptor
     * @param call the call
     * @param outcome what is known about the call at the server
     * @param error exception of the interceptor
     * @return the error
     */
    static McpRejectedException failure(Object interceptor, McpCall call, McpOutcome outcome, Throwable error) {
        String problem = "the interceptor " + ApplicationCode.nameOf(interceptor) + " failed with "
                + ApplicationCode.describe(error);
        return new McpRejectedException(
                McpErrorDetails.of(call.serverName(), call.method(), outcome, problem)
                        .withCause(error),
                Reason.INTERCEPTED);
    }

    /** An interceptor that returns {@code null} is an error of the application, or an unconfigured mock. */
    private McpRejectedException noResult(McpCall call, Following following) {
        String problem = "the interceptor " + ApplicationCode.nameOf(this.interceptor) + " returned null";
        return new McpRejectedException(
                McpErrorDetails.of(call.serverName(), call.method(), following.outcome, problem)
                        .withRemedy("Return next.handle(call), a result or an error."),
                Reason.NO_RESULT);
    }

    /** The stages after this one, and what is known about the call at the server: a result does not undo that it was executed. */
    private static final class Following implements CallHandler {

        private final CallHandler next;

        private volatile McpOutcome outcome = McpOutcome.NOT_SENT;

        Following(CallHandler next) {
            this.next = next;
        }

        @Override
        public Mono<Object> handle(McpCall call) {
            return Mono.defer(() -> {
                this.outcome = McpOutcome.UNKNOWN;
                return new RecoveringMono<>(this.next.handle(call), error -> {
                    this.outcome = (error instanceof McpException known) ? known.outcome() : this.outcome;
                    return Mono.error(error);
                });
            });
        }
    }
}
