package io.mcpclient.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/**
 * The message endpoint sent by an HTTP+SSE server. It receives all messages of the client, including credentials, so an
 * endpoint on another origin is rejected.
 *
 * <table>
 * <caption>endpoints, first match counts</caption>
 * <tr><th>text</th><th>result</th></tr>
 * <tr><td>empty, or not a URL: spaces, backslashes, control characters</td><td>rejected</td></tr>
 * <tr><td>with user information</td><td>rejected</td></tr>
 * <tr><td>path outside the root: {@code ..}, also encoded</td><td>rejected</td></tr>
 * <tr><td>other scheme, host or port; a missing port is that of the scheme</td><td>rejected</td></tr>
 * <tr><td>anything else, relative to the address of the stream</td><td>accepted, without its fragment</td></tr>
 * </table>
 *
 * @see "MCP 2024-11-05, basic/transports, HTTP with SSE (SSE-04, SSE-07); fault H17"
 */
final class SseEndpoint {

    private static final Pattern ENCODED_DOTS = Pattern.compile("(^|/)(\\.|%2[eE]){2}(/|$)");

    private SseEndpoint() {}

    /**
     * Resolves the endpoint that a server sent.
     * @param stream address of the event stream
     * @param text data of the event
     * @return address for messages, on the same origin
     * @throws IllegalArgumentException if it is rejected; the message states the reason
     */
    static URI resolve(URI stream, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("is empty");
        }
        URI named = parse(text);
        if (named.getRawUserInfo() != null) {
            throw new IllegalArgumentException("contains user information");
        }
        URI resolved = resolve(stream, named).normalize();
        String path = (resolved.getRawPath() != null) ? resolved.getRawPath() : "";
        if (ENCODED_DOTS.matcher(path).find()) {
            throw new IllegalArgumentException("has a path outside the server's root");
        }
        if (!origin(resolved).equals(origin(stream))) {
            throw new IllegalArgumentException("is on " + origin(resolved) + ", not on " + origin(stream));
        }
        return withoutFragment(resolved);
    }

    /** Returns a note for an endpoint that does not exist: the usual cause is a proxy that adds a path prefix. */
    static String noteOn(URI stream, URI endpoint) {
        String path = (stream.getRawPath() != null) ? stream.getRawPath() : "";
        int end = path.indexOf('/', 1);
        String prefix = (end > 0) ? path.substring(0, end) : "";
        boolean isLost = !prefix.isEmpty() && !endpoint.getRawPath().startsWith(prefix + "/");
        return "the server sent this address as its message endpoint"
                + (isLost
                        ? ", without the prefix " + SafeText.excerpt(prefix)
                                + " of the url: if a proxy adds this prefix, configure it in the server as well"
                        : "");
    }

    private static URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException ex) {
            throw new IllegalArgumentException("is not a valid URL", ex);
        }
    }

    /**
     * {@link URI#resolve} is older than the standard: it mishandles a base without a path, and a reference with only a query.
     */
    private static URI resolve(URI stream, URI named) {
        boolean queryAlone = named.getScheme() == null
                && named.getRawAuthority() == null
                && named.getRawPath().isEmpty();
        String path = (stream.getRawPath() == null || stream.getRawPath().isEmpty()) ? "/" : stream.getRawPath();
        URI base = URI.create(stream.getScheme() + "://" + stream.getRawAuthority() + path);
        if (queryAlone) {
            return URI.create(base + (named.getRawQuery() != null ? "?" + named.getRawQuery() : ""));
        }
        return base.resolve(named);
    }

    private static URI withoutFragment(URI url) {
        String text = url.toString();
        int fragment = text.indexOf('#');
        return (fragment >= 0) ? URI.create(text.substring(0, fragment)) : url;
    }

    /** Returns scheme, host and port in a form that can be compared and displayed. */
    static String origin(URI url) {
        String scheme = lower(url.getScheme());
        int port = url.getPort();
        if (port < 0) {
            port = scheme.equals("https") ? 443 : 80;
        }
        // A name that is not a standard host name, for example with an underscore, is only available as part of the
        // authority.
        return (url.getHost() != null)
                ? scheme + "://" + lower(url.getHost()) + ":" + port
                : scheme + "://" + lower(url.getRawAuthority());
    }

    private static String lower(@Nullable String text) {
        return (text != null) ? text.toLowerCase(Locale.ROOT) : "";
    }
}
