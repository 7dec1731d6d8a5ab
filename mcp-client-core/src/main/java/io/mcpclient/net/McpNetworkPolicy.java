package io.mcpclient.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.Set;

/**
 * Which addresses that were learned from a server may be called.
 *
 * @see "SEC-01 to SEC-06, SEC-10, SEC-12; faults H07, H12"
 */
public final class McpNetworkPolicy {

    private McpNetworkPolicy() {}

    /**
     * Creates the policy for what one server says.
     * @param server configured URL of the server: where it is itself, what it names may be, too
     * @param trustedOrigins further origins, such as {@code https://idp.example.com}, that may be private ones and may be
     *     named in place of the server's own
     * @return the policy
     */
    public static McpNetworkPolicy of(URI server, Set<URI> trustedOrigins) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Checks a URL before it is called or shown.
     * @param url the URL, as it was sent
     * @param what what it is, for the message, such as "token_endpoint"
     * @return the URL, parsed
     * @throws ForbiddenUrlException if it may not be called, with the reason
     */
    public URI check(String url, String what) {
        throw new UnsupportedOperationException("to be written");
    }

    /** Tells whether the origin of a URL is among the trusted ones. */
    public boolean isTrusted(URI url) {
        throw new UnsupportedOperationException("to be written");
    }

    /** Tells whether a connection to an address is allowed. */
    boolean allows(InetAddress address) {
        throw new UnsupportedOperationException("to be written");
    }
}
