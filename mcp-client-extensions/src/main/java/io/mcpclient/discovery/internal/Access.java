package io.mcpclient.discovery.internal;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.time.TimeSource;

/**
 * Which addresses may be read, and how they are reached.
 *
 * @param home origin that the application has configured, whose URLs are read
 * @param publicOnly whether {@code home}, too, must have a public address. Otherwise it may have any, and documents there may name
 *     other addresses in the same kind of network
 * @param trustedOrigins origins that may have any address, and {@code http} on this machine; paths are ignored
 * @param sslContext trust and key material for {@code home}, {@code null} for that of the Java runtime, which all other origins get
 * @param proxy HTTP or SOCKS proxy, {@code null} for none
 * @param connectTimeout limit for TCP and TLS
 */
public record Access(
        URI home,
        boolean publicOnly,
        Set<URI> trustedOrigins,
        @Nullable SSLContext sslContext,
        @Nullable McpHttpProxy proxy,
        Duration connectTimeout) {

    /** Copies the origins. */
    public Access {
        trustedOrigins = Set.copyOf(trustedOrigins);
    }

    /** Creates a client that enforces this; to be closed. */
    UntrustedHttpClient client(TimeSource time) {
        McpNetworkPolicy policy = this.publicOnly
                ? McpNetworkPolicy.ofPublic(this.home, this.trustedOrigins)
                : McpNetworkPolicy.of(this.home, this.trustedOrigins);
        UntrustedHttpClient.Tls tls = new UntrustedHttpClient.Tls(this.sslContext, null);
        return new UntrustedHttpClient(policy, tls, this.connectTimeout, this.proxy, time);
    }
}
