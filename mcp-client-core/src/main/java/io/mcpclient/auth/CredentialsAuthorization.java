package io.mcpclient.auth;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.support.WithheldException;

/**
 * Authorization with {@link McpCredentials}. After a rejection by the server, newer credentials are requested once.
 * Thread-safe.
 *
 * <table>
 * <caption>rejections</caption>
 * <tr><th>status</th><th>credentials</th><th>reaction</th></tr>
 * <tr><td>401</td><td>the first ones, and newer ones are available</td><td>retry with the newer ones</td></tr>
 * <tr><td>401</td><td>unchanged, or already renewed</td><td>the rejection is final</td></tr>
 * <tr><td>403</td><td></td><td>the rejection is final: the server has authenticated the caller</td></tr>
 * </table>
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
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
     * Creates a provider of authorizations for all principals of a server.
     * @param credentials credentials, which receive the principal
     * @return the provider
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

    @Override
    public @Nullable HttpRequestSigner signer() {
        return this.credentials.signer();
    }

    private Mono<Map<String, String>> headers(boolean renewed) {
        return Mono.defer(() -> this.credentials.headers(new McpCredentials.Request(
                this.server.name(), this.server.principal().get(), renewed)));
    }

    /** Messages of foreign exceptions may contain secrets. */
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
                        .withRemedy("Check the credentials in mcp.servers." + this.server.name()
                                + ".auth, or the McpCredentials of the application.")
                        .withCause(isOurs ? error : WithheldException.of(error)),
                Reason.SETTINGS,
                401,
                null,
                List.of(),
                List.of());
    }
}
