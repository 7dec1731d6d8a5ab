package io.mcpclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryPolicy;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpOAuthProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalListener;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpRequestHandler;
import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.handler.McpSamplingApproval;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.McpUrlElicitationHandler;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.internal.client.AuthorizationChoice;
import io.mcpclient.internal.client.ClientAssembly;
import io.mcpclient.internal.client.ClientParts;
import io.mcpclient.internal.client.LookupTransportProvider;
import io.mcpclient.internal.inbound.GuardedSampling;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpLimitSettings;
import io.mcpclient.settings.McpListSettings;
import io.mcpclient.settings.McpPrincipalSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpProtocolSettings;
import io.mcpclient.settings.McpReconnectSettings;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpSamplingSettings;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.settings.McpTimeoutSettings;
import io.mcpclient.settings.McpToolSettings;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpServerResolver;
import io.mcpclient.transport.ReactiveMcpServerResolver;
import io.mcpclient.transport.TransportProvider;

/**
 * Builder of {@link McpClient}s: a URL or a command is all it needs. Values are settings in groups, each with its defaults:
 *
 * <pre>{@code
 * McpClient client = McpClient.builder("weather")
 *         .url("https://example.com/mcp")
 *         .http(http -> http.withHeader("X-Tenant", "acme"))
 *         .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(5)).withRequest(Duration.ofMinutes(1)))
 *         .build();
 * }</pre>
 *
 * <p>Invalid values cause a {@link McpConfigurationException} when they are set; contradictory settings cause it in
 * {@link #build()}, which may be called several times: later changes do not affect clients that were built before, and each
 * client has its own listeners. Not thread-safe.
 */
public final class McpClientBuilder {

    private final String name;

    private McpClientSettings settings = McpClientSettings.defaults();

    private @Nullable TransportProvider transport;

    private UnaryOperator<TransportProvider> transportDecorator = UnaryOperator.identity();

    private @Nullable ReactiveMcpServerResolver resolver;

    private AuthorizationChoice authorization = AuthorizationChoice.NONE;

    private @Nullable Consumer<WebClient.Builder> webClient;

    private @Nullable RetryPolicy retryPolicy;

    private McpHttpClients httpClients = McpHttpClients.create();

    private McpHandlers handlers = McpHandlers.none();

    private ReactiveMcpSamplingApproval samplingApproval = ReactiveMcpSamplingApproval.ALL;

    private final McpListeners listeners = new McpListeners();

    private final List<McpInterceptor> interceptors = new ArrayList<>();

    private final List<McpToolInterceptor> toolInterceptors = new ArrayList<>();

    private @Nullable ReactiveMcpToolApproval toolApproval;

    private final List<McpToolApprovalListener> approvalListeners = new ArrayList<>();

    private final List<McpStatusListener> statusListeners = new ArrayList<>();

    private @Nullable McpPrincipalResolver principals;

    private final Map<String, McpExtension<?, ?>> extensions = new LinkedHashMap<>();

    private McpObservationSettings observation = McpObservationSettings.off();

    private TimeSource time = TimeSource.system();

    McpClientBuilder(String name) {
        this.name = required("name", name);
        if (name.isBlank()) {
            throw new McpConfigurationException(name, "name", "is empty", "Set a non-empty server name.");
        }
    }

    /** Applies a change of the settings; an error names the server. */
    private McpClientBuilder change(UnaryOperator<McpClientSettings> change) {
        try {
            this.settings = change.apply(this.settings);
        } catch (McpConfigurationException ex) {
            throw located(ex);
        }
        return this;
    }

    private McpConfigurationException located(McpConfigurationException ex) {
        return ex.serverName().isEmpty() ? ex.at(this.name, ex.property()) : ex;
    }

    private <T> T required(String setting, @Nullable T value) {
        if (value == null) {
            throw invalid(setting, "is null", "Pass a value, or omit the call.");
        }
        return value;
    }

    private <S> S changed(String group, UnaryOperator<S> change, S before) {
        return required(group, required(group, change).apply(before));
    }

    private McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException(this.name, property, problem, remedy);
    }

    /**
     * Replaces all settings, including the URL or command if the given ones have one.
     * @param settings the settings
     * @return this builder
     */
    public McpClientBuilder settings(McpClientSettings settings) {
        McpEndpointSettings endpoint = required("settings", settings).endpoint();
        if (endpoint == null) {
            return change(before -> settings.withEndpoint(before.endpoint()));
        }
        replaceEndpoint(endpoint.getClass().isInstance(this.settings.endpoint()));
        return change(before -> settings);
    }

    /**
     * Sets the endpoint of an HTTP server. Replaces a previously set command or transport, including its settings.
     * @param url absolute URL, {@code http} or {@code https}, without credentials; or a Unix domain socket and a path, such as
     *     {@code unix:///run/server.sock#/mcp}
     * @return this builder
     */
    public McpClientBuilder url(String url) {
        return change(before -> before.withEndpoint(atUrl(McpHttpSettings.of(required("url", url)))));
    }

    /**
     * Sets the endpoint of an HTTP server. Replaces a previously set command or transport, including its settings.
     * @param url absolute URL, {@code http} or {@code https}, without credentials; or a Unix domain socket and a path, such as
     *     {@code unix:///run/server.sock#/mcp}
     * @return this builder
     */
    public McpClientBuilder url(URI url) {
        return change(before -> before.withEndpoint(atUrl(McpHttpSettings.of(required("url", url)))));
    }

    /** Keeps the settings of an earlier URL. */
    private McpHttpSettings atUrl(McpHttpSettings fresh) {
        McpHttpSettings earlier = (this.settings.endpoint() instanceof McpHttpSettings http) ? http : null;
        replaceEndpoint(earlier != null);
        return (earlier != null) ? earlier.withUrl(fresh.url()).withSocket(fresh.socket()) : fresh;
    }

    /**
     * Sets the resolver for the addresses of the server. The {@link #url} remains its identity: sessions are stored, and OAuth
     * tokens are requested, for that URL. Headers and credentials are sent to each address, and none without TLS unless
     * {@link #allowCleartextCredentials} allows it. Replaces any earlier resolver.
     * @param resolver called when the client connects and reconnects; may block
     * @return this builder
     */
    public McpClientBuilder resolver(McpServerResolver resolver) {
        return reactiveResolver(ReactiveMcpServerResolver.of(required("resolver", resolver)));
    }

    /**
     * Sets the resolver for the addresses of the server, see {@link #resolver}.
     * @param resolver called when the client connects and reconnects, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveResolver(ReactiveMcpServerResolver resolver) {
        this.resolver = required("resolver", resolver);
        return this;
    }

    /**
     * Changes how the server of {@link #url} is reached: HTTP transport, headers, cookies, TLS, proxy.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder http(UnaryOperator<McpHttpSettings> change) {
        if (!(this.settings.endpoint() instanceof McpHttpSettings http)) {
            throw invalid("url", "is missing, but there are settings for HTTP", "Set the url before them.");
        }
        return change(before -> before.withEndpoint(changed("http", change, http)));
    }

    /**
     * Sets the command of a server that runs as a child process and communicates over standard input and output. The
     * process starts when the client connects and ends with the session. It inherits only {@code PATH} and {@code HOME}
     * from the environment; {@link #process} changes that. Replaces a previously set URL or transport, including its
     * settings: headers, credentials, TLS, proxy, cookies.
     * @param command program to start: a path, or a name to be looked up in the {@code PATH}
     * @param args its arguments, each passed as a single argument, never through a shell
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP: Transports</a>
     */
    public McpClientBuilder command(String command, String... args) {
        return change(before -> {
            McpProcessSettings fresh = McpProcessSettings.of(required("command", command), required("args", args));
            replaceEndpoint(before.endpoint() instanceof McpProcessSettings);
            return before.withEndpoint(fresh);
        });
    }

    /**
     * Changes how the process of {@link #command} is started: environment variables, working directory, standard error.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder process(UnaryOperator<McpProcessSettings> change) {
        if (!(this.settings.endpoint() instanceof McpProcessSettings process)) {
            throw invalid(
                    "command", "is missing, but there are settings for a process", "Set the command before them.");
        }
        return change(before -> before.withEndpoint(changed("process", change, process)));
    }

    /**
     * Sets a custom transport. Replaces a previously set URL or command, including its settings: headers, credentials, TLS,
     * proxy, cookies, and those of the process.
     * @param transport creates the transport on first use
     * @return this builder
     */
    public McpClientBuilder transport(TransportProvider transport) {
        replaceEndpoint(this.transport != null);
        this.settings = this.settings.withEndpoint(null);
        this.transport = required("transport", transport);
        return this;
    }

    /**
     * Decorates the transport of the client, whether it is of a URL, a command or custom, for example to see all messages as they are on
     * the wire. A later decorator decorates an earlier one. Headers of the configuration and credentials are added beneath it.
     * @param decorator creates providers of transports that forward to those of the given provider, see
     *     {@link io.mcpclient.transport.DelegatingTransport}
     * @return this builder
     */
    public McpClientBuilder decorateTransport(UnaryOperator<TransportProvider> decorator) {
        required("transport decorator", decorator);
        UnaryOperator<TransportProvider> inner = this.transportDecorator;
        this.transportDecorator = provider -> decorator.apply(inner.apply(provider));
        return this;
    }

    /**
     * Sets how to find the server, for a client whose endpoint is not known before its first connection, such as that of a server
     * card. Each attempt to connect subscribes, within the connect timeout; attempts that fail are repeated as those of any server. When
     * the publisher completes, the client must have been {@linkplain McpClients#replace(McpClient, McpClient) replaced} by one with
     * an endpoint: calls that have waited continue there. Until then {@code status()} has the last error of the lookup. Replaces
     * a previously set URL, command or transport, including its settings.
     * @param lookup finds the server and replaces the client, without blocking; an error fails the attempt
     * @return this builder
     */
    public McpClientBuilder lookup(Mono<Void> lookup) {
        return transport(new LookupTransportProvider(required("lookup", lookup)));
    }

    /**
     * Describes the server that clients of this builder connect to, for logs.
     * @return the URL without user information and query, the command without arguments, or the {@linkplain
     *     TransportProvider#description() description} of a custom transport; empty if nothing is set
     */
    public String endpoint() {
        if (this.transport != null) {
            return this.transport.description();
        }
        if (this.settings.endpoint() instanceof McpProcessSettings process) {
            return "command " + process.shownCommand();
        }
        return (this.settings.endpoint() instanceof McpHttpSettings http) ? http.address() : "";
    }

    /**
     * Prepares for a URL, a command or a transport. What belongs to one of another kind is removed: credentials of a URL do
     * not apply to a process.
     * @param isSameKind whether only the value changes
     */
    private void replaceEndpoint(boolean isSameKind) {
        if (!isSameKind && (this.settings.endpoint() != null || this.transport != null)) {
            this.webClient = null;
            this.authorization = AuthorizationChoice.NONE;
            this.resolver = null;
        }
        this.transport = null;
    }

    /**
     * Changes the protocol: era or revision, client information, tasks, log level, caching.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder protocol(UnaryOperator<McpProtocolSettings> change) {
        return change(before -> before.withProtocol(changed("protocol", change, before.protocol())));
    }

    /**
     * Changes timeouts and intervals.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder timeouts(UnaryOperator<McpTimeoutSettings> change) {
        return change(before -> before.withTimeouts(changed("timeouts", change, before.timeouts())));
    }

    /**
     * Changes limits on messages and on concurrency.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder limits(UnaryOperator<McpLimitSettings> change) {
        return change(before -> before.withLimits(changed("limits", change, before.limits())));
    }

    /**
     * Changes limits on lists of tools, prompts and resources.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder lists(UnaryOperator<McpListSettings> change) {
        return change(before -> before.withLists(changed("lists", change, before.lists())));
    }

    /**
     * Changes the handling of tool definitions and results.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     * @see McpClient.Tools#pins()
     */
    public McpClientBuilder tools(UnaryOperator<McpToolSettings> change) {
        return change(before -> before.withTools(changed("tools", change, before.tools())));
    }

    /**
     * Changes retries of failed calls.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder retry(UnaryOperator<McpRetrySettings> change) {
        return change(before -> before.withRetry(changed("retry", change, before.retry())));
    }

    /**
     * Changes when calls are rejected after repeated failures of the server.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder circuitBreaker(UnaryOperator<McpCircuitBreakerSettings> change) {
        return change(before -> before.withCircuitBreaker(changed("circuitBreaker", change, before.circuitBreaker())));
    }

    /**
     * Changes the backoff between reconnection attempts in the background.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder reconnect(UnaryOperator<McpReconnectSettings> change) {
        return change(before -> before.withReconnect(changed("reconnect", change, before.reconnect())));
    }

    /**
     * Enables persistent sessions: after a restart, a session that has not ended is resumed without a handshake, and tools
     * are known before the first connection. Disabled by default, and with a custom {@link #transport}, for which the
     * client cannot determine whether it still leads to the same server.
     * @param sessions the store and its settings
     * @return this builder
     * @see io.mcpclient.status.McpClientStatus#sessionStore()
     */
    public McpClientBuilder sessions(McpSessionSettings sessions) {
        return change(before -> before.withSessions(required("sessions", sessions)));
    }

    /**
     * Sets the authorization, which adds credentials to requests and handles their rejection. Replaces a previous one.
     * @param authorization creates one for each principal
     * @return this builder
     */
    public McpClientBuilder authorization(HttpAuthorization.Provider authorization) {
        this.authorization = this.authorization.with(required("authorization", authorization));
        return this;
    }

    /**
     * Sets credentials in the form of headers, such as those of {@link io.mcpclient.auth.McpSchemes}. Replaces a previous
     * {@link #authorization}; cannot be combined with headers of the same name. Servers that run as processes take their
     * credentials from their environment.
     * @param credentials provide the headers of each request
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
     */
    public McpClientBuilder credentials(McpCredentials credentials) {
        this.authorization = this.authorization.with(required("credentials", credentials));
        return this;
    }

    /**
     * Allows sending credentials without TLS to a server on another machine, where they can be read in transit. Rejected by
     * default.
     * @return this builder
     */
    public McpClientBuilder allowCleartextCredentials() {
        this.authorization = this.authorization.allowingCleartext();
        return this;
    }

    /**
     * Enables MCP authorization with OAuth 2.1. Replaces a previous {@link #authorization}. Requires
     * {@code io.mcpclient:mcp-client-oauth} on the class path.
     * @param settings how to obtain tokens
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
     */
    public McpClientBuilder oauth(McpOAuthSettings settings) {
        McpOAuthProvider oauth = McpOAuthProvider.find(this.name);
        oauth.check(this.name, required("oauth", settings));
        return authorization(oauth.provider(settings));
    }

    /**
     * Enables several identities: each call is made on behalf of its principal, and each principal has a separate session,
     * transport and credentials. Data received for one principal is never exposed to another one. By default, everything is
     * done on behalf of the application. {@link McpClient.Session#start()}, {@link McpClient#status()}, background work and calls
     * without a principal always belong to the application; a user's lost session is re-established with the user's next
     * call. A server that runs as a process is started once per principal. With
     * {@link McpPrincipalSettings#withSharedConnection} all principals use the identity of the application, and the principal of
     * a call is only known to approvals, audit and interceptors.
     * @param resolver resolves the principal of a call; invoked once per call, at its start
     * @return this builder
     * @see io.mcpclient.auth.McpPrincipalContext
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/architecture">MCP: Architecture</a>
     */
    public McpClientBuilder principals(McpPrincipalResolver resolver) {
        this.principals = required("principals", resolver);
        return this;
    }

    /**
     * Changes the sessions of users: how many, for how long, whether there are any, and whether a call requires a user.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     * @see #principals
     */
    public McpClientBuilder principalSettings(UnaryOperator<McpPrincipalSettings> change) {
        return change(before -> before.withPrincipals(changed("principals", change, before.principals())));
    }

    /**
     * Sets a policy of Spring Retry that decides whether a failed call is attempted again, in place of the number of attempts in
     * {@link #retry}. It is asked only about failures after which a call may be repeated, so it cannot repeat a call that the
     * server may have executed; pauses and deadlines are those of the settings.
     * @param policy opened for each call that failed; thread-safe, must not block
     * @return this builder
     */
    public McpClientBuilder retryPolicy(RetryPolicy policy) {
        this.retryPolicy = required("retry-policy", policy);
        return this;
    }

    /**
     * Adds a customizer for the {@code WebClient}, for example to add a filter. A filter sees every exchange, but neither
     * session ids nor configured headers, which are added after it. Disables the response cache unless it is enabled
     * explicitly, see {@link McpProtocolSettings#caching()}.
     * @param customizer called when the client is first used
     * @return this builder
     */
    public McpClientBuilder webClient(Consumer<WebClient.Builder> customizer) {
        Consumer<WebClient.Builder> added = required("web-client", customizer);
        this.webClient = (this.webClient != null) ? this.webClient.andThen(added) : added;
        return this;
    }

    /**
     * Shares expensive HTTP resources, such as TLS configurations, with other clients.
     * @param httpClients a single instance for all clients of an application
     * @return this builder
     */
    public McpClientBuilder httpClients(McpHttpClients httpClients) {
        this.httpClients = required("http-clients", httpClients);
        return this;
    }

    /**
     * Enables sampling by the server.
     * @param handler handles its requests
     * @return this builder
     */
    public McpClientBuilder sampling(McpSamplingHandler handler) {
        return reactiveSampling(ReactiveMcpSamplingHandler.of(required("handler", handler)));
    }

    /**
     * Enables sampling by the server.
     * @param handler handles its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveSampling(ReactiveMcpSamplingHandler handler) {
        this.handlers = this.handlers.with(ReactiveMcpSamplingHandler.class, required("sampling", handler));
        return this;
    }

    /**
     * Sets the approval of sampling requests, which precedes the handler. By default, all requests within the budget are
     * passed to the handler.
     * @param approval decides about each request; may block
     * @return this builder
     */
    public McpClientBuilder samplingApproval(McpSamplingApproval approval) {
        return reactiveSamplingApproval(ReactiveMcpSamplingApproval.of(required("approval", approval)));
    }

    /**
     * Sets the approval of sampling requests, see {@link #samplingApproval}.
     * @param approval decides about each request, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveSamplingApproval(ReactiveMcpSamplingApproval approval) {
        this.samplingApproval = required("sampling-approval", approval);
        return this;
    }

    /**
     * Changes the server's sampling budget.
     * @param change receives the current settings and returns the new ones
     * @return this builder
     */
    public McpClientBuilder samplingBudget(UnaryOperator<McpSamplingSettings> change) {
        return change(before -> before.withSampling(changed("sampling", change, before.sampling())));
    }

    /**
     * Enables form elicitation by the server.
     * @param handler handles its requests
     * @return this builder
     */
    public McpClientBuilder elicitation(McpElicitationHandler handler) {
        return reactiveElicitation(ReactiveMcpElicitationHandler.of(required("handler", handler)));
    }

    /**
     * Enables form elicitation by the server.
     * @param handler handles its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveElicitation(ReactiveMcpElicitationHandler handler) {
        this.handlers = this.handlers.with(ReactiveMcpElicitationHandler.class, required("elicitation", handler));
        return this;
    }

    /**
     * Enables URL elicitation by the server.
     * @param handler handles its requests
     * @return this builder
     */
    public McpClientBuilder urlElicitation(McpUrlElicitationHandler handler) {
        return reactiveUrlElicitation(ReactiveMcpUrlElicitationHandler.of(required("handler", handler)));
    }

    /**
     * Enables URL elicitation by the server.
     * @param handler handles its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveUrlElicitation(ReactiveMcpUrlElicitationHandler handler) {
        this.handlers =
                this.handlers.with(ReactiveMcpUrlElicitationHandler.class, required("url-elicitation", handler));
        return this;
    }

    /**
     * Exposes roots to the server.
     * @param provider provides them
     * @return this builder
     */
    public McpClientBuilder roots(McpRootsProvider provider) {
        return reactiveRoots(ReactiveMcpRootsProvider.of(required("provider", provider)));
    }

    /**
     * Exposes roots to the server.
     * @param provider provides them, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveRoots(ReactiveMcpRootsProvider provider) {
        this.handlers = this.handlers.with(ReactiveMcpRootsProvider.class, required("roots", provider));
        return this;
    }

    /**
     * Sets the handler for requests of a method for which this library has no dedicated handler.
     * @param method the protocol method
     * @param handler handles them
     * @return this builder
     */
    public McpClientBuilder requestHandler(String method, McpRequestHandler handler) {
        return reactiveRequestHandler(method, ReactiveMcpRequestHandler.of(required("handler", handler)));
    }

    /**
     * Sets the handler for requests of a method for which this library has no dedicated handler.
     * @param method the protocol method
     * @param handler handles them, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveRequestHandler(String method, ReactiveMcpRequestHandler handler) {
        this.listeners.onRequest(required("method", method), required("request-handler", handler));
        return this;
    }

    /**
     * Adds a listener for log messages of the server, which receives all of them, from the first connection on.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder logListener(McpLogListener listener) {
        this.listeners.add(required("listener", listener));
        return this;
    }

    /**
     * Adds a listener for the progress of all requests. Every request then asks the server for progress notifications.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder progressListener(McpProgressListener listener) {
        this.listeners.add(required("listener", listener));
        return this;
    }

    /**
     * Adds a listener for changes on the server, which receives all of them, from the first connection on.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder changeListener(McpChangeListener listener) {
        this.listeners.add(required("listener", listener));
        return this;
    }

    /**
     * Adds a listener for changes of the status.
     * @param listener called on threads of the library, must not block
     * @return this builder
     */
    public McpClientBuilder statusListener(McpStatusListener listener) {
        this.statusListeners.add(required("status-listener", listener));
        return this;
    }

    /**
     * Adds an interceptor after the existing ones.
     * @param interceptor wraps every outgoing request
     * @return this builder
     */
    public McpClientBuilder interceptor(McpInterceptor interceptor) {
        this.interceptors.add(required("interceptor", interceptor));
        return this;
    }

    /**
     * Adds a blocking interceptor of tool calls after the existing ones. All of them run after every
     * {@link #interceptor(McpInterceptor)}.
     * @param interceptor wraps every tool call
     * @return this builder
     */
    public McpClientBuilder toolInterceptor(McpToolInterceptor interceptor) {
        this.toolInterceptors.add(required("tool-interceptor", interceptor));
        return this;
    }

    /**
     * Sets who decides on tool calls that need approval, see {@link McpToolSettings#withApproval}. It is not asked while the
     * policy is {@link io.mcpclient.settings.McpApprovalPolicy#NONE}, the default.
     * @param approval decides on calls, may block
     * @return this builder
     */
    public McpClientBuilder toolApproval(McpToolApproval approval) {
        return reactiveToolApproval(ReactiveMcpToolApproval.of(required("tool-approval", approval)));
    }

    /**
     * Sets who decides on tool calls that need approval, see {@link #toolApproval}.
     * @param approval decides on calls
     * @return this builder
     */
    public McpClientBuilder reactiveToolApproval(ReactiveMcpToolApproval approval) {
        this.toolApproval = required("tool-approval", approval);
        return this;
    }

    /**
     * Adds a listener for decisions on tool calls that need approval.
     * @param listener receives each decision, before the call is sent
     * @return this builder
     */
    public McpClientBuilder toolApprovalListener(McpToolApprovalListener listener) {
        this.approvalListeners.add(required("tool-approval-listener", listener));
        return this;
    }

    /**
     * Enables an extension of the protocol. The client declares it to the server; without extensions, requests are the same as
     * before. Replaces an extension with the same identifier.
     * @param extension the extension
     * @return this builder
     * @see McpClient#extension(Class)
     */
    public McpClientBuilder extension(McpExtension<?, ?> extension) {
        String identifier = required("extension", extension).identifier();
        if (!McpMetaKeys.isValid(identifier) || identifier.indexOf('/') < 0) {
            throw invalid("extension", "has the malformed identifier " + identifier, "Use a name with a prefix.");
        }
        this.extensions.put(identifier, extension);
        return this;
    }

    /**
     * Configures observation of the client. Off by default, at no cost.
     * @param observation where to report, and in which detail
     * @return this builder
     * @see "OpenTelemetry semantic conventions for generative AI, MCP"
     */
    public McpClientBuilder observation(McpObservationSettings observation) {
        this.observation = required("observation", observation);
        return this;
    }

    /**
     * Sets the clocks and timers of the client: of retries, reconnects, timeouts, expiry, polling and keep-alive. For tests with
     * virtual time.
     * @param time the time, {@link TimeSource#system()} by default
     * @return this builder
     */
    public McpClientBuilder time(TimeSource time) {
        this.time = required("time", time);
        return this;
    }

    /**
     * Builds a client. Opens no connection and starts no thread.
     * @return a new client, which later changes of this builder do not affect
     */
    public McpClient build() {
        change(McpClientSettings::validated);
        return new ClientAssembly(new ClientParts(
                        this.name,
                        this.settings,
                        this.transport,
                        this.transportDecorator,
                        this.resolver,
                        this.authorization,
                        this.webClient,
                        this.httpClients,
                        guardedHandlers(),
                        this.listeners.copy(),
                        List.copyOf(this.interceptors),
                        List.copyOf(this.toolInterceptors),
                        this.toolApproval,
                        List.copyOf(this.approvalListeners),
                        List.copyOf(this.statusListeners),
                        this.principals,
                        this.retryPolicy,
                        List.copyOf(this.extensions.values()),
                        this.observation,
                        this.time))
                .build();
    }

    /** Returns the handlers, with the sampling handler guarded by approval and budget. */
    private McpHandlers guardedHandlers() {
        ReactiveMcpSamplingHandler sampling = this.handlers.get(ReactiveMcpSamplingHandler.class);
        return (sampling != null)
                ? this.handlers.with(
                        ReactiveMcpSamplingHandler.class,
                        new GuardedSampling(sampling, this.samplingApproval, this.settings.sampling(), this.time))
                : this.handlers;
    }
}
