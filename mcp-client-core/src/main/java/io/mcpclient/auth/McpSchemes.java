package io.mcpclient.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.net.HeaderSyntax;

/**
 * Credentials that are one header. The secrets are asked for with each request, away from the threads of the network, so that
 * they may come from a {@link CredentialFile} or from a vault; keep what is expensive. A secret that cannot be had, or does
 * not fit into a header, fails the request before it is sent, with an {@link io.mcpclient.error.McpAuthorizationException}.
 *
 * <pre>{@code
 * builder.credentials(McpSchemes.bearer(CredentialFile.of(Path.of("/run/secrets/token"))));
 * }</pre>
 *
 * @see "RFC 6750, section 2.1; RFC 7617; AUTH-01, AUTH-50, AUTH-51"
 */
public final class McpSchemes {

    private static final String AUTHORIZATION = "Authorization";

    private McpSchemes() {}

    /**
     * Creates credentials of the scheme {@code Bearer}.
     * @param token the token alone; may block
     * @return the credentials
     */
    public static McpCredentials bearer(Supplier<String> token) {
        return new SchemeCredentials(AUTHORIZATION, token, null, (value, none) -> "Bearer " + value.strip());
    }

    /**
     * Creates credentials of the scheme {@code Basic}, in UTF-8.
     * @param user name, without colon; may block
     * @param password its password; may block
     * @return the credentials
     */
    public static McpCredentials basic(Supplier<String> user, Supplier<String> password) {
        return new SchemeCredentials(AUTHORIZATION, user, password, McpSchemes::basic);
    }

    private static String basic(String user, @Nullable String password) {
        if (user.indexOf(':') >= 0) {
            throw new UnusableCredentialsException("the name of the user has a colon in it", null);
        }
        String pair = user + ":" + password;
        if (pair.chars().anyMatch(Character::isISOControl)) {
            throw new UnusableCredentialsException(
                    "the name of the user or the password has a control character", null);
        }
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Creates credentials in a header of the server's own.
     * @param headerName its name, such as {@code X-API-Key}
     * @param key its value; may block
     * @return the credentials
     * @throws IllegalArgumentException if that is no name of a header
     */
    public static McpCredentials apiKey(String headerName, Supplier<String> key) {
        if (!HeaderSyntax.isName(headerName)) {
            throw new IllegalArgumentException("is not a legal HTTP header name");
        }
        return new SchemeCredentials(headerName, key, null, (value, none) -> value.strip());
    }

    /**
     * Tells which header credentials are in, as far as that is known.
     * @param credentials any
     * @return the name; or {@code null} for credentials that were not made here
     */
    public static @Nullable String headerOf(McpCredentials credentials) {
        return (credentials instanceof SchemeCredentials scheme) ? scheme.header() : null;
    }
}
