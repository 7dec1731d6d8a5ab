package io.mcpclient.internal.oauth;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.text.SafeText;

/** Creates the errors of token endpoints, with the server, the authorization server, the cause and the remedy. */
final class TokenFailures {

    private static final String OPERATION = "token request";

    private static final int UNAUTHORIZED = 401;

    private static final int MAX_URL = 200;

    private final String serverName;

    TokenFailures(String serverName) {
        this.serverName = serverName;
    }

    /** The caller's error for a failed request. */
    Throwable translate(URI endpoint, Throwable error) {
        if (error instanceof McpException || error instanceof TokenRefusedException) {
            return error;
        }
        if (error instanceof TokenResponse.UnusableException) {
            return authorization(
                    McpAuthorizationException.Reason.AUTHORIZATION_SERVER,
                    named(endpoint) + " responded with " + error.getMessage(),
                    "Check the authorization server.");
        }
        if (error instanceof ForbiddenUrlException) {
            return authorization(
                    McpAuthorizationException.Reason.UNTRUSTED,
                    "the token endpoint must not be called: " + SafeText.excerpt(error.getMessage()),
                    "If it is correct, add its origin to auth.trusted-origins.");
        }
        McpErrorDetails details = isUnreached(error)
                ? details(
                        named(endpoint) + " cannot be reached: " + SafeText.excerpt(reason(error)),
                        "Check that the authorization server is running and reachable.")
                : details(
                        "the request to " + named(endpoint) + " failed: " + SafeText.excerpt(reason(error)),
                        "Check the authorization server.");
        return new McpConnectionException(details.withCause(error));
    }

    /** Whether there was no connection. Other failures have no cause, because it may quote the server. */
    private static boolean isUnreached(Throwable error) {
        Throwable cause = error.getCause();
        return cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnknownHostException
                || cause instanceof SSLException;
    }

    private static String reason(Throwable error) {
        String message = error.getMessage();
        return (message != null) ? message : error.getClass().getSimpleName();
    }

    /** The authorization server responds, but is out of order or limits requests. */
    McpConnectionException unavailable(URI endpoint, UntrustedHttpClient.Answer answer) {
        return new McpConnectionException(
                details(named(endpoint) + " responded with HTTP " + answer.status(), "Check the authorization server."),
                (answer.status() >= 400) ? answer.status() : 0,
                retryAfter(answer));
    }

    private static @Nullable Duration retryAfter(UntrustedHttpClient.Answer answer) {
        String seconds = answer.headers().getOrDefault("retry-after", "");
        return seconds.matches("[0-9]{1,7}") ? Duration.ofSeconds(Long.parseLong(seconds)) : null;
    }

    /** The request was not sent. */
    McpException heldBack(URI endpoint, RenewalLimit.Refusal refusal) {
        McpException failure = refusal.failure();
        if (failure instanceof McpAuthorizationException rejection && refusal.failures() == 0) {
            return authorization(rejection.reason(), rejection.problem() + noneUntil(refusal), rejection.remedy());
        }
        if (failure != null) {
            String often = (refusal.failures() > 1) ? " (" + refusal.failures() + " failures in a row)" : "";
            return new McpConnectionException(details(failure.problem() + often + noneUntil(refusal), failure.remedy())
                    .withCause(failure));
        }
        return authorization(
                McpAuthorizationException.Reason.AUTHORIZATION_SERVER,
                "the tokens were renewed as often as permitted within a minute, and the server still rejects them; the next"
                        + " renewal is possible at " + refusal.again().truncatedTo(ChronoUnit.SECONDS),
                "Check that the server accepts tokens of " + host(endpoint) + " for its address.");
    }

    private static String noneUntil(RenewalLimit.Refusal refusal) {
        return "; no requests are sent until " + refusal.again().truncatedTo(ChronoUnit.SECONDS);
    }

    McpException noCommonAlgorithm(URI endpoint) {
        return authorization(
                McpAuthorizationException.Reason.AUTHORIZATION_SERVER,
                named(endpoint) + " does not support ES256, the algorithm of this client's DPoP proofs",
                "Set auth.dpop to off if the server accepts other tokens.");
    }

    private McpAuthorizationException authorization(
            McpAuthorizationException.Reason reason, String problem, @Nullable String remedy) {
        return new McpAuthorizationException(
                details(problem, remedy), reason, UNAUTHORIZED, null, List.of(), List.of());
    }

    private McpErrorDetails details(String problem, @Nullable String remedy) {
        return McpErrorDetails.of(this.serverName, OPERATION, McpOutcome.NOT_SENT, problem)
                .withRemedy(RemedyText.of(this.serverName, remedy));
    }

    static String named(URI endpoint) {
        return "the authorization server at " + host(endpoint);
    }

    /** Scheme and authority, without the query, which may contain secrets. */
    private static String host(URI endpoint) {
        return SafeText.excerpt(endpoint.getScheme() + "://" + endpoint.getRawAuthority(), MAX_URL);
    }
}
