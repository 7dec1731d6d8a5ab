package io.mcpclient.internal.oauth;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.Origin;
import io.mcpclient.text.SafeText;

/**
 * The URL of protected resource metadata in a challenge. Without a check, requests could be directed anywhere. The first matching
 * row applies:
 *
 * <table>
 * <caption>URLs</caption>
 * <tr><th>URL</th><th>used</th><th>remedy</th></tr>
 * <tr><td>a path of the server</td><td>yes</td><td></td></tr>
 * <tr><td>at the server's origin, or a trusted one</td><td>yes</td><td></td></tr>
 * <tr><td>at the server's host, with another scheme or port</td><td>no</td><td>configure the server's public URL</td></tr>
 * <tr><td>valid, at another origin</td><td>no</td><td>trust the origin</td></tr>
 * <tr><td>anything else</td><td>no</td><td>correct the server's configuration</td></tr>
 * </table>
 *
 * @param url the URL, or {@code null} if there is none that may be used
 * @param problem why the URL in the challenge is not used, printable; or {@code null}
 * @param remedy what to do, or {@code null} without a problem
 * @see "RFC 9728, section 5.1 (AUTH-08); fault H07"
 */
record ResourceUrl(
        @Nullable URI url,
        @Nullable String problem,
        @Nullable String remedy) {

    static final ResourceUrl NONE = new ResourceUrl(null, null, null);

    private static final String WHAT = "resource_metadata";

    static ResourceUrl of(String text, URI server, McpNetworkPolicy policy) {
        String absolute =
                (text.startsWith("/") && !text.startsWith("//")) ? DocumentSearch.WellKnown.base(server) + text : text;
        URI url;
        try {
            url = policy.check(absolute, WHAT);
        } catch (ForbiddenUrlException ex) {
            String problem = String.valueOf(ex.getMessage()).substring(WHAT.length());
            return refused(text, problem, isAtHost(absolute, server) ? ofHost(server) : remedy(absolute));
        }
        if (Origin.areSame(url, server) || policy.isTrusted(url)) {
            return new ResourceUrl(url, null, null);
        }
        return refused(
                text,
                " is on another origin than the server",
                isAtHost(absolute, server) ? ofHost(server) : Metadata.TRUST);
    }

    private static ResourceUrl refused(String text, String problem, String remedy) {
        return new ResourceUrl(null, WHAT + " " + SafeText.excerpt(text) + problem, remedy);
    }

    private static String remedy(String url) {
        try {
            McpNetworkPolicy.checkShown(url, WHAT);
            return Metadata.TRUST;
        } catch (ForbiddenUrlException ex) {
            return "Correct the configuration of the server: it must name its metadata by the public URL that clients use.";
        }
    }

    private static boolean isAtHost(String text, URI server) {
        try {
            return server.getHost() != null
                    && server.getHost().equalsIgnoreCase(URI.create(text).getHost());
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }

    private static String ofHost(URI server) {
        return "The server assumes another public URL than " + DocumentSearch.WellKnown.base(server)
                + ": configure its scheme and port there, or set url to its public URL.";
    }
}
