package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and port of a URL.
 *
 * @param scheme in lower case
 * @param host name in lower case, or a normalized address without brackets; empty if the URL has none
 * @param port the effective port
 */
public record Origin(String scheme, String host, int port) {

    /**
     * Returns the origin of a URL.
     * @param url absolute URL
     * @return its origin
     */
    public static Origin of(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        int standard = scheme.equals("http") ? 80 : 443;
        return new Origin(scheme, host(url.getHost()), (url.getPort() >= 0) ? url.getPort() : standard);
    }

    private static String host(@Nullable String written) {
        if (written == null) {
            return "";
        }
        InetAddress literal = UrlSyntax.literal(written);
        return (literal != null) ? literal.getHostAddress() : written.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether two URLs have the same origin.
     * @param one absolute URL
     * @param other absolute URL
     * @return whether both have an origin, and it is the same
     */
    public static boolean areSame(URI one, URI other) {
        Origin origin = of(one);
        return !origin.host().isEmpty() && origin.equals(of(other));
    }

    boolean isPlain() {
        return this.scheme.equals("http");
    }
}
