package io.mcpclient.transport.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.net.HttpProxy;

/**
 * Settings of the HTTP transports. Immutable; {@code toString} shows no header values.
 *
 * @param url endpoint of the server, or its event stream with HTTP+SSE; absolute, {@code http} or {@code https}
 * @param headers headers of every request, such as credentials
 * @param connectTimeout limit for TCP and TLS, and for waiting for a pooled connection
 * @param responseTimeout limit for the status and the headers of an answer, or {@code null} for none but the deadline of
 *     the call; a server that answers with JSON sends them together with its result
 * @param maxMessageSize bytes of one message
 * @param maxConnections connections to this server at once
 * @param sslContext trust and keys, or {@code null} for those of the Java runtime
 * @param proxy HTTP proxy, or {@code null} for none
 * @param customizer last word on the {@code WebClient}; a filter added here sees every exchange, but none of the headers
 *     above and of the protocol, which are set behind it
 * @param cookies whether cookies of the server are kept in memory and given back to it
 * @param authorization credentials of each request, or {@code null} if there are none but the headers
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
     * Creates settings for a server that wants no credentials, or finds them in the headers.
     * @param url endpoint of the server
     * @param headers headers of every request
     * @param connectTimeout limit for TCP and TLS
     * @param responseTimeout limit for the head of an answer, or {@code null} for none
     * @param maxMessageSize bytes of one message
     * @param maxConnections connections to this server at once
     * @param sslContext trust and keys, or {@code null} for those of the Java runtime
     * @param proxy HTTP proxy, or {@code null} for none
     * @param customizer last word on the {@code WebClient}
     * @param cookies whether cookies of the server are kept
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
