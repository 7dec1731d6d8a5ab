package io.mcpclient.sample.secured.authorization;

import java.net.URI;
import java.util.List;

/**
 * Settings that the authorization server and the protected server share.
 *
 * @param port port of the authorization server
 * @param resource the protected server
 * @param scopes scopes of that server
 * @param resourceId client id of that server, for introspection
 * @param resourceSecret its secret
 */
public record Arrangement(int port, URI resource, List<String> scopes, String resourceId, String resourceSecret) {

    /** Creates an arrangement. */
    public Arrangement {
        scopes = List.copyOf(scopes);
    }

    /**
     * Returns the identifier of the authorization server. Its host name differs from that of the console on purpose: browsers
     * store cookies per host name, regardless of the port.
     * @return its origin
     */
    public String issuer() {
        return "http://localhost:" + this.port;
    }

    @Override
    public String toString() {
        return "Arrangement[issuer=" + issuer() + ", resource=" + this.resource + "]";
    }
}
