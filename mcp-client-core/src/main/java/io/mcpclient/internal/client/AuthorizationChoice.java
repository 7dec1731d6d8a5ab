package io.mcpclient.internal.client;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.CredentialsAuthorization;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.support.net.Loopback;
import io.mcpclient.text.SecretNames;

/**
 * The credentials of a server, and their consistency with its other settings.
 *
 * @param provider adds credentials to requests, or {@code null} if there are none
 * @param header the header that the credentials set, or {@code null} if unknown
 * @param allowsCleartext whether credentials may be sent without TLS
 * @see "AUTH-01, AUTH-51, SEC-21; faults H25, H31"
 */
public record AuthorizationChoice(
        HttpAuthorization.@Nullable Provider provider,
        @Nullable String header,
        boolean allowsCleartext) {

    public static final AuthorizationChoice NONE = new AuthorizationChoice(null, null, false);

    private static final Pattern OF_SESSIONS =
            Pattern.compile("(.*[-_.])?(session|sid|code|ticket)([-_.]?id)?", Pattern.CASE_INSENSITIVE);

    private static final String AUTHORIZATION = "Authorization";

    public AuthorizationChoice with(HttpAuthorization.Provider authorization) {
        return new AuthorizationChoice(authorization, AUTHORIZATION, this.allowsCleartext);
    }

    public AuthorizationChoice with(McpCredentials credentials) {
        return new AuthorizationChoice(
                CredentialsAuthorization.of(credentials), McpSchemes.headerOf(credentials), this.allowsCleartext);
    }

    public AuthorizationChoice allowingCleartext() {
        return new AuthorizationChoice(this.provider, this.header, true);
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
    void requireNone(String serverName, String problem, String remedy) {
        if (this.provider != null) {
            throw new McpConfigurationException(serverName, "auth", problem, remedy);
        }
    }

    /** Rejects credentials that contradict the other settings of the server, or would be sent without TLS. */
    void check(String serverName, McpHttpSettings http) {
        checkHeaders(serverName, http);
        checkCleartext(serverName, http);
    }

    /** Rejects credentials that contradict the other settings of the server. */
    void checkHeaders(String serverName, McpHttpSettings http) {
        if (this.provider != null) {
            requireOneCredential(serverName, http);
        }
    }

    /** Rejects credentials that would be sent without TLS. */
    void checkCleartext(String serverName, McpHttpSettings http) {
        boolean hasCredentials = this.provider != null
                || http.headers().keySet().stream().anyMatch(AuthorizationChoice::isSecret)
                || hasSecret(http.url().getRawQuery());
        if (hasCredentials && !this.allowsCleartext && !Loopback.isSafe(http.url())) {
            throw new McpConfigurationException(
                    serverName,
                    "url",
                    "is not https, so that credentials would be sent in cleartext",
                    "Use https, or set auth.allow-cleartext to allow it.");
        }
    }

    private void requireOneCredential(String serverName, McpHttpSettings http) {
        String own = (this.header != null) ? this.header : AUTHORIZATION;
        for (String name : List.of(own, AUTHORIZATION)) {
            if (http.headers().containsKey(name)) {
                throw new McpConfigurationException(
                        serverName, "headers." + name, "is set together with auth", "Remove one of them.");
            }
        }
        if (hasSecret(http.url().getRawQuery())) {
            throw new McpConfigurationException(
                    serverName,
                    "url",
                    "has a credential in its query, but auth is configured as well",
                    "Remove it from the URL, which appears in logs.");
        }
    }

    /** Beside names that denote secrets everywhere: sessions and codes. */
    private static boolean isSecret(String name) {
        return SecretNames.isSecret(name) || OF_SESSIONS.matcher(name).matches();
    }

    private static boolean hasSecret(@Nullable String query) {
        for (String parameter : (query != null) ? query.split("&") : new String[0]) {
            if (isSecret(URLDecoder.decode(parameter.split("=", 2)[0], StandardCharsets.UTF_8))) {
                return true;
            }
        }
        return false;
    }
}
