package io.mcpclient.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A URL of a Unix domain socket.
 *
 * <pre>
 *  unix:///run/x.sock#/mcp          the fragment is the path at the server
 *  unix:/run/x.sock/mcp             the socket ends with .sock or .socket
 *  http+unix://%2Frun%2Fx.sock/mcp  the host is the socket
 * </pre>
 *
 * @param socket the file of the socket, absolute
 * @param url URL of the requests, at the host {@code localhost}
 */
record UnixUrl(Path socket, URI url) {

    private static final Pattern SOCKET = Pattern.compile("(.*?\\.sock(?:et)?)(/.*)?");

    private static final String REMEDY = "Use a URL such as unix:///run/server.sock#/mcp.";

    /** Returns the parts of a URL, {@code null} for a URL with another scheme. */
    static @Nullable UnixUrl of(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        if (scheme.equals("http+unix")) {
            String host = String.valueOf(url.getRawAuthority());
            return of(host, String.valueOf(url.getRawPath()), url.getRawQuery());
        }
        if (!scheme.equals("unix")) {
            return null;
        }
        String path = (url.getRawPath() != null) ? url.getRawPath() : "";
        if (url.getRawAuthority() != null || path.isEmpty()) {
            throw invalid("has a socket without an absolute path");
        }
        String fragment = url.getRawFragment();
        if (fragment != null) {
            return of(path, fragment, null);
        }
        Matcher parts = SOCKET.matcher(path);
        return parts.matches()
                ? of(parts.group(1), (parts.group(2) != null) ? parts.group(2) : "", url.getRawQuery())
                : of(path, "", url.getRawQuery());
    }

    private static UnixUrl of(String socket, String path, @Nullable String query) {
        String separator = path.startsWith("/") ? "" : "/";
        try {
            // A plus sign is no blank in a path.
            Path file = Path.of(URLDecoder.decode(socket.replace("+", "%2B"), StandardCharsets.UTF_8));
            if (!file.isAbsolute() || file.getFileName() == null) {
                throw invalid("has a socket without an absolute path");
            }
            return new UnixUrl(
                    file, new URI("http://localhost" + separator + path + ((query != null) ? "?" + query : "")));
        } catch (URISyntaxException | InvalidPathException ex) {
            throw invalid("has an invalid path");
        }
    }

    private static RuntimeException invalid(String problem) {
        return SettingChecks.invalid("url", problem, REMEDY);
    }

    /** Returns the canonical form, without the query. */
    static String text(Path socket, URI url) {
        return "unix://" + socket + "#" + url.getRawPath();
    }
}
