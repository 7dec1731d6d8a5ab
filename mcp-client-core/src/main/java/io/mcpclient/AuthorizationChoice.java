package io.mcpclient;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.CredentialsAuthorization;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.support.Loopback;
import io.mcpclient.internal.support.SecretNames;

/**
 * The credentials of a server, and their consistency with its other settings.
 *
 * @see "AUTH-01, AUTH-51, SEC-21; faults H25, H31"
 */
final class AuthorizationChoice {

    private static final String AUTHORIZATION = "Authorization";

    private final SettingRules rules;

    private HttpAuthorization.@Nullable Provider provider;

    /** The header that the credentials set. */
    private @Nullable String header;

    private boolean allowsCleartext;

    AuthorizationChoice(SettingRules rules) {
        this.rules = rules;
    }

    void authorization(HttpAuthorization.Provider authorization) {
        this.provider = authorization;
        this.header = AUTHORIZATION;
    }

    void credentials(McpCredentials credentials) {
        this.provider = CredentialsAuthorization.of(credentials);
        this.header = McpSchemes.headerOf(credentials);
    }

    void clear() {
        this.provider = null;
        this.header = null;
        this.allowsCleartext = false;
    }

    void allowCleartext() {
        this.allowsCleartext = true;
    }

    /**
     * Applies an operation to the authorization of a principal, without requiring a connection.
     * @param work the operation
     * @return completes when it is done, immediately if there is no authorization
     */
    Mono<Void> apply(ProtectedServer server, Function<HttpAuthorization, Mono<Void>> work) {
        HttpAuthorization.Provider chosen = this.provider;
        if (chosen == null) {
            return Mono.empty();
        }
        return Mono.defer(() -> {
            HttpAuthorization authorization = chosen.create(server);
            return work.apply(authorization).doFinally(signal -> authorization.close());
        });
    }

    /** Rejects credentials for a server without HTTP. */
    void requireNone(String problem, String remedy) {
        if (this.provider != null) {
            throw this.rules.invalid("auth", problem, remedy);
        }
    }

    /**
     * Returns the authorization for requests. Detects contradictory settings.
     * @param url endpoint of the server
     * @param headers configured headers
     */
    HttpAuthorization.@Nullable Provider provider(URI url, Map<String, String> headers) {
        if (this.provider != null) {
            requireOneCredential(url, headers);
        }
        boolean hasCredentials = this.provider != null
                || headers.keySet().stream().anyMatch(SecretNames::isSecret)
                || hasSecret(url.getRawQuery());
        if (hasCredentials && !this.allowsCleartext && !Loopback.isSafe(url)) {
            throw this.rules.invalid(
                    "url",
                    "is not https, so that credentials would be sent in cleartext",
                    "Use https, or set auth.allow-cleartext to allow it.");
        }
        return this.provider;
    }

    private void requireOneCredential(URI url, Map<String, String> headers) {
        String own = (this.header != null) ? this.header : AUTHORIZATION;
        for (String name : List.of(own, AUTHORIZATION)) {
            if (has(headers, name)) {
                throw this.rules.invalid("headers." + name, "is set together with auth", "Remove one of them.");
            }
        }
        if (hasSecret(url.getRawQuery())) {
            throw this.rules.invalid(
                    "url",
                    "has a credential in its query, but auth is configured as well",
                    "Remove it from the URL, which appears in logs.");
        }
    }

    private static boolean has(Map<String, String> headers, String name) {
        return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    private static boolean hasSecret(@Nullable String query) {
        for (String parameter : (query != null) ? query.split("&") : new String[0]) {
            if (SecretNames.isSecret(parameter.split("=", 2)[0])) {
                return true;
            }
        }
        return false;
    }
}
