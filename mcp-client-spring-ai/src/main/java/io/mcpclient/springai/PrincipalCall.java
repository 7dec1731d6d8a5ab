package io.mcpclient.springai;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;

/**
 * Waits for a call on behalf of a given principal, which only the reactive API accepts.
 *
 * @param server configured name of the server
 * @param principal principal of the call
 */
record PrincipalCall(String server, McpPrincipal principal) {

    /** Far above all timeouts: calls enforce those themselves. */
    private static final Duration LIMIT = Duration.ofDays(1);

    CallToolResult await(Mono<CallToolResult> call) {
        if (Schedulers.isInNonBlockingThread()) {
            throw new McpRejectedException(
                    details(
                            McpOutcome.NOT_SENT,
                            "the call would block the event loop thread \""
                                    + Thread.currentThread().getName() + "\""),
                    McpRejectedException.Reason.EVENT_LOOP);
        }
        CompletableFuture<CallToolResult> future = call.contextWrite(McpPrincipalContext.of(this.principal))
                .contextCapture()
                .toFuture();
        try {
            CallToolResult result = future.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
            if (result == null) {
                throw new McpProtocolException(
                        details(McpOutcome.UNKNOWN, "the operation completed without a result"),
                        McpProtocolException.Reason.NO_ANSWER);
            }
            return result;
        } catch (InterruptedException ex) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new McpCancelledException(details(McpOutcome.UNKNOWN, "the calling thread was interrupted")
                    .withCause(ex));
        } catch (TimeoutException ex) {
            future.cancel(true);
            throw new McpTimeoutException(
                    details(McpOutcome.UNKNOWN, "not completed within " + LIMIT.toHours() + " h"),
                    McpTimeoutException.ANSWER,
                    LIMIT);
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RuntimeException failure)
                    ? failure
                    : new IllegalStateException(ex.getCause());
        }
    }

    private McpErrorDetails details(McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.server, McpMethods.TOOLS_CALL, outcome, problem);
    }
}
