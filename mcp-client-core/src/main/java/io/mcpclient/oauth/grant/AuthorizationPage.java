package io.mcpclient.oauth.grant;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Which URLs a user may be shown. Not those that a browser executes, nor those that mean something to a shell: whoever
 * shows them is not to trust that nobody else does.
 *
 * @see "SEC-10 to SEC-12; fault H12"
 */
final class AuthorizationPage {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Legal in URLs, but a shell takes them for its own; they can be written with a percent sign. */
    private static final String SHELL = "`$;|'\"<>\\^{}!*()";

    private AuthorizationPage() {}

    /**
     * Says what is wrong with an authorization endpoint.
     * @param url the URL
     * @return the problem, or {@code null} if it may be shown
     */
    static @Nullable String problem(URI url) {
        if (url.isOpaque() || url.getHost() == null || url.getScheme() == null) {
            return "is no absolute URL with a host";
        }
        String host = url.getHost().toLowerCase(Locale.ROOT);
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(scheme.equals("http") && LOOPBACK.contains(host))) {
            return "is neither https, nor http on a loopback address";
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            return "has user information or a fragment";
        }
        if (url.toString().chars().anyMatch(c -> c <= ' ' || c > '~' || SHELL.indexOf(c) >= 0)) {
            return "has characters that mean something to a shell";
        }
        return null;
    }
}
