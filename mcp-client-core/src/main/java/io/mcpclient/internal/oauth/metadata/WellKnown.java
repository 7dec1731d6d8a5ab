package io.mcpclient.internal.oauth.metadata;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * The well-known URLs of documents, in search order.
 *
 * <pre>
 * server https://h/p      https://h/.well-known/oauth-protected-resource/p
 *                         https://h/.well-known/oauth-protected-resource
 * issuer https://h        https://h/.well-known/oauth-authorization-server
 *                         https://h/.well-known/openid-configuration
 * issuer https://h/p      https://h/.well-known/oauth-authorization-server/p
 *                         https://h/.well-known/openid-configuration/p
 *                         https://h/p/.well-known/openid-configuration
 * </pre>
 *
 * For an issuer with a path, the documents at the root belong to another tenant.
 *
 * @see "AUTH-07, AUTH-15, AUTH-16, AUTH-17, AUTH-63; RFC 8414, section 3.1; RFC 9728, section 3.1"
 */
final class WellKnown {

    private static final String RESOURCE = "/.well-known/oauth-protected-resource";

    private static final String AUTHORIZATION_SERVER = "/.well-known/oauth-authorization-server";

    private static final String OPENID = "/.well-known/openid-configuration";

    private WellKnown() {}

    static List<URI> ofResource(URI server) {
        return at(server, Stream.of(RESOURCE + path(server), RESOURCE).distinct());
    }

    static List<URI> ofIssuer(URI issuer) {
        String path = path(issuer);
        return at(
                issuer,
                Stream.of(AUTHORIZATION_SERVER + path, OPENID + path, path + OPENID)
                        .distinct());
    }

    /** The document of a server that follows revision 2025-03-26: only at its root, and of one kind. */
    static URI ofRoot(URI server) {
        return URI.create(base(server) + AUTHORIZATION_SERVER);
    }

    /** Scheme, host and port as written. */
    static String base(URI url) {
        return url.getScheme() + "://" + url.getHost() + ((url.getPort() >= 0) ? ":" + url.getPort() : "");
    }

    private static List<URI> at(URI base, Stream<String> paths) {
        return paths.map(path -> URI.create(base(base) + path)).toList();
    }

    /** Without a trailing slash, which is only significant in comparisons of identifiers (AUTH-17). */
    private static String path(URI identifier) {
        String path = (identifier.getRawPath() != null) ? identifier.getRawPath() : "";
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
