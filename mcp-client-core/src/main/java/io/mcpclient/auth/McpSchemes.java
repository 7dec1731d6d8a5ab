package io.mcpclient.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.HeaderSyntax;

/**
 * Factory of credentials that consist of a single header. The secrets are requested for each request, outside the network
 * threads, so that they may come from a {@link CredentialFile} or from a vault; cache expensive ones. A secret that is
 * unavailable or illegal in a header fails the request before it is sent, with an
 * {@link io.mcpclient.error.McpAuthorizationException}.
 *
 * <pre>{@code
 * builder.credentials(McpSchemes.bearer(CredentialFile.of(Path.of("/run/secrets/token"))));
 * }</pre>
 *
 * @see "RFC 6750, section 2.1"
 * @see "RFC 7617"
 */
public final class McpSchemes {

    private static final String AUTHORIZATION = "Authorization";

    private static final String BEARER = "Bearer ";

    private McpSchemes() {}

    /**
     * Creates credentials of the scheme {@code Bearer}.
     * @param token the token without the scheme; may block
     * @return the credentials
     */
    public static McpCredentials bearer(Supplier<String> token) {
        return new SchemeCredentials(AUTHORIZATION, token, null, (value, none) -> bearer(value.strip()));
    }

    private static String bearer(String token) {
        if (token.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw new UnusableCredentialsException(
                    "the token begins with \"Bearer\", which the client adds itself: give the token alone", null);
        }
        return BEARER + token;
    }

    /**
     * Creates credentials of the scheme {@code Basic}, in UTF-8.
     * @param user user name without a colon; may block
     * @param password password; may block
     * @return the credentials
     */
    public static McpCredentials basic(Supplier<String> user, Supplier<String> password) {
        return new SchemeCredentials(AUTHORIZATION, user, password, McpSchemes::basic);
    }

    private static String basic(String user, @Nullable String password) {
        if (user.indexOf(':') >= 0) {
            throw new UnusableCredentialsException("the user name contains a colon", null);
        }
        String pair = user + ":" + password;
        if (pair.chars().anyMatch(Character::isISOControl)) {
            throw new UnusableCredentialsException("the user name or the password contains a control character", null);
        }
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Creates credentials in a custom header.
     * @param headerName name of the header, such as {@code X-API-Key}
     * @param key value of the header; may block
     * @return the credentials
     * @throws IllegalArgumentException if the header name is illegal
     */
    public static McpCredentials apiKey(String headerName, Supplier<String> key) {
        if (!HeaderSyntax.isName(headerName)) {
            throw new IllegalArgumentException("is not a legal HTTP header name");
        }
        return new SchemeCredentials(headerName, key, null, (value, none) -> value.strip());
    }

    /**
     * Returns the header of credentials, if known.
     * @param credentials any credentials
     * @return the header name, or {@code null} for credentials from other sources
     */
    public static @Nullable String headerOf(McpCredentials credentials) {
        return (credentials instanceof SchemeCredentials scheme) ? scheme.header() : null;
    }
}
