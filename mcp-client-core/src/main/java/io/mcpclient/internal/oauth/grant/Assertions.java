package io.mcpclient.internal.oauth.grant;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAssertionSource;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.oauth.metadata.AuthorizationFailures;

/**
 * What says who somebody is: what the principal came with, or what the application gets for it. Asked for each time, since it
 * does not live long. Thread-safe.
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
    Mono<String> ofSource(GrantRequest request) {
        McpAssertionSource source = this.settings.assertions();
        if (source == null) {
            return Mono.error(this.failures.settings(
                    "there is nothing that says who this is", "Provide an McpAssertionSource (auth.assertion)."));
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
                "See its own log" + ((cause != null) ? ", and the cause." : "."),
                cause);
    }

    /** Returns what the user came with. Never sent to a server, only to somebody who exchanges it. */
    Mono<McpSubjectToken> ofPrincipal() {
        McpPrincipal principal = this.server.principal().get();
        McpSubjectToken token = principal.token();
        return (token != null)
                ? Mono.just(token)
                : Mono.error(this.failures.settings(
                        "the token of the user is to be exchanged, and there is none",
                        "Let the McpPrincipalResolver return principals with their McpSubjectToken."));
    }

    /** Returns what the source says, or else what the user came with. */
    Mono<McpSubjectToken> ofEither(GrantRequest request) {
        return (this.settings.assertions() != null)
                ? ofSource(request).map(assertion -> new McpSubjectToken(assertion, McpSubjectToken.ID_TOKEN))
                : ofPrincipal();
    }
}
