package io.mcpclient.auth;

import java.net.URI;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The identity provider of an enterprise, which decides who may use a server. {@code toString} shows no secret.
 *
 * @param tokenEndpoint its token endpoint, {@code https}, or {@code http} on a loopback address
 * @param clientId id of this client at the identity provider
 * @param clientSecret returns the client's secret there, or {@code null} for none
 */
public record McpIdentityProvider(
        URI tokenEndpoint, String clientId, @Nullable Supplier<String> clientSecret) {

    @Override
    public String toString() {
        return "McpIdentityProvider[tokenEndpoint=" + this.tokenEndpoint + ", clientId=" + this.clientId + "]";
    }
}
