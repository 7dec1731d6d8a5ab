package io.mcpclient.sample.secured.authorization;

import java.net.URI;
import java.util.List;

/**
 * What the authorization server and the server that it protects have agreed on.
 *
 * @param port port of the authorization server
 * @param resource the server that it issues tokens for
 * @param scopes what tokens can allow there
 * @param resourceId id of that server, as a client that asks about tokens
 * @param resourceSecret its secret
 */
public record Arrangement(int port, URI resource, List<String> scopes, String resourceId, String resourceSecret) {

    /** Creates an arrangement. */
    public Arrangement {
        scopes = List.copyOf(scopes);
    }

    /**
     * Returns the identifier of the authorization server. The name differs from the one of the console on purpose: browsers keep
     * cookies by name of the host, whatever the port.
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
