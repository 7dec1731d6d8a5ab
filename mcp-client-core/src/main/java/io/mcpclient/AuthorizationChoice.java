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
import io.mcpclient.error.SecretNames;
import io.mcpclient.net.Loopback;

/**
 * With which credentials a server is called, and whether that goes together with the rest of its settings.
 *
 * @see "AUTH-01, AUTH-51, SEC-21; faults H25, H31"
 */
final class AuthorizationChoice {

    private static final String AUTHORIZATION = "Authorization";

    private final SettingRules rules;

    private HttpAuthorization.@Nullable Provider provider;

    /** The header that it sets. */
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
     * Applies something to the authorization of a principal at a server, which need not be connected.
     * @param work what to do
     * @return completes when it is done, at once if there is no authorization
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

    /** Complains about credentials for a server that HTTP does not lead to. */
    void requireNone(String problem, String remedy) {
        if (this.provider != null) {
            throw this.rules.invalid("auth", problem, remedy);
        }
    }

    /**
     * Returns what puts credentials on requests. Contradictions are found here.
     * @param url where they go
     * @param headers headers of the configuration
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
                    "is not https, and credentials would be sent there for everybody on the way to read",
                    "Use https, or allow it with auth.allow-cleartext.");
        }
        return this.provider;
    }

    private void requireOneCredential(URI url, Map<String, String> headers) {
        String own = (this.header != null) ? this.header : AUTHORIZATION;
        for (String name : List.of(own, AUTHORIZATION)) {
            if (has(headers, name)) {
                throw this.rules.invalid("headers." + name, "is set together with auth", "Keep one of the two.");
            }
        }
        if (hasSecret(url.getRawQuery())) {
            throw this.rules.invalid(
                    "url",
                    "has a credential in its query, and there is auth as well",
                    "Remove it from the url, which shows up in logs.");
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
