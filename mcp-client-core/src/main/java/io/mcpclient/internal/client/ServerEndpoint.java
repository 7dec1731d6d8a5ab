package io.mcpclient.internal.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.internal.connection.ResolvedTransports;
import io.mcpclient.internal.connection.TransportSource;
import io.mcpclient.internal.http.HttpRequestObserver;
import io.mcpclient.internal.http.HttpTransportProvider;
import io.mcpclient.internal.http.HttpTransportSettings;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.session.ServerIdentity;
import io.mcpclient.internal.stdio.StdioTransportProvider;
import io.mcpclient.internal.stdio.StdioTransportSettings;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.ReactiveMcpServerResolver;
import io.mcpclient.transport.TransportProvider;

/**
 * The server of a client: a URL, a command or a custom transport, and what follows from it.
 *
 * @param parts what the client is built from
 */
record ServerEndpoint(ClientParts parts) {

    private @Nullable McpEndpointSettings endpoint() {
        return this.parts.settings().endpoint();
    }

    /** Returns the identity of the configured server, or {@code null} if unknown. */
    @Nullable
    ServerIdentity identity() {
        String revision = this.parts.settings().protocol().spoken();
        if (endpoint() instanceof McpProcessSettings process) {
            return ServerIdentity.ofCommand(this.parts.name(), process.command(), process.args(), revision);
        }
        return (endpoint() instanceof McpHttpSettings http)
                ? ServerIdentity.ofUrl(
                        this.parts.name(), http.transport().name(), identity(http), http.headers(), revision)
                : null;
    }

    private static String identity(McpHttpSettings http) {
        return (http.socket() != null)
                ? http.socket() + "#" + http.url()
                : http.url().toString();
    }

    /** Returns the configured address of the server. */
    McpPeer peer() {
        if (endpoint() instanceof McpHttpSettings http) {
            Path socket = http.socket();
            return (socket != null) ? McpPeer.unix(socket.toString()) : McpPeer.http(http.url());
        }
        return (endpoint() instanceof McpProcessSettings) ? McpPeer.process() : McpPeer.unknown();
    }

    /**
     * Returns the transports of a connection. Detects contradictory settings.
     * @param observed observes transports and HTTP requests
     */
    Function<TransportProvider.Context, TransportSource> transports(McpClientObservations observed) {
        ReactiveMcpServerResolver resolver = this.parts.resolver();
        if (resolver == null) {
            TransportProvider provider = observed.transport(decorated(transport(observed.httpRequests())));
            return context -> TransportSource.of(provider, context);
        }
        if (!(endpoint() instanceof McpHttpSettings http)) {
            throw this.parts.invalid(
                    "resolver",
                    "is set for a server without a URL",
                    "Set the URL of the server, or remove the resolver.");
        }
        this.parts.authorization().checkHeaders(this.parts.name(), http);
        HttpTransportProvider provider = http(http, observed.httpRequests());
        return context -> new ResolvedTransports(
                http.url(), resolver, address -> observed.transport(decorated(at(address, http, provider))), context);
    }

    private TransportProvider decorated(TransportProvider provider) {
        return this.parts.transportDecorator().apply(provider);
    }

    private TransportProvider at(URI address, McpHttpSettings http, HttpTransportProvider provider) {
        try {
            this.parts.authorization().checkCleartext(this.parts.name(), http.withUrl(address));
            return provider.at(address);
        } catch (McpConfigurationException ex) {
            String shown = KnownSecrets.maskKeys(SafeText.address(address));
            throw ex.at(this.parts.name(), "the resolved address " + shown);
        }
    }

    /**
     * Returns the transport. Detects contradictory settings.
     * @param observer observes HTTP requests, {@code null} if nothing does
     */
    private TransportProvider transport(@Nullable HttpRequestObserver observer) {
        AuthorizationChoice authorization = this.parts.authorization();
        if (endpoint() instanceof McpProcessSettings process) {
            authorization.requireNone(
                    this.parts.name(),
                    "is set for a server that runs as a process",
                    "Pass credentials in environment variables.");
            return new StdioTransportProvider(StdioTransportSettings.of(process)
                    .withMaxMessageSize(settings().limits().maxMessageSize())
                    .withShutdownTimeout(settings().releaseTimeout())
                    .withDrainTimeout(settings().timeouts().drainInEffect()));
        }
        if (endpoint() instanceof McpHttpSettings http) {
            authorization.check(this.parts.name(), http);
            return http(http, observer);
        }
        if (this.parts.transport() == null) {
            throw this.parts.invalid(
                    "url", "is missing, and so is a command", "Set the URL of the server, or a command to start it.");
        }
        authorization.requireNone(
                this.parts.name(),
                "is set together with a custom transport",
                "Configure credentials in the transport itself.");
        return this.parts.transport();
    }

    private HttpTransportProvider http(McpHttpSettings http, @Nullable HttpRequestObserver observer) {
        return new HttpTransportProvider(
                new HttpTransportSettings(
                        http,
                        settings().connectTimeout(),
                        settings().timeouts().response(),
                        settings().limits().maxMessageSize(),
                        settings().limits().maxConcurrentRequests(),
                        this.parts.webClient(),
                        observer,
                        this.parts.authorization().provider()),
                this.parts.httpClients());
    }

    /**
     * Returns the operations on the credentials of a principal.
     * @param principal principal on whose behalf the server is called
     */
    IdentityCredentials credentials(Supplier<McpPrincipal> principal) {
        if (!(endpoint() instanceof McpHttpSettings http)) {
            return IdentityCredentials.NONE;
        }
        ProtectedServer server = new ProtectedServer(
                this.parts.name(),
                http.url(),
                principal,
                http.sslContext(),
                settings().connectTimeout(),
                http.proxy(),
                this.parts.time(),
                http.publicAddressesOnly());
        return new IdentityCredentials(
                this.parts.authorization().apply(server, HttpAuthorization::logout),
                this.parts.authorization().apply(server, HttpAuthorization::reset));
    }

    private McpClientSettings settings() {
        return this.parts.settings();
    }
}
