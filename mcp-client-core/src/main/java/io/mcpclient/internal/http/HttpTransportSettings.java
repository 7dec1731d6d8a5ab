package io.mcpclient.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.support.net.SystemProxies;

/**
 * Settings of the HTTP transports. Immutable; {@code toString} shows no header values.
 *
 * @param http the server and how to reach it
 * @param connectTimeout limit for TCP and TLS, and for acquiring a pooled connection
 * @param responseTimeout limit for the status line and headers of a response, or {@code null} for no limit but the deadline of
 *     the call; a server that responds with JSON sends them together with the result
 * @param maxMessageSize maximum size of a message in bytes
 * @param maxConnections maximum number of connections to this server
 * @param customizer final customization of the {@code WebClient}, {@code null} for none; a filter added here sees every exchange,
 *     but neither the configured headers nor those of the protocol, which are set after it
 * @param observer observes each request, {@code null} if nothing does
 * @param authorization provides the credentials of each request, or {@code null} if all credentials are in the headers
 * @param resource the URL that credentials are requested for: the configured one, even if the server was resolved to another
 *     address
 */
public record HttpTransportSettings(
        McpHttpSettings http,
        Duration connectTimeout,
        @Nullable Duration responseTimeout,
        int maxMessageSize,
        int maxConnections,
        @Nullable Consumer<WebClient.Builder> customizer,
        @Nullable HttpRequestObserver observer,
        HttpAuthorization.@Nullable Provider authorization,
        URI resource) {

    /** Creates the settings of a server at its configured URL. */
    public HttpTransportSettings(
            McpHttpSettings http,
            Duration connectTimeout,
            @Nullable Duration responseTimeout,
            int maxMessageSize,
            int maxConnections,
            @Nullable Consumer<WebClient.Builder> customizer,
            @Nullable HttpRequestObserver observer,
            HttpAuthorization.@Nullable Provider authorization) {
        this(
                http,
                connectTimeout,
                responseTimeout,
                maxMessageSize,
                maxConnections,
                customizer,
                observer,
                authorization,
                http.url());
    }

    /** Returns a copy for a resolved address of the server. */
    HttpTransportSettings at(URI address) {
        return new HttpTransportSettings(
                this.http.withUrl(address),
                this.connectTimeout,
                this.responseTimeout,
                this.maxMessageSize,
                this.maxConnections,
                this.customizer,
                this.observer,
                this.authorization,
                this.resource);
    }

    URI url() {
        return this.http.url();
    }

    Map<String, String> headers() {
        return this.http.headers();
    }

    @Nullable
    SSLContext sslContext() {
        return this.http.sslContext();
    }

    /** Returns the proxy for the URL, which may have changed since the last call if it is that of the Java runtime. */
    @Nullable
    McpHttpProxy proxy() {
        return SystemProxies.resolved(this.http.proxy(), url());
    }

    boolean cookies() {
        return this.http.cookies();
    }

    boolean http2() {
        return this.http.http2();
    }

    /** Returns whether the server is called without TLS. */
    boolean isPlain() {
        return "http".equalsIgnoreCase(url().getScheme());
    }

    @Override
    public String toString() {
        return "HttpTransportSettings[" + this.http + "]";
    }
}
