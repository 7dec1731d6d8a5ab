package io.mcpclient.internal.connection;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.connection.ConnectionPhase.Ready;
import io.mcpclient.internal.era.Diagnosis;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.ProbeResult;
import io.mcpclient.internal.era.Diagnosis.ServerAmbiguous;
import io.mcpclient.internal.era.Diagnosis.SessionAmbiguous;
import io.mcpclient.internal.pipeline.Idempotency;
import io.mcpclient.internal.support.RecoveringMono;
import io.mcpclient.schema.PaginatedParams;

/**
 * Sends calls and notifications through the current session, and handles those that fail in it.
 *
 * <table>
 * <caption>failures of a call, first match applies</caption>
 * <tr><th>failure</th><th>reaction</th></tr>
 * <tr><td>ambiguous whether the session is lost</td><td>one probe, shared by all; then as below</td></tr>
 * <tr><td>session lost, call not sent or rejected</td><td>once more, in the next session</td></tr>
 * <tr><td>session lost, idempotent call</td><td>once more, in the next session</td></tr>
 * <tr><td>session lost, anything else: the server may have executed the call</td><td>the error</td></tr>
 * <tr><td>not sent, session intact</td><td>once more, in the same: the connection was at fault</td></tr>
 * <tr><td>refused by a proxy, session intact</td><td>once more, in the same</td></tr>
 * <tr><td>ambiguous whether the server was replaced, and the call may be repeated</td><td>one probe, shared by all; then as
 * below</td></tr>
 * <tr><td>the server was replaced</td><td>once more, in the next session</td></tr>
 * <tr><td>anything else</td><td>the error</td></tr>
 * </table>
 *
 * Nothing is sent a third time. A page request with a cursor is not repeated, because the cursor belongs to the session that
 * issued it (PAG-05), nor is a call for which input was provided: a user is not prompted twice (MRTR-19). Thread-safe.
 *
 * @see "faults D01 to D07, D10, A19"
 */
final class SessionCalls {

    private final Sessions sessions;

    /** Source of sessions. */
    interface Sessions {

        /** The current session, or the next one. */
        Mono<Ready> next();

        /** Records that the server has responded to a call with an error; the session reports results. */
        void answered();

        /**
         * Records that a session is lost.
         * @return the error for the caller that noticed it
         */
        McpException lost(Ready ready, McpException cause);
    }

    SessionCalls(Sessions sessions) {
        this.sessions = sessions;
    }

    Mono<Object> handle(Ready ready, McpCall call) {
        boolean followsCursor = call.params() instanceof PaginatedParams page && page.cursor() != null;
        return execute(ready, call, !followsCursor);
    }

    private Mono<Object> execute(Ready ready, McpCall call, boolean repeatable) {
        return new RecoveringMono<>(ready.session().handle(call), error -> {
            if (!(error instanceof McpException failure)) {
                return Mono.error(error);
            }
            if (failure.outcome() == McpOutcome.ANSWERED) {
                this.sessions.answered();
            }
            boolean mayRepeat = repeatable && !call.progress().dependsOnInput();
            return react(ready, call, mayRepeat, ready.session().diagnose(failure), failure);
        });
    }

    private Mono<Object> react(
            Ready ready, McpCall call, boolean mayRepeat, Diagnosis diagnosis, McpException failure) {
        if (diagnosis instanceof SessionAmbiguous ambiguous) {
            return ambiguous.probe().flatMap(result -> {
                boolean isElsewhere = result.diagnosis() != Certain.LOST && failure.outcome() == McpOutcome.NOT_SENT;
                return ((isElsewhere || result.diagnosis() == Certain.REFUSED) && mayRepeat)
                        ? execute(ready, call, false)
                        : react(ready, call, mayRepeat, result.diagnosis(), result.error());
            });
        }
        if (diagnosis == Certain.LOST) {
            return afterLoss(ready, call, mayRepeat, failure);
        }
        if (diagnosis instanceof ServerAmbiguous ambiguous && mayRepeat) {
            return ambiguous.probe().flatMap(result -> react(ready, call, true, result.diagnosis(), result.error()));
        }
        return (diagnosis == Certain.REPLACED) ? afterReplacement(ready, call, failure) : Mono.error(failure);
    }

    private Mono<Object> afterLoss(Ready ready, McpCall call, boolean mayRepeat, McpException failure) {
        McpException reported = this.sessions.lost(ready, failure);
        boolean isHarmless = wasNotExecuted(failure) || Idempotency.of(call);
        return (mayRepeat && isHarmless) ? repeat(call) : Mono.error(reported);
    }

    private Mono<Object> repeat(McpCall call) {
        return this.sessions.next().flatMap(next -> execute(next, call, false));
    }

    private static boolean wasNotExecuted(McpException failure) {
        return failure.outcome() == McpOutcome.NOT_SENT
                || (failure instanceof McpSessionException && failure.outcome() == McpOutcome.REJECTED);
    }

    private Mono<Object> afterReplacement(Ready ready, McpCall call, McpException failure) {
        this.sessions.lost(ready, failure);
        return repeat(call);
    }

    /** A notification that the server has not accepted because of its session is sent again in the next one. */
    Mono<Void> notify(Ready ready, String method, @Nullable Object params) {
        return notify(ready, method, params, true);
    }

    private Mono<Void> notify(Ready ready, String method, @Nullable Object params, boolean repeatable) {
        return ready.session().notify(method, params).onErrorResume(McpException.class, failure -> {
            Diagnosis diagnosis = ready.session().diagnose(failure);
            Mono<ProbeResult> probed = (diagnosis instanceof SessionAmbiguous ambiguous)
                    ? ambiguous.probe()
                    : Mono.just(new ProbeResult(diagnosis, failure));
            return probed.flatMap(result -> {
                if (result.diagnosis() != Certain.LOST) {
                    return Mono.error(result.error());
                }
                McpException reported = this.sessions.lost(ready, result.error());
                return (repeatable && wasNotExecuted(result.error()))
                        ? this.sessions.next().flatMap(next -> notify(next, method, params, false))
                        : Mono.error(reported);
            });
        });
    }
}
