package io.mcpclient;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpConfigurationException;
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
import io.mcpclient.internal.identity.PrincipalLimits;
import io.mcpclient.internal.inbound.GuardedSampling;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.internal.oauth.access.McpOAuth;
import io.mcpclient.internal.pipeline.Backoff;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.HttpProxy;
import io.mcpclient.settings.HttpTransportType;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.settings.OutputValidation;
import io.mcpclient.settings.StdioTransportSettings;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpClients;
import io.mcpclient.transport.TransportProvider;

/**
 * Builder of {@link McpClient}s. Not thread-safe. Invalid values cause a {@link McpConfigurationException} when they are
 * set; contradictory settings cause it in {@link #build()}.
 */
public final class McpClientBuilder {

    final String name;

    final SettingRules rules;

    final TransportChoice choice;

    Duration connectTimeout = Duration.ofSeconds(10);

    private boolean hasConnectTimeout;

    @Nullable
    Duration responseTimeout;

    Duration requestTimeout = Duration.ofSeconds(30);

    Duration requestTimeoutMax = Duration.ofMinutes(10);

    Duration shutdownTimeout = Duration.ofSeconds(5);

    @Nullable
    Duration drainTimeout;

    int maxMessageSize = JsonLimits.DEFAULT.maxMessageSize();

    int maxMessageNodes = JsonLimits.DEFAULT.maxNodes();

    int maxPages = 1000;

    int maxListItems = 10_000;

    int maxListSize = 32 * 1024 * 1024;

    int maxDefinitionSize = 64 * 1024;

    int maxToolsSize = 1024 * 1024;

    OutputValidation outputValidation = OutputValidation.FAIL;

    McpToolPinning toolPinning = McpToolPinning.OFF;

    private GuardedSampling.Budget samplingBudget = GuardedSampling.Budget.DEFAULT;

    private ReactiveMcpSamplingApproval samplingApproval = ReactiveMcpSamplingApproval.ALL;

    @Nullable
    Boolean caching;

    int maxConcurrentRequests = 64;

    int maxQueuedRequests = 1024;

    @Nullable
    Duration acquireTimeout;

    McpRetrySettings retry = McpRetrySettings.defaults();

    McpCircuitBreakerSettings circuitBreaker = McpCircuitBreakerSettings.defaults();

    int maxInboundRequests = 16;

    int maxInputRounds = 10;

    @Nullable
    LoggingLevel logLevel;

    @Nullable
    Duration keepAlive;

    Duration changeDebounce = Duration.ofMillis(200);

    McpHandlers handlers = McpHandlers.none();

    boolean tasks = true;

    final McpListeners listeners = new McpListeners();

    Supplier<Backoff> reconnect = () -> Backoff.exponential(Duration.ofMillis(500), 2, Duration.ofSeconds(60));

    McpProtocol protocol = McpProtocol.AUTO;

    @Nullable
    ProtocolRevision revision;

    Implementation clientInfo = Implementation.of("mcp-client", version());

    @Nullable
    McpSessionSettings sessions;

    @Nullable
    McpPrincipalResolver principals;

    boolean principalRequired;

    PrincipalLimits principalLimits = PrincipalLimits.DEFAULT;

    TimeSource time = TimeSource.system();

    final List<McpInterceptor> interceptors = new ArrayList<>();

    final List<McpStatusListener> statusListeners = new ArrayList<>();

    McpObservationSettings observation = McpObservationSettings.off();

    McpClientBuilder(String name) {
        this.name = name;
        this.rules = new SettingRules(name);
        this.choice = new TransportChoice(this.rules);
        if (name.isBlank()) {
            throw this.rules.invalid("name", "is empty", "Set a non-empty server name.");
        }
    }

    private static String version() {
        String version = McpClient.class.getPackage().getImplementationVersion();
        return (version != null) ? version : "development";
    }

    /**
     * Sets the endpoint of an HTTP server. Replaces a previously set command or transport, including its settings.
     * @param url absolute URL, {@code http} or {@code https}, without credentials
     * @return this builder
     */
    public McpClientBuilder url(String url) {
        this.choice.url(url);
        return this;
    }

    /**
     * Sets the endpoint of an HTTP server. Replaces a previously set command or transport, including its settings.
     * @param url absolute URL, {@code http} or {@code https}, without credentials
     * @return this builder
     */
    public McpClientBuilder url(URI url) {
        this.choice.url(url);
        return this;
    }

    /**
     * Sets the HTTP transport for a URL. By default, the transport is detected.
     * @param type the transport
     * @return this builder
     */
    public McpClientBuilder httpTransport(HttpTransportType type) {
        this.choice.httpTransport(type);
        return this;
    }

    /**
     * Sets the command of a server that runs as a child process and communicates over standard input and output. The
     * process starts when the client connects and ends with the session. It inherits only {@code PATH} and {@code HOME}
     * from the environment; {@link #stdio} changes that. Replaces a previously set URL or transport, including its
     * settings: headers, credentials, TLS, proxy, cookies.
     * @param command program to start: a path, or a name to be looked up in the {@code PATH}
     * @param args its arguments, each passed as a single argument, never through a shell
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP: Transports</a>
     */
    public McpClientBuilder command(String command, String... args) {
        this.choice.command(command, args);
        return this;
    }

    /**
     * Customizes the process of {@link #command}: environment variables, working directory and standard error.
     * @param change receives the current settings and returns the new ones; called when the client is built
     * @return this builder
     */
    public McpClientBuilder stdio(UnaryOperator<StdioTransportSettings> change) {
        this.choice.stdio(change);
        return this;
    }

    /**
     * Sets a custom transport. Replaces a previously set URL or command, including its settings: headers, credentials, TLS,
     * proxy, cookies, and those of the process.
     * @param transport creates the transport on first use
     * @return this builder
     */
    public McpClientBuilder transport(TransportProvider transport) {
        this.choice.transport(transport);
        return this;
    }

    /**
     * Adds a header to every HTTP request.
     * @param name header name
     * @param value header value; never logged
     * @return this builder
     */
    public McpClientBuilder header(String name, String value) {
        this.choice.header(name, value);
        return this;
    }

    /**
     * Sets the timeout for connecting, including the handshake. Default 10 seconds, and 60 seconds for a {@link #command},
     * whose first start may download packages.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder connectTimeout(Duration timeout) {
        this.connectTimeout = this.rules.positive("connect-timeout", timeout);
        this.hasConnectTimeout = true;
        return this;
    }

    /**
     * Sets the timeout for the status and the headers of each Streamable HTTP response. By default, only the deadline of
     * the call applies: a server that responds with JSON instead of a stream sends headers only after the tool has
     * finished.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder responseTimeout(Duration timeout) {
        this.responseTimeout = this.rules.positive("response-timeout", timeout);
        return this;
    }

    /**
     * Sets the default timeout of an operation, including connecting. Default 30 seconds.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder requestTimeout(Duration timeout) {
        this.requestTimeout = this.rules.positive("request-timeout", timeout);
        return this;
    }

    /**
     * Sets the maximum duration of a request whose deadline is extended, by progress or because the server waits for the
     * client. Also the timeout of one handler invocation. Default 10 minutes.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder requestTimeoutMax(Duration timeout) {
        this.requestTimeoutMax = this.rules.positive("request-timeout-max", timeout);
        return this;
    }

    /**
     * Sets the timeout for ending a session and releasing its resources. Default 5 seconds.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder shutdownTimeout(Duration timeout) {
        this.shutdownTimeout = this.rules.positive("shutdown-timeout", timeout);
        return this;
    }

    /**
     * Sets how long in-flight calls are drained when the client is disposed or closed. The remaining calls then fail, and
     * their errors state whether they may have been executed. The time is part of the {@code shutdown-timeout}; default is
     * half of it.
     * @param timeout less than the {@code shutdown-timeout}; zero to skip draining
     * @return this builder
     */
    public McpClientBuilder drainTimeout(Duration timeout) {
        this.drainTimeout = this.rules.notNegative("drain-timeout", timeout);
        return this;
    }

    /**
     * Sets the maximum size of a single message from the server. Default 16 MiB.
     * @param bytes size of the encoded message, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxMessageSize(int bytes) {
        this.maxMessageSize = this.rules.atLeast("max-message-size", bytes, 1024);
        return this;
    }

    /**
     * Sets the maximum number of JSON nodes (brackets, names and values) in a single message from the server, and in all
     * items of one list together. A node takes up to fifty bytes of heap, however short it is. Default 500,000.
     * @param nodes at least 1000
     * @return this builder
     */
    public McpClientBuilder maxMessageNodes(int nodes) {
        this.maxMessageNodes = this.rules.atLeast("max-message-nodes", nodes, 1000);
        return this;
    }

    /**
     * Sets the maximum number of pages of a list. Default 1000.
     * @param pages at least 1
     * @return this builder
     */
    public McpClientBuilder maxPages(int pages) {
        this.maxPages = this.rules.atLeast("max-pages", pages, 1);
        return this;
    }

    /**
     * Sets the maximum number of items of a list, across all pages. Default 10,000.
     * @param items at least 1
     * @return this builder
     */
    public McpClientBuilder maxListItems(int items) {
        this.maxListItems = this.rules.atLeast("max-list-items", items, 1);
        return this;
    }

    /**
     * Sets the maximum total size of all items of a list. Default 32 MiB.
     * @param bytes size as JSON, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxListSize(int bytes) {
        this.maxListSize = this.rules.atLeast("max-list-size", bytes, 1024);
        return this;
    }

    /**
     * Sets the maximum size of the definition of one tool, prompt, resource or resource template. A larger definition is
     * omitted from its list and reported like a malformed one. Default 64 KiB.
     * @param bytes size as JSON, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxDefinitionSize(int bytes) {
        this.maxDefinitionSize = this.rules.atLeast("max-definition-size", bytes, 1024);
        return this;
    }

    /**
     * Sets the maximum total size of the server's tool definitions. Excess definitions are omitted from the list and
     * reported. Default 1 MiB.
     * @param bytes size as JSON, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxToolsSize(int bytes) {
        this.maxToolsSize = this.rules.atLeast("max-tools-size", bytes, 1024);
        return this;
    }

    /**
     * Sets the policy for tool results that violate the tool's declared output schema. Default
     * {@link OutputValidation#FAIL}.
     * @param policy the policy
     * @return this builder
     */
    public McpClientBuilder outputValidation(OutputValidation policy) {
        this.outputValidation = policy;
        return this;
    }

    /**
     * Sets the policy for tool definitions that change after they were first seen, and for tools that appear after the
     * first list. If {@linkplain #sessions sessions} are stored, so are the known definitions. Default
     * {@link McpToolPinning#OFF}.
     * @param policy the policy
     * @return this builder
     * @see McpClient#toolPins()
     */
    public McpClientBuilder toolPinning(McpToolPinning policy) {
        this.toolPinning = policy;
        return this;
    }

    /**
     * Enables or disables the response cache: lists and contents of resources are cached according to the server's
     * {@code ttlMs} and {@code cacheScope}, at most one hour. Enabled by default, except for clients with a customized
     * {@code WebClient}, whose requests might be sent on behalf of different users without the client's knowledge. If users
     * are distinguished by headers of the calls, or if there is only one user, it can be set to {@code true} nevertheless.
     * @param caching whether to cache; has no effect in revisions before 2026-07-28, whose results have no cache hints
     * @return this builder
     * @see McpCallOptions#withCache
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
     */
    public McpClientBuilder caching(boolean caching) {
        this.caching = caching;
        return this;
    }

    /**
     * Sets the maximum number of concurrent requests to the server; further requests are queued. Default 64.
     * @param requests at least 1
     * @return this builder
     */
    public McpClientBuilder maxConcurrentRequests(int requests) {
        this.maxConcurrentRequests = this.rules.atLeast("max-concurrent-requests", requests, 1);
        return this;
    }

    /**
     * Sets the maximum number of queued requests; further requests are rejected immediately with
     * {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}. Default 1024.
     * @param requests 0 or more
     * @return this builder
     */
    public McpClientBuilder maxQueuedRequests(int requests) {
        this.maxQueuedRequests = this.rules.atLeast("max-queued-requests", requests, 0);
        return this;
    }

    /**
     * Sets how long a request may stay queued before it is rejected. Defaults to the timeout for connecting.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder acquireTimeout(Duration timeout) {
        this.acquireTimeout = this.rules.positive("acquire-timeout", timeout);
        return this;
    }

    /**
     * Sets the retry policy for failed calls. Default {@link McpRetrySettings#defaults()}.
     * @param settings the settings
     * @return this builder
     */
    public McpClientBuilder retry(McpRetrySettings settings) {
        this.retry = settings;
        return this;
    }

    /**
     * Sets when the circuit breaker rejects calls after repeated failures of the server. Default
     * {@link McpCircuitBreakerSettings#defaults()}.
     * @param settings the settings
     * @return this builder
     */
    public McpClientBuilder circuitBreaker(McpCircuitBreakerSettings settings) {
        this.circuitBreaker = settings;
        return this;
    }

    /**
     * Sets the maximum number of server requests handled concurrently; a few more are queued, the rest is rejected. Default
     * 16.
     * @param requests at least 1
     * @return this builder
     */
    public McpClientBuilder maxInboundRequests(int requests) {
        this.maxInboundRequests = this.rules.atLeast("max-inbound-requests", requests, 1);
        return this;
    }

    /**
     * Sets the maximum number of rounds of a multi-round-trip request, in which the server asks for input before it returns
     * a result (revision 2026-07-28 and later). Default 10.
     * @param rounds at least 1
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">MCP: Multi Round-Trip
     *     Requests</a>
     */
    public McpClientBuilder maxInputRounds(int rounds) {
        this.maxInputRounds = this.rules.atLeast("max-input-rounds", rounds, 1);
        return this;
    }

    /**
     * Sets the minimum level of log messages to request from servers that support logging, in each session. By default, the
     * server decides.
     * @param level the least severe level to send
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging">MCP: Logging</a>
     */
    public McpClientBuilder logLevel(LoggingLevel level) {
        if (!level.isKnown()) {
            throw this.rules.invalid(
                    "log-level", "is not a log level of the protocol", "Use a level from debug to emergency.");
        }
        this.logLevel = level;
        return this;
    }

    /**
     * Pings the server at this interval and reconnects after two missed replies in a row. By default there are no pings,
     * and a server of the stateless revision, where nothing depends on a connection, is never pinged. In either case, an
     * idle listening stream is checked after two and a half times the interval, and after 75 seconds by default.
     * @param interval positive duration
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping">MCP: Ping</a>
     */
    public McpClientBuilder keepAlive(Duration interval) {
        this.keepAlive = this.rules.positive("keep-alive", interval);
        return this;
    }

    /**
     * Sets the debounce interval for notifications that a list has changed. Default 200 milliseconds.
     * @param debounce positive duration
     * @return this builder
     */
    public McpClientBuilder changeDebounce(Duration debounce) {
        this.changeDebounce = this.rules.positive("refresh-debounce", debounce);
        return this;
    }

    /**
     * Enables sampling by the server.
     * @param handler handles its requests
     * @return this builder
     */
    public McpClientBuilder sampling(McpSamplingHandler handler) {
        return reactiveSampling(ReactiveMcpSamplingHandler.of(handler));
    }

    /**
     * Enables sampling by the server.
     * @param handler handles its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveSampling(ReactiveMcpSamplingHandler handler) {
        this.handlers = this.handlers.withSampling(handler);
        return this;
    }

    /**
     * Sets the approval of sampling requests, which precedes the handler. By default, all requests within the budget are
     * passed to the handler.
     * @param approval decides about each request; may block
     * @return this builder
     */
    public McpClientBuilder samplingApproval(McpSamplingApproval approval) {
        return reactiveSamplingApproval(ReactiveMcpSamplingApproval.of(approval));
    }

    /**
     * Sets the approval of sampling requests, see {@link #samplingApproval}.
     * @param approval decides about each request, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveSamplingApproval(ReactiveMcpSamplingApproval approval) {
        this.samplingApproval = approval;
        return this;
    }

    /**
     * Sets the server's sampling budget. Requests beyond it are rejected, and the number of tokens requested from the
     * handler is capped. Default 60 requests per minute and 16,384 tokens.
     * @param requestsPerMinute maximum number of requests within any minute, at least 1
     * @param maxTokens maximum number of tokens of one response, at least 1
     * @return this builder
     */
    public McpClientBuilder samplingBudget(int requestsPerMinute, int maxTokens) {
        this.samplingBudget = new GuardedSampling.Budget(
                this.rules.atLeast("sampling.max-requests-per-minute", requestsPerMinute, 1),
                this.rules.atLeast("sampling.max-tokens", maxTokens, 1));
        return this;
    }

    /**
     * Enables form elicitation by the server.
     * @param handler handles its requests
     * @return this builder
     */
    public McpClientBuilder elicitation(McpElicitationHandler handler) {
        return reactiveElicitation(ReactiveMcpElicitationHandler.of(handler));
    }

    /**
     * Enables form elicitation by the server.
     * @param handler handles its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveElicitation(ReactiveMcpElicitationHandler handler) {
        this.handlers = this.handlers.withElicitation(handler);
        return this;
    }

    /**
     * Enables URL elicitation by the server.
     * @param handler handles its requests
     * @return this builder
     */
    public McpClientBuilder urlElicitation(McpUrlElicitationHandler handler) {
        return reactiveUrlElicitation(ReactiveMcpUrlElicitationHandler.of(handler));
    }

    /**
     * Enables URL elicitation by the server.
     * @param handler handles its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveUrlElicitation(ReactiveMcpUrlElicitationHandler handler) {
        this.handlers = this.handlers.withUrlElicitation(handler);
        return this;
    }

    /**
     * Exposes roots to the server.
     * @param provider provides them
     * @return this builder
     */
    public McpClientBuilder roots(McpRootsProvider provider) {
        return reactiveRoots(ReactiveMcpRootsProvider.of(provider));
    }

    /**
     * Exposes roots to the server.
     * @param provider provides them, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveRoots(ReactiveMcpRootsProvider provider) {
        this.handlers = this.handlers.withRoots(provider);
        return this;
    }

    /**
     * Sets whether servers of 2026-07-28 may turn tool calls into tasks, with the extension
     * {@code io.modelcontextprotocol/tasks}. Default {@code true}: {@link McpClient#callTool} then waits for the end of the
     * task. Tasks of 2025-11-25 are available regardless, since the client requests each of them.
     * @param enabled whether the client declares the extension
     * @return this builder
     * @see "MCP extension io.modelcontextprotocol/tasks"
     */
    public McpClientBuilder tasks(boolean enabled) {
        this.tasks = enabled;
        return this;
    }

    /**
     * Sets the handler for requests of a method for which this library has no dedicated handler.
     * @param method the protocol method
     * @param handler handles them
     * @return this builder
     */
    public McpClientBuilder requestHandler(String method, McpRequestHandler handler) {
        return reactiveRequestHandler(method, ReactiveMcpRequestHandler.of(handler));
    }

    /**
     * Sets the handler for requests of a method for which this library has no dedicated handler.
     * @param method the protocol method
     * @param handler handles them, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveRequestHandler(String method, ReactiveMcpRequestHandler handler) {
        this.listeners.onRequest(method, handler);
        return this;
    }

    /**
     * Adds a listener for log messages of the server, which receives all of them, from the first connection on.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder logListener(McpLogListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Adds a listener for the progress of all requests. Every request then asks the server for progress notifications.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder progressListener(McpProgressListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Adds a listener for changes on the server, which receives all of them, from the first connection on.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder changeListener(McpChangeListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Sets the backoff between reconnection attempts in the background. Default 500 milliseconds, doubled up to 60 seconds.
     * @param initialInterval minimum of the first interval, positive
     * @param multiplier factor between consecutive intervals, greater than 1; it also bounds the jitter
     * @param maxInterval maximum interval, positive
     * @return this builder
     */
    public McpClientBuilder reconnect(Duration initialInterval, double multiplier, Duration maxInterval) {
        if (!(multiplier > 1 && multiplier <= 100)) {
            throw this.rules.invalid("reconnect.multiplier", "is " + multiplier, "Use a number above 1 and up to 100.");
        }
        Duration initial = this.rules.positive("reconnect.initial-interval", initialInterval);
        Duration max = this.rules.positive("reconnect.max-interval", maxInterval);
        this.reconnect = () -> Backoff.exponential(initial, multiplier, max);
        return this;
    }

    /**
     * Sets the trust and key material for TLS with the server. Default is that of the Java runtime. Does not apply to
     * authorization servers: see {@link io.mcpclient.auth.McpOAuthSettings#sslContext()}.
     * @param sslContext the context
     * @return this builder
     */
    public McpClientBuilder sslContext(SSLContext sslContext) {
        this.choice.sslContext(sslContext);
        return this;
    }

    /**
     * Sets an HTTP proxy, for the server and for its authorization servers.
     * @param host its host name
     * @param port its port, 1 to 65535
     * @return this builder
     */
    public McpClientBuilder proxy(String host, int port) {
        return proxy(new HttpProxy(host, port));
    }

    /**
     * Sets an HTTP proxy that may require credentials, for the server and for its authorization servers.
     * @param proxy the proxy
     * @return this builder
     */
    public McpClientBuilder proxy(HttpProxy proxy) {
        this.choice.proxy(proxy);
        return this;
    }

    /**
     * Sets the authorization, which adds credentials to requests and handles their rejection. Replaces a previous one.
     * @param authorization creates one for each principal
     * @return this builder
     */
    public McpClientBuilder authorization(HttpAuthorization.Provider authorization) {
        this.choice.authorization.authorization(authorization);
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
        this.choice.authorization.credentials(credentials);
        return this;
    }

    /**
     * Allows sending credentials without TLS to a server on another machine, where they can be read in transit. Rejected by
     * default.
     * @return this builder
     */
    public McpClientBuilder allowCleartextCredentials() {
        this.choice.authorization.allowCleartext();
        return this;
    }

    /**
     * Enables MCP authorization with OAuth 2.1. Replaces a previous {@link #authorization}. Requires
     * {@code com.nimbusds:oauth2-oidc-sdk} on the class path.
     * @param settings how to obtain tokens
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
     */
    public McpClientBuilder oauth(McpOAuthSettings settings) {
        McpOAuth.check(this.name, settings);
        return authorization(McpOAuth.provider(settings));
    }

    /**
     * Enables several identities: each call is made on behalf of its principal, and each principal has a separate session,
     * transport and credentials. Data received for one principal is never exposed to another one. By default, everything is
     * done on behalf of the application. {@link McpClient#start()}, {@link McpClient#status()}, background work and calls
     * without a principal always belong to the application; a user's lost session is re-established with the user's next
     * call. A server that runs as a process is started once per principal.
     * @param resolver resolves the principal of a call; invoked once per call, at its start
     * @return this builder
     * @see io.mcpclient.auth.McpPrincipalContext
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/architecture">MCP: Architecture</a>
     */
    public McpClientBuilder principals(McpPrincipalResolver resolver) {
        this.principals = resolver;
        return this;
    }

    /**
     * Rejects calls for which the resolver returns no principal before they are sent, instead of making them on behalf of
     * the application: if users have their own credentials, a call whose security context was lost must not run as the
     * application. {@link io.mcpclient.call.McpCallOptions#asApplication()} and a resolver that returns
     * {@link io.mcpclient.auth.McpPrincipal#APPLICATION} select the application explicitly. Connecting and background work
     * are still done on behalf of the application. By default, so are calls without a principal.
     * @return this builder
     * @see #principals
     */
    public McpClientBuilder requirePrincipal() {
        this.principalRequired = true;
        return this;
    }

    /**
     * Sets the maximum number of principals with concurrent sessions, and the idle timeout of these sessions. The least
     * recently used idle session makes room for another principal; if all sessions are in use, the call is rejected with
     * {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}. A session with resource subscriptions is kept as
     * long as there is room. Default 100, and 10 minutes.
     * @param max maximum number of concurrent sessions, at least 1; the application's session does not count
     * @param idle positive duration
     * @return this builder
     * @see #principals
     */
    public McpClientBuilder principalLimits(int max, Duration idle) {
        this.principalLimits = new PrincipalLimits(
                this.rules.atLeast("max-principals", max, 1), this.rules.positive("principal-idle-timeout", idle));
        return this;
    }

    /**
     * Sets whether cookies of an HTTP server are stored, in memory and for this client only, and returned to it, for load
     * balancers with cookie-based affinity. A configured {@code Cookie} header takes precedence. By default, cookies are
     * ignored.
     * @param kept whether to store cookies
     * @return this builder
     */
    public McpClientBuilder cookies(boolean kept) {
        this.choice.cookies(kept);
        return this;
    }

    /**
     * Adds a customizer for the {@code WebClient}, for example to add a filter. A filter sees every exchange, but neither
     * session ids nor configured headers, which are added after it. Disables the response cache unless it is enabled
     * explicitly, see {@link #caching(boolean)}.
     * @param customizer called when the client is first used
     * @return this builder
     */
    public McpClientBuilder webClient(Consumer<WebClient.Builder> customizer) {
        this.choice.webClient(customizer);
        return this;
    }

    /**
     * Shares expensive HTTP resources, such as TLS configurations, with other clients.
     * @param httpClients a single instance for all clients of an application
     * @return this builder
     */
    public McpClientBuilder httpClients(HttpClients httpClients) {
        this.choice.httpClients(httpClients);
        return this;
    }

    /**
     * Sets the protocol era. By default, it is detected.
     * @param protocol the era
     * @return this builder
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">MCP: Versioning</a>
     */
    public McpClientBuilder protocol(McpProtocol protocol) {
        this.protocol = protocol;
        this.revision = null;
        return this;
    }

    /**
     * Pins the protocol revision, instead of negotiating it.
     * @param revision the revision
     * @return this builder
     */
    public McpClientBuilder revision(ProtocolRevision revision) {
        this.protocol = revision.hasHandshake() ? McpProtocol.LEGACY : McpProtocol.MODERN;
        this.revision = revision;
        return this;
    }

    /**
     * Enables persistent sessions: after a restart, a session that has not ended is resumed without a handshake, and tools
     * are known before the first connection. Disabled by default, and with a custom {@link #transport}, for which the
     * client cannot determine whether it still leads to the same server.
     * @param sessions the store and its settings
     * @return this builder
     * @see McpClient#sessionStore()
     */
    public McpClientBuilder sessions(McpSessionSettings sessions) {
        this.sessions = sessions;
        return this;
    }

    /**
     * Sets the client information that is sent to servers.
     * @param clientInfo name and version
     * @return this builder
     */
    public McpClientBuilder clientInfo(Implementation clientInfo) {
        this.clientInfo = clientInfo;
        return this;
    }

    /**
     * Adds an interceptor after the existing ones.
     * @param interceptor wraps every outgoing request
     * @return this builder
     */
    public McpClientBuilder interceptor(McpInterceptor interceptor) {
        this.interceptors.add(interceptor);
        return this;
    }

    /**
     * Adds a listener for changes of the status.
     * @param listener called on threads of the library, must not block
     * @return this builder
     */
    public McpClientBuilder statusListener(McpStatusListener listener) {
        this.statusListeners.add(listener);
        return this;
    }

    /**
     * Configures observation of the client. Off by default, at no cost.
     * @param observation where to report, and in which detail
     * @return this builder
     * @see "OpenTelemetry semantic conventions for generative AI, MCP"
     */
    public McpClientBuilder observation(McpObservationSettings observation) {
        this.observation = observation;
        return this;
    }

    /** Sets the clocks and timers of the client, for tests. */
    McpClientBuilder time(TimeSource time) {
        this.time = time;
        return this;
    }

    /**
     * Builds the client. Opens no connection and starts no thread.
     * @return a new client
     */
    public McpClient build() {
        if (!this.hasConnectTimeout && this.choice.isCommand()) {
            this.connectTimeout = Duration.ofSeconds(60);
        }
        return new ClientAssembly(this).build();
    }

    /** Returns the handlers, with the sampling handler guarded by approval and budget. */
    McpHandlers guardedHandlers() {
        ReactiveMcpSamplingHandler sampling = this.handlers.sampling();
        return (sampling != null)
                ? this.handlers.withSampling(
                        new GuardedSampling(sampling, this.samplingApproval, this.samplingBudget, this.time))
                : this.handlers;
    }
}
