package io.mcpclient.auth;

import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.WithheldException;

/**
 * Puts {@link McpCredentials} on requests. If the server refuses them, it is asked once whether there are newer ones.
 * Thread-safe.
 *
 * <table>
 * <caption>refusals</caption>
 * <tr><th>status</th><th>credentials</th><th>what follows</th></tr>
 * <tr><td>401</td><td>as they were at first, and there are others now</td><td>once more, with these</td></tr>
 * <tr><td>401</td><td>the same again, or already renewed</td><td>the refusal stands</td></tr>
 * <tr><td>403</td><td></td><td>the refusal stands: the server knows who calls</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-01, AUTH-50, AUTH-55)"
 */
public final class CredentialsAuthorization implements HttpAuthorization {

    private static final Object RENEWED = new Object();

    private final McpCredentials credentials;

    private final ProtectedServer server;

    private CredentialsAuthorization(McpCredentials credentials, ProtectedServer server) {
        this.credentials = credentials;
        this.server = server;
    }

    /**
     * Makes credentials usable for all principals of a server.
     * @param credentials know which principal they are asked for
     * @return creates authorizations
     */
    public static Provider of(McpCredentials credentials) {
        return server -> new CredentialsAuthorization(credentials, server);
    }

    @Override
    public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
        return headers(false)
                .map(headers -> new HttpCredentials(headers, null))
                .onErrorMap(error -> failure(request, McpOutcome.NOT_SENT, error));
    }

    @Override
    public Mono<HttpCredentials> reauthorize(AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
        if (refusal.status() != 401 || refused.trail() == RENEWED) {
            return Mono.empty();
        }
        return headers(true)
                .filter(headers -> !headers.equals(refused.headers()))
                .map(headers -> new HttpCredentials(headers, RENEWED))
                .onErrorMap(error -> failure(request, McpOutcome.REJECTED, error));
    }

    private Mono<Map<String, String>> headers(boolean renewed) {
        return Mono.defer(() -> this.credentials.headers(new McpCredentials.Request(
                this.server.name(), this.server.principal().get(), renewed)));
    }

    /** Texts of foreign exceptions may hold what they are about. */
    private Throwable failure(AuthorizedRequest request, McpOutcome outcome, Throwable error) {
        if (error instanceof McpException) {
            return error;
        }
        boolean isOurs = error instanceof UnusableCredentialsException;
        String why =
                isOurs ? String.valueOf(error.getMessage()) : error.getClass().getSimpleName();
        return new McpAuthorizationException(
                McpErrorDetails.of(
                                this.server.name(),
                                request.operation(),
                                outcome,
                                "no credentials could be obtained: " + why)
                        .withRemedy("Check what mcp.servers." + this.server.name()
                                + ".auth names, or the McpCredentials of the application.")
                        .withCause(isOurs ? error : WithheldException.of(error)),
                Reason.SETTINGS,
                401,
                null,
                List.of(),
                List.of());
    }
}
