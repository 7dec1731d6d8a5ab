package io.mcpclient.oauth.metadata;

import java.net.URI;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and port of a URL, so that they can be compared.
 *
 * @param scheme in lower case
 * @param host in lower case
 * @param port the one that is connected to
 */
record Origin(String scheme, String host, int port) {

    /** Returns the origin, or {@code null} if the URL has none. */
    static @Nullable Origin of(URI url) {
        if (url.getScheme() == null || url.getHost() == null) {
            return null;
        }
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        int port = (url.getPort() >= 0) ? url.getPort() : scheme.equals("https") ? 443 : 80;
        return new Origin(scheme, url.getHost().toLowerCase(Locale.ROOT), port);
    }

    static boolean areSame(URI one, URI other) {
        Origin origin = of(one);
        return origin != null && origin.equals(of(other));
    }
}
