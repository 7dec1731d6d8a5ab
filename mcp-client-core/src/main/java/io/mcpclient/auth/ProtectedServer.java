package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.time.TimeSource;

/**
 * A server that may require credentials, as seen by one principal.
 *
 * @param name configured name
 * @param url its endpoint
 * @param principal principal on whose behalf it is called: always the same name, with the user's most recent token
 * @param sslContext trust and key material, or {@code null} for those of the Java runtime
 * @param connectTimeout timeout for TCP and TLS
 * @param proxy proxy for the server and its authorization servers, or {@code null} for none
 * @param time clocks and timers of the client
 * @param publicAddressesOnly whether the server and the URLs that it supplies must have public addresses
 */
public record ProtectedServer(
        String name,
        URI url,
        Supplier<McpPrincipal> principal,
        @Nullable SSLContext sslContext,
        Duration connectTimeout,
        @Nullable McpHttpProxy proxy,
        TimeSource time,
        boolean publicAddressesOnly) {

    /**
     * Creates a server without a proxy, at any address.
     * @param name configured name
     * @param url its endpoint
     * @param principal principal on whose behalf it is called
     * @param sslContext trust and key material, or {@code null} for those of the Java runtime
     * @param connectTimeout timeout for TCP and TLS
     */
    public ProtectedServer(
            String name,
            URI url,
            Supplier<McpPrincipal> principal,
            @Nullable SSLContext sslContext,
            Duration connectTimeout) {
        this(name, url, principal, sslContext, connectTimeout, null, TimeSource.system(), false);
    }
}
