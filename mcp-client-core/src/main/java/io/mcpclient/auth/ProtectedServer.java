package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.net.HttpProxy;

/**
 * A server that may want credentials, as one principal sees it.
 *
 * @param name configured name
 * @param url its endpoint
 * @param principal in whose name it is called: always the same name, with the token that the user came with last
 * @param sslContext trust and keys, or {@code null} for those of the Java runtime
 * @param connectTimeout limit for TCP and TLS
 * @param proxy proxy that the server and its authorization servers are called through, or {@code null} for none
 */
public record ProtectedServer(
        String name,
        URI url,
        Supplier<McpPrincipal> principal,
        @Nullable SSLContext sslContext,
        Duration connectTimeout,
        @Nullable HttpProxy proxy) {

    /**
     * Creates a server that is called without a proxy.
     * @param name configured name
     * @param url its endpoint
     * @param principal on behalf of whom it is called
     * @param sslContext trust and keys, or {@code null} for those of the Java runtime
     * @param connectTimeout limit for TCP and TLS
     */
    public ProtectedServer(
            String name,
            URI url,
            Supplier<McpPrincipal> principal,
            @Nullable SSLContext sslContext,
            Duration connectTimeout) {
        this(name, url, principal, sslContext, connectTimeout, null);
    }
}
