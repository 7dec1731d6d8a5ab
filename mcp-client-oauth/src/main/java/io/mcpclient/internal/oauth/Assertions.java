package io.mcpclient.internal.oauth;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAssertionSource;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;

/**
 * Assertions of an identity: the principal's own token, or one that the application provides. Requested each time, since they
 * are short-lived. Thread-safe.
 *
 * @see "WIF-04, EMA-10; fault H28"
 */
final class Assertions {

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final AuthorizationFailures failures;

    Assertions(ProtectedServer server, McpOAuthSettings settings) {
        this.server = server;
        this.settings = settings;
        this.failures = new AuthorizationFailures(server.name());
    }

    /** Returns the assertion of the application. */
    Mono<String> ofSource(TokenRequest request) {
        McpAssertionSource source = this.settings.assertions();
        if (source == null) {
            return Mono.error(this.failures.settings(
                    "there is no source of assertions", "Provide an McpAssertionSource (auth.assertion)."));
        }
        McpAssertionSource.Request about = new McpAssertionSource.Request(
                this.server.name(),
                this.server.principal().get(),
                request.server().issuer(),
                request.resource());
        return Mono.defer(() -> source.assertion(about))
                .switchIfEmpty(Mono.error(() -> none(null)))
                .onErrorMap(error -> !(error instanceof McpException), this::none);
    }

    private McpException none(@Nullable Throwable cause) {
        return this.failures.authorizationServer(
                "the McpAssertionSource has no assertion for this server",
                "See its log" + ((cause != null) ? ", and the cause." : "."),
                cause);
    }

    /** Returns the user's own token. Never sent to an MCP server, only to a server that exchanges it. */
    Mono<McpSubjectToken> ofPrincipal() {
        McpPrincipal principal = this.server.principal().get();
        McpSubjectToken token = principal.token();
        return (token != null)
                ? Mono.just(token)
                : Mono.error(this.failures.settings(
                        "there is no token of the user to exchange",
                        "Return principals from the McpPrincipalResolver with their McpSubjectToken."));
    }

    /** Returns the assertion of the source, or else the user's own token. */
    Mono<McpSubjectToken> ofEither(TokenRequest request) {
        return (this.settings.assertions() != null)
                ? ofSource(request).map(assertion -> new McpSubjectToken(assertion, McpSubjectToken.ID_TOKEN))
                : ofPrincipal();
    }
}
