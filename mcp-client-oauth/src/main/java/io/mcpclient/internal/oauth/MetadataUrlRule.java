package io.mcpclient.internal.oauth;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.net.Loopback;

/**
 * The URLs that are allowed as client id. The first matching row applies.
 *
 * <pre>
 * no host, a user, or a fragment                               no
 * no path, or only a slash                                     no
 * dot segments in the path                                     no
 * https                                                        yes
 * http on a loopback address, as is the authorization server   yes, for development
 * otherwise                                                    no
 * </pre>
 *
 * @see "AUTH-25"
 */
final class MetadataUrlRule {

    private MetadataUrlRule() {}

    /**
     * Checks a URL.
     * @param url the URL
     * @param server an endpoint of the authorization server that reads it
     * @return the problem, or {@code null} if there is none
     */
    static @Nullable String problem(URI url, URI server) {
        if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            return "is not an absolute URL without user and fragment";
        }
        if (url.getRawPath().length() < 2) {
            return "has no path";
        }
        if (!url.normalize().getRawPath().equals(url.getRawPath())) {
            return "has dot segments in its path";
        }
        if ("https".equalsIgnoreCase(url.getScheme())) {
            return null;
        }
        return ("http".equalsIgnoreCase(url.getScheme())
                        && Loopback.isHost(url.getHost())
                        && Loopback.isHost(server.getHost()))
                ? null
                : "is not https";
    }
}
