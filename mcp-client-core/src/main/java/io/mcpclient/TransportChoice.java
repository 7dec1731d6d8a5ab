package io.mcpclient;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.http.HttpTransportProvider;
import io.mcpclient.internal.http.HttpTransportSettings;
import io.mcpclient.internal.session.ServerIdentity;
import io.mcpclient.internal.stdio.StdioTransportProvider;
import io.mcpclient.internal.support.HeaderSyntax;
import io.mcpclient.settings.HttpProxy;
import io.mcpclient.settings.HttpTransportType;
import io.mcpclient.settings.StdioTransportSettings;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpClients;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.TransportProvider;

/**
 * The server of a client and its transport: each value is validated when it is set, their combination when the client is
 * built. The last of URL, command and transport takes effect.
 */
final class TransportChoice {

    private final SettingRules rules;

    private final Map<String, String> headers = new LinkedHashMap<>();

    private @Nullable URI url;

    private @Nullable StdioTransportSettings stdio;

    private UnaryOperator<StdioTransportSettings> stdioChange = UnaryOperator.identity();

    private @Nullable TransportProvider transport;

    private @Nullable SSLContext sslContext;

    private @Nullable HttpProxy proxy;

    private Consumer<WebClient.Builder> webClient = builder -> {};

    private boolean webClientCustomized;

    private boolean cookies;

    final AuthorizationChoice authorization;

    private HttpClients httpClients = HttpClients.create();

    private HttpTransportType httpTransport = HttpTransportType.AUTO;

    TransportChoice(SettingRules rules) {
        this.rules = rules;
        this.authorization = new AuthorizationChoice(rules);
    }

    /** Client settings that concern transports. */
    record Limits(
            Duration connectTimeout,
            @Nullable Duration responseTimeout,
            Duration shutdownTimeout,
            int maxMessageSize,
            int maxConcurrentRequests) {}

    void url(String url) {
        try {
            url(new URI(url));
        } catch (URISyntaxException ex) {
            throw this.rules.invalid(
                    "url", "is not a URL: " + ex.getReason(), "Use a URL such as https://example.com/mcp.");
        }
    }

    void url(URI url) {
        String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw this.rules.invalid(
                    "url", "has no http or https scheme", "Use a URL such as https://example.com/mcp.");
        }
        if (url.getHost() == null || url.getHost().isEmpty()) {
            throw this.rules.invalid("url", "has no host", "Use a URL such as https://example.com/mcp.");
        }
        if (url.getUserInfo() != null) {
            throw this.rules.invalid("url", "contains credentials", "Put them into headers: URLs appear in logs.");
        }
        if (url.getFragment() != null) {
            throw this.rules.invalid("url", "has a fragment", "Remove the # and everything after it.");
        }
        replace(this.url != null);
        this.url = url;
    }

    void httpTransport(HttpTransportType type) {
        this.httpTransport = type;
    }

    /** Returns whether the transport is not supported by the stateless revisions (SSE-01). */
    boolean isHttpWithSse() {
        return this.url != null && this.httpTransport == HttpTransportType.SSE;
    }

    boolean isCommand() {
        return this.stdio != null;
    }

    void command(String command, String... args) {
        try {
            StdioTransportSettings settings = StdioTransportSettings.of(command, args);
            replace(this.stdio != null);
            this.stdio = settings;
        } catch (IllegalArgumentException ex) {
            throw this.rules.invalid("command", "is invalid: " + ex.getMessage(), "Set a program and its arguments.");
        }
    }

    void stdio(UnaryOperator<StdioTransportSettings> change) {
        UnaryOperator<StdioTransportSettings> before = this.stdioChange;
        this.stdioChange = settings -> change.apply(before.apply(settings));
    }

    void transport(TransportProvider transport) {
        replace(this.transport != null);
        this.transport = transport;
    }

    /**
     * Prepares for a URL, a command or a transport. One of another kind is removed with all its settings: headers and
     * credentials of a URL do not apply to a process.
     * @param isSameKind whether only the value changes
     */
    private void replace(boolean isSameKind) {
        if (isSameKind || (this.url == null && this.stdio == null && this.transport == null)) {
            return;
        }
        this.url = null;
        this.stdio = null;
        this.transport = null;
        this.stdioChange = UnaryOperator.identity();
        this.headers.clear();
        this.sslContext = null;
        this.proxy = null;
        this.cookies = false;
        this.webClient = builder -> {};
        this.webClientCustomized = false;
        this.httpTransport = HttpTransportType.AUTO;
        this.authorization.clear();
    }

    void header(String name, String value) {
        try {
            HeaderSyntax.check(name, value);
        } catch (IllegalArgumentException ex) {
            throw this.rules.invalid("headers", String.valueOf(ex.getMessage()), "Correct or remove the header.");
        }
        this.headers.put(name, value);
    }

    void sslContext(SSLContext sslContext) {
        this.sslContext = sslContext;
    }

    void proxy(HttpProxy proxy) {
        if (proxy.host().isBlank()) {
            throw this.rules.invalid("proxy.host", "is empty", "Set the host of the proxy.");
        }
        if (proxy.port() < 1 || proxy.port() > 65535) {
            throw this.rules.invalid("proxy.port", "is " + proxy.port(), "Use a number from 1 to 65535.");
        }
        this.proxy = proxy;
    }

    void cookies(boolean kept) {
        this.cookies = kept;
    }

    void webClient(Consumer<WebClient.Builder> customizer) {
        this.webClient = this.webClient.andThen(customizer);
        this.webClientCustomized = true;
    }

    /** Returns whether requests may contain data that is not visible in a call. */
    boolean isWebClientCustomized() {
        return this.webClientCustomized;
    }

    void httpClients(HttpClients httpClients) {
        this.httpClients = httpClients;
    }

    /**
     * Returns the identity of the configured server.
     * @param serverName its configured name
     * @param revision the configured protocol
     * @return the identity, or {@code null} if unknown
     */
    @Nullable
    ServerIdentity identity(String serverName, String revision) {
        if (this.transport != null) {
            return null;
        }
        if (this.stdio != null) {
            return ServerIdentity.ofCommand(serverName, this.stdio.command(), this.stdio.args(), revision);
        }
        return (this.url != null)
                ? ServerIdentity.ofUrl(
                        serverName, this.httpTransport.name(), this.url.toString(), this.headers, revision)
                : null;
    }

    /** Returns the address of the server. */
    McpPeer peer() {
        if (this.url != null) {
            return McpPeer.http(this.url);
        }
        return (this.stdio != null && this.transport == null) ? McpPeer.process() : McpPeer.unknown();
    }

    /**
     * Returns the selected transport. Detects contradictory settings.
     * @param observed prepares each WebClient before it is customized
     */
    TransportProvider provider(Limits limits, Consumer<WebClient.Builder> observed) {
        if (this.transport != null) {
            this.authorization.requireNone(
                    "is set together with a custom transport", "Configure credentials in the transport itself.");
            return this.transport;
        }
        if (this.stdio != null) {
            return stdioProvider(this.stdio, limits);
        }
        if (this.url == null) {
            throw this.rules.invalid(
                    "url", "is missing, and so is a command", "Set the URL of the server, or a command to start it.");
        }
        return new HttpTransportProvider(
                new HttpTransportSettings(
                        this.url,
                        Map.copyOf(this.headers),
                        limits.connectTimeout(),
                        limits.responseTimeout(),
                        limits.maxMessageSize(),
                        limits.maxConcurrentRequests(),
                        this.sslContext,
                        this.proxy,
                        observed.andThen(this.webClient),
                        this.cookies,
                        this.authorization.provider(this.url, this.headers)),
                this.httpClients,
                this.httpTransport);
    }

    /**
     * Returns the operations on the credentials of a principal.
     * @param principal principal on whose behalf the server is called
     * @param time clocks and timers of the client
     */
    IdentityCredentials credentials(
            String serverName, Supplier<McpPrincipal> principal, Duration connectTimeout, TimeSource time) {
        if (this.url == null) {
            return IdentityCredentials.NONE;
        }
        ProtectedServer server =
                new ProtectedServer(serverName, this.url, principal, this.sslContext, connectTimeout, this.proxy, time);
        return new IdentityCredentials(
                this.authorization.apply(server, HttpAuthorization::logout),
                this.authorization.apply(server, HttpAuthorization::reset));
    }

    private TransportProvider stdioProvider(StdioTransportSettings settings, Limits limits) {
        this.authorization.requireNone(
                "is set for a server that runs as a process", "Pass credentials in environment variables.");
        if (!this.headers.isEmpty()) {
            throw this.rules.invalid(
                    "headers", "are set for a server that runs as a process", "Use environment variables.");
        }
        try {
            return new StdioTransportProvider(
                    this.stdioChange.apply(settings.withMaxMessageSize(limits.maxMessageSize())
                            .withShutdownTimeout(limits.shutdownTimeout())));
        } catch (IllegalArgumentException ex) {
            throw this.rules.invalid("command", "has invalid settings: " + ex.getMessage(), "Correct them.");
        }
    }
}
