package io.mcpclient.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.settings.HttpProxy;

/**
 * Settings of the HTTP transports. Immutable; {@code toString} shows no header values.
 *
 * @param url endpoint of the server, or its event stream with HTTP+SSE; absolute, {@code http} or {@code https}
 * @param headers headers of every request, such as credentials
 * @param connectTimeout limit for TCP and TLS, and for acquiring a pooled connection
 * @param responseTimeout limit for the status line and headers of a response, or {@code null} for no limit but the deadline of
 *     the call; a server that responds with JSON sends them together with the result
 * @param maxMessageSize maximum size of a message in bytes
 * @param maxConnections maximum number of connections to this server
 * @param sslContext trusted certificates and keys, or {@code null} for those of the Java runtime
 * @param proxy HTTP proxy, or {@code null} for none
 * @param customizer final customization of the {@code WebClient}; a filter added here sees every exchange, but neither the
 *     headers above nor those of the protocol, which are set after it
 * @param cookies whether cookies of the server are kept in memory and sent back to it
 * @param authorization provides the credentials of each request, or {@code null} if all credentials are in the headers
 */
public record HttpTransportSettings(
        URI url,
        Map<String, String> headers,
        Duration connectTimeout,
        @Nullable Duration responseTimeout,
        int maxMessageSize,
        int maxConnections,
        @Nullable SSLContext sslContext,
        @Nullable HttpProxy proxy,
        Consumer<WebClient.Builder> customizer,
        boolean cookies,
        HttpAuthorization.@Nullable Provider authorization) {

    /**
     * Creates settings without an authorization: the server needs no credentials, or they are in the headers.
     * @param url endpoint of the server
     * @param headers headers of every request
     * @param connectTimeout limit for TCP and TLS
     * @param responseTimeout limit for the head of a response, or {@code null} for none
     * @param maxMessageSize maximum size of a message in bytes
     * @param maxConnections maximum number of connections to this server
     * @param sslContext trusted certificates and keys, or {@code null} for those of the Java runtime
     * @param proxy HTTP proxy, or {@code null} for none
     * @param customizer final customization of the {@code WebClient}
     * @param cookies whether cookies of the server are kept and sent back to it
     */
    public HttpTransportSettings(
            URI url,
            Map<String, String> headers,
            Duration connectTimeout,
            @Nullable Duration responseTimeout,
            int maxMessageSize,
            int maxConnections,
            @Nullable SSLContext sslContext,
            @Nullable HttpProxy proxy,
            Consumer<WebClient.Builder> customizer,
            boolean cookies) {
        this(
                url,
                headers,
                connectTimeout,
                responseTimeout,
                maxMessageSize,
                maxConnections,
                sslContext,
                proxy,
                customizer,
                cookies,
                null);
    }

    @Override
    public String toString() {
        return "HttpTransportSettings[url=" + this.url + ", headers=" + this.headers.keySet() + "]";
    }
}
