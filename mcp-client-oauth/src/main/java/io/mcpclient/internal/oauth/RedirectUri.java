package io.mcpclient.internal.oauth;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.support.net.Loopback;

/**
 * The URI to which authorization servers redirect browsers.
 *
 * @see "AUTH-28, AUTH-37"
 */
final class RedirectUri {

    private static final String REMEDY =
            "Set auth.redirect-uri to an https URL of this application, or to an http URL on a loopback address.";

    private RedirectUri() {}

    /**
     * Returns the URI.
     * @param settings settings of the authorization
     * @param failures creates errors
     * @return the URI, or {@code null} for grants without a user
     */
    static @Nullable URI of(McpOAuthSettings settings, AuthorizationFailures failures) {
        if (settings.grant() != McpGrantType.AUTHORIZATION_CODE) {
            return null;
        }
        URI uri = settings.redirectUri();
        if (uri == null && settings.prompt() != null) {
            uri = settings.prompt().redirectUri();
        }
        if (uri == null) {
            throw failures.settings("there is no redirect URI for browsers", REMEDY);
        }
        if (!isAllowed(uri)) {
            throw failures.settings("browsers cannot be redirected to " + uri + " safely", REMEDY);
        }
        return uri;
    }

    private static boolean isAllowed(URI uri) {
        return uri.getHost() != null
                && uri.getRawFragment() == null
                && uri.getRawUserInfo() == null
                && Loopback.isSafe(uri);
    }
}
