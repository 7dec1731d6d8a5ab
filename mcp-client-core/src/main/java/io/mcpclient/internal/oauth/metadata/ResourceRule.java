package io.mcpclient.internal.oauth.metadata;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

import io.mcpclient.internal.net.Origin;

/**
 * Whether the identifier of a protected resource is accepted for a server. It is compared with the URL of the server,
 * independent of the URL of the document.
 *
 * <pre>
 * the identifier is                          lenient   strict
 * the URL                                    yes       yes
 * the URL, except for a trailing slash       yes       only for an empty path, where it has no meaning
 * a parent path of the URL, or no path       yes       no
 * a path below or beside it, another query   no        no
 * another origin                             no        no
 * with a fragment, user or dot segments      no        no
 * not a URL                                  no        no
 * </pre>
 *
 * @see "AUTH-09, Q-09; RFC 9728, section 3.3"
 */
final class ResourceRule {

    private ResourceRule() {}

    static boolean accepts(String resource, URI accessed, boolean isStrict) {
        URI identifier;
        try {
            identifier = new URI(resource);
        } catch (URISyntaxException ex) {
            return false;
        }
        if (!Origin.areSame(identifier, accessed)
                || identifier.getRawFragment() != null
                || identifier.getRawUserInfo() != null
                || !identifier.normalize().getRawPath().equals(identifier.getRawPath())) {
            return false;
        }
        return isStrict ? isSame(identifier, accessed) : isSameOrAbove(identifier, accessed);
    }

    private static boolean isSame(URI identifier, URI accessed) {
        return rooted(identifier).equals(rooted(accessed))
                && Objects.equals(identifier.getRawQuery(), accessed.getRawQuery());
    }

    private static boolean isSameOrAbove(URI identifier, URI accessed) {
        if (identifier.getRawQuery() != null && !identifier.getRawQuery().equals(accessed.getRawQuery())) {
            return false;
        }
        return closed(accessed).startsWith(closed(identifier));
    }

    private static String rooted(URI url) {
        return url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    }

    private static String closed(URI url) {
        return url.getRawPath().endsWith("/") ? url.getRawPath() : url.getRawPath() + "/";
    }
}
