package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.support.Loggers;

/**
 * Policy for untrusted URLs (SSRF protection): which URLs from a server may be called. Immutable.
 *
 * <table>
 * <caption>URLs, first match counts</caption>
 * <tr><th>URL</th><th>allowed</th></tr>
 * <tr><td>not a strict {@code https} or {@code http} URL (see {@link #check})</td><td>never</td></tr>
 * <tr><td>{@code http} to another machine</td><td>never</td></tr>
 * <tr><td>{@code http} to this machine</td><td>if the configured server is on this machine, or the origin is
 * trusted</td></tr>
 * <tr><td>{@code https} at a public address</td><td>always</td></tr>
 * <tr><td>any other address, trusted origin</td><td>always</td></tr>
 * <tr><td>loopback, private or shared address</td><td>if all addresses of the configured server are in these classes, and one
 * is in the same class</td></tr>
 * <tr><td>link-local, multicast, reserved and so on</td><td>never, except for the origin of the configured server
 * itself</td></tr>
 * </table>
 *
 * @see "SEC-01 to SEC-06, SEC-10, SEC-12; AUTH-21; faults H07, H12"
 */
public final class McpNetworkPolicy {

    private static final Logger logger = Loggers.HTTP;

    private final Origin server;

    private final Set<Origin> trusted;

    private final @Nullable Set<AddressClass> classesOfServer;

    private McpNetworkPolicy(Origin server, Set<Origin> trusted, @Nullable Set<AddressClass> classesOfServer) {
        this.server = server;
        this.trusted = trusted;
        this.classesOfServer = classesOfServer;
    }

    /**
     * Creates the policy for the URLs of one server.
     * @param server configured URL of the server; URLs of the server may refer to the network that it is in
     * @param trustedOrigins additional origins, such as {@code https://idp.example.com}, that may have private addresses and
     *     may be used in place of the server's own; paths are ignored
     */
    public static McpNetworkPolicy of(URI server, Set<URI> trustedOrigins) {
        Origin origin = Origin.of(server);
        return new McpNetworkPolicy(origin, origins(trustedOrigins), classes(origin.host()));
    }

    /**
     * Creates the policy for the URLs of a server that may have public addresses only, whatever its name resolves to.
     * @param server configured URL of the server
     * @param trustedOrigins as in {@link #of}
     */
    public static McpNetworkPolicy ofPublic(URI server, Set<URI> trustedOrigins) {
        return new McpNetworkPolicy(Origin.of(server), origins(trustedOrigins), Set.of());
    }

    private static Set<Origin> origins(Set<URI> urls) {
        return urls.stream().map(Origin::of).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Checks the URL of a server that a document names, without name resolution: strict syntax, {@code https}, and no literal of an
     * address that is not public. A client with {@code publicAddressesOnly} checks the addresses of a name when it connects.
     * @param url the URL as received
     * @param what description of the URL for the message, such as "url of the remote"
     * @param trustedOrigins origins that may have any address, and {@code http} on this machine
     * @return the URL, parsed
     * @throws ForbiddenUrlException if it may not be called, with the reason
     */
    public static URI checkServer(String url, String what, Set<URI> trustedOrigins) {
        URI parsed = UrlSyntax.parse(url, what);
        McpNetworkPolicy policy = ofPublic(parsed, trustedOrigins);
        if (Origin.of(parsed).isPlain() && !policy.isTrusted(parsed)) {
            throw UrlSyntax.forbidden(what, "it uses plain http");
        }
        return policy.check(url, what);
    }

    /**
     * Checks a URL before it is shown to a user: strict syntax, and {@code https}, or {@code http} on this machine. The library
     * checks the pages of authorization servers with it. Call it in applications that show icons, or pass URLs of servers to
     * other programs. The URL may still refer to any address: a program that loads it without a user applies {@link #check} as
     * well. Icons in {@code data:} URLs are not addresses and not supported by this method.
     * @param url the URL as received
     * @param what description of the URL for the message, such as "authorization_endpoint" or "icon"
     * @return the URL, parsed
     * @throws ForbiddenUrlException if it may not be shown, with the reason
     * @see "SEC-10, SEC-12, ELI-33, ICON-05"
     */
    public static URI checkShown(String url, String what) {
        URI parsed = UrlSyntax.parse(url, what);
        if (Origin.of(parsed).isPlain() && !UrlSyntax.isLoopback(parsed.getHost())) {
            throw UrlSyntax.forbidden(what, "it uses plain http to another machine");
        }
        return parsed;
    }

    /**
     * Returns whether a host is an address literal outside the public internet: of this machine, of a private network, or
     * unassigned. Performs no name resolution.
     * @param host host of a URL, IPv6 in brackets
     * @return {@code true} for such an address; {@code false} for names
     */
    public static boolean isInside(String host) {
        InetAddress literal = UrlSyntax.literal(host);
        return literal != null && AddressClass.of(literal) != AddressClass.PUBLIC;
    }

    private static @Nullable Set<AddressClass> classes(String host) {
        InetAddress literal = UrlSyntax.literal(host);
        if (literal != null) {
            return AddressClass.of(Set.of(literal));
        }
        return UrlSyntax.isLoopback(host) ? Set.of(AddressClass.LOOPBACK) : null;
    }

    /**
     * Checks a URL before it is called or shown. Performs no name resolution: {@link UntrustedHttpClient} checks the address that a
     * name resolves to. A rejected URL is also logged, without its text.
     * @param url the URL as received
     * @param what description of the URL for the message, such as "token_endpoint"
     * @return the URL, parsed
     * @throws ForbiddenUrlException if it may not be called, with the reason
     */
    public URI check(String url, String what) {
        try {
            return checked(url, what);
        } catch (ForbiddenUrlException ex) {
            logger.warn("MCP server at {}: {}", this.server.host(), ex.getMessage());
            throw ex;
        }
    }

    private URI checked(String url, String what) {
        URI parsed = checkShown(url, what);
        Origin origin = Origin.of(parsed);
        if (isTrusted(parsed)) {
            return parsed;
        }
        if (origin.isPlain() && !UrlSyntax.isLoopback(this.server.host())) {
            throw UrlSyntax.forbidden(what, "it uses plain http");
        }
        InetAddress literal = UrlSyntax.literal(origin.host());
        if (literal != null && isForbidden(origin, literal)) {
            throw UrlSyntax.forbidden(what, "it is a " + AddressClass.of(literal) + " address");
        }
        return parsed;
    }

    /** Whether this is certain without the addresses of the server. */
    private boolean isForbidden(Origin origin, InetAddress address) {
        AddressClass type = AddressClass.of(address);
        return (this.classesOfServer != null)
                ? !allows(origin, address, this.classesOfServer)
                : type != AddressClass.PUBLIC && !type.isShared();
    }

    /**
     * Returns whether the origin of a URL is trusted.
     * @param url any URL
     * @return whether scheme, host and effective port are those of a trusted origin; the server's own origin is not trusted
     *     implicitly
     */
    public boolean isTrusted(URI url) {
        return this.trusted.contains(Origin.of(url));
    }

    /** Whether a URL has the origin of the configured server. */
    boolean isServer(URI url) {
        return this.server.equals(Origin.of(url));
    }

    /** Returns the classes of the addresses of the configured server; {@code null} if its name has to be resolved. */
    @Nullable
    Set<AddressClass> classesOfServer() {
        return this.classesOfServer;
    }

    /** Returns the host of the configured server. */
    String serverHost() {
        return this.server.host();
    }

    /** Whether {@link #allows} depends on the addresses of the server. */
    boolean dependsOnServer(Origin origin, InetAddress address) {
        return AddressClass.of(address) != AddressClass.PUBLIC && !this.trusted.contains(origin);
    }

    /**
     * Returns whether a connection to an address is allowed.
     * @param origin origin of the URL
     * @param address one of the addresses of its host
     * @param ofServer classes of the addresses of the configured server, see {@link AddressClass}
     * @return whether it is allowed
     */
    boolean allows(Origin origin, InetAddress address, Set<AddressClass> ofServer) {
        AddressClass type = AddressClass.of(address);
        if (origin.isPlain() && type != AddressClass.LOOPBACK) {
            return false;
        }
        if (!dependsOnServer(origin, address)) {
            return true;
        }
        return ofServer.contains(type) && (type.isShared() || origin.equals(this.server));
    }
}
