package io.mcpclient.internal.pipeline;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.PaginatedParams;

/** An in-flight call in a {@link DrainGate}, from its entry until it has ended for any reason. Thread-safe. */
final class InFlightCall extends CallSubscriber {

    private final McpCall call;

    private final DrainGate gate;

    InFlightCall(McpCall call, DrainGate gate, CoreSubscriber<? super Object> actual) {
        super(actual);
        this.call = call;
        this.gate = gate;
    }

    @Override
    void onEnd(@Nullable Throwable error) {
        if (error != null || !mayGoOn()) {
            this.gate.leave(this);
        }
    }

    /** A list leaves the gate only after the next page was requested. */
    @Override
    void onSignalled() {
        if (mayGoOn()) {
            this.gate.leave(this);
        }
    }

    private boolean mayGoOn() {
        return this.call.params() instanceof PaginatedParams;
    }

    @Override
    void onGivenUp() {
        this.gate.leave(this);
    }

    /** Fails the call because the drain timeout has passed. */
    void fail() {
        McpException failure = failure(); // created first, as a cancelled call may look unsent
        if (giveUp()) {
            this.gate.leave(this);
            signal(failure);
        }
    }

    private McpException failure() {
        if (this.call.progress().isSent()) {
            return new McpConnectionException(
                    details(McpOutcome.UNKNOWN, "the client was closed before the response was received")
                            .withRemedy("Raise drain-timeout if such calls take longer."));
        }
        return new McpRejectedException(
                details(McpOutcome.NOT_SENT, "the client was closed before the call was sent"),
                McpRejectedException.Reason.CLOSED);
    }

    private McpErrorDetails details(McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.call.serverName(), this.call.method(), outcome, problem);
    }
}
