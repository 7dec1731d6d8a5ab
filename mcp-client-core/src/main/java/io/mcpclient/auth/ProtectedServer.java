package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.net.HttpProxy;
import io.mcpclient.support.TimeSource;

/**
 * A server that may want credentials, as one principal sees it.
 *
 * @param name configured name
 * @param url its endpoint
 * @param principal in whose name it is called: always the same name, with the token that the user came with last
 * @param sslContext trust and keys, or {@code null} for those of the Java runtime
 * @param connectTimeout limit for TCP and TLS
 * @param proxy proxy that the server and its authorization servers are called through, or {@code null} for none
 * @param time clocks and timers of the client
 */
public record ProtectedServer(
        String name,
        URI url,
        Supplier<McpPrincipal> principal,
        @Nullable SSLContext sslContext,
        Duration connectTimeout,
        @Nullable HttpProxy proxy,
        TimeSource time) {

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
        this(name, url, principal, sslContext, connectTimeout, null, TimeSource.system());
    }
}
