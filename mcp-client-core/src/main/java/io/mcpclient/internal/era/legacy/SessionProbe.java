package io.mcpclient.internal.era.legacy;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.ProbeResult;
import io.mcpclient.internal.era.legacy.LostSessions.Verdict;
import io.mcpclient.support.SingleFlight;
import io.mcpclient.transport.HttpStatusException;

/**
 * Probes a session after responses that leave ambiguous whether it is lost. A ping on the same session decides, one for all
 * concurrent callers: a server that has lost the session does not know it for a ping either.
 *
 * <pre>
 *  reply to the ping                                 session    error of the call
 *  result, error that does not concern a session ──► kept       unchanged
 *  no reply in time, an outage                   ──► kept       unchanged; outcome unknown if it may have been executed
 *  lost, or as suspicious as the response was    ──► lost       session lost, rejected; or unchanged, outcome unknown
 *  no connection                                 ──► lost       likewise
 * </pre>
 *
 * @see "faults D04, D05, J08"
 */
final class SessionProbe {

    /** The call is not repeated: the caller decides. */
    private static final String RENEWED =
            "The session is lost and is renewed with the next call. Call again if the call can be executed twice: the server may"
                    + " have executed it before the error.";

    private final LegacyFailures failures;

    private final LostSessions losses;

    private final SingleFlight<Verdict> flight = new SingleFlight<>();

    private final Supplier<Mono<Verdict>> check;

    /**
     * Creates the probe of one session.
     * @param failures translates failures
     * @param losses the table of losses
     * @param ping sends one ping in the session
     */
    SessionProbe(LegacyFailures failures, LostSessions losses, Supplier<Mono<Void>> ping) {
        this.failures = failures;
        this.losses = losses;
        this.check = () -> ping.get().thenReturn(Verdict.KEPT).onErrorResume(error -> Mono.just(ofPing(error)));
    }

    boolean include(McpException error) {
        HttpStatusException answer = answer(error);
        if (answer != null) {
            return !(error instanceof McpSessionException) && this.losses.judge(answer) == Verdict.SUSPECTED;
        }
        return error instanceof McpRequestException answered
                && LostSessions.judge(answered.code(), answered.serverMessage()) == Verdict.SUSPECTED;
    }

    Mono<ProbeResult> result(McpException error) {
        return this.flight.joinWithContext(this.check).map(verdict -> {
            HttpStatusException answer = answer(error);
            if (verdict != Verdict.LOST) {
                boolean isSettled = verdict == Verdict.KEPT || answer != null || isRefused(error);
                return new ProbeResult(Certain.KEPT, isSettled ? error : withOutcomeUnknown(error, error.remedy()));
            }
            return new ProbeResult(Certain.LOST, (answer != null) ? lost(error, answer) : lost(error));
        });
    }

    /** After HTTP 500 with an error of a tool, the tool may have been executed before the session was lost. */
    private McpException lost(McpException error, HttpStatusException answer) {
        this.losses.confirm(answer);
        return (answer.status() >= 500 && this.losses.isOfTheCall(answer))
                ? error
                : this.failures.lost(error.operation(), answer);
    }

    private McpException lost(McpException error) {
        return isRefused(error) ? this.failures.lost(error) : withOutcomeUnknown(error, RENEWED);
    }

    /** Verdict of the reply to a ping; every suspicion counts, because no tool is behind it. */
    private Verdict ofPing(Throwable error) {
        if (error instanceof McpSessionException) {
            return Verdict.LOST;
        }
        if (error instanceof McpConnectionException unreachable && unreachable.isUnreachable()) {
            return Verdict.LOST;
        }
        if (error instanceof McpException failure && include(failure)) {
            return Verdict.LOST;
        }
        return (error instanceof McpRequestException) ? Verdict.KEPT : Verdict.SUSPECTED;
    }

    private static @Nullable HttpStatusException answer(McpException error) {
        return (error.getCause() instanceof HttpStatusException answer) ? answer : null;
    }

    private static boolean isRefused(McpException error) {
        return error instanceof McpRequestException answered
                && LostSessions.isRefusedSession(answered.code(), answered.serverMessage());
    }

    /** The server's error for the caller; it is unknown whether the tool was executed before it. */
    private static McpException withOutcomeUnknown(McpException error, @Nullable String remedy) {
        return (error instanceof McpRequestException answered)
                ? new McpRequestException(
                        McpErrorDetails.of(error.serverName(), error.operation(), McpOutcome.UNKNOWN, error.problem())
                                .withRemedy(remedy)
                                .withCause(error),
                        answered.code(),
                        answered.serverMessage(),
                        answered.data())
                : error;
    }
}
