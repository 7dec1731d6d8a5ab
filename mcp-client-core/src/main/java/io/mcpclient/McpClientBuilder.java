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
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.GuardedSampling;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpHandlers;
import io.mcpclient.handler.McpListeners;
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
import io.mcpclient.identity.PrincipalLimits;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.net.HttpProxy;
import io.mcpclient.oauth.McpOAuthSettings;
import io.mcpclient.oauth.access.McpOAuth;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.operation.McpToolPinning;
import io.mcpclient.operation.OutputValidation;
import io.mcpclient.protocol.McpProtocol;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.resilience.Backoff;
import io.mcpclient.resilience.McpCircuitBreakerSettings;
import io.mcpclient.resilience.McpRetrySettings;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.session.McpSessionSettings;
import io.mcpclient.support.TimeSource;
import io.mcpclient.transport.TransportProvider;
import io.mcpclient.transport.http.HttpClients;
import io.mcpclient.transport.http.HttpTransportType;
import io.mcpclient.transport.stdio.StdioTransportSettings;

/**
 * Builds clients. Not thread-safe. A wrong setting throws {@link McpConfigurationException} when it is given; settings
 * that contradict each other throw it from {@link #build()}.
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
            throw this.rules.invalid("name", "is empty", "Give the server a name.");
        }
    }

    private static String version() {
        String version = McpClient.class.getPackage().getImplementationVersion();
        return (version != null) ? version : "development";
    }

    /**
     * Sets the endpoint of a server that is reached over HTTP. Replaces a command or a transport that was set before, with the
     * settings that belong to it.
     * @param url absolute URL, {@code http} or {@code https}, without credentials
     * @return this builder
     */
    public McpClientBuilder url(String url) {
        this.choice.url(url);
        return this;
    }

    /**
     * Sets the endpoint of a server that is reached over HTTP. Replaces a command or a transport that was set before, with the
     * settings that belong to it.
     * @param url absolute URL, {@code http} or {@code https}, without credentials
     * @return this builder
     */
    public McpClientBuilder url(URI url) {
        this.choice.url(url);
        return this;
    }

    /**
     * Sets which HTTP transport to use for a URL. By default that is found out.
     * @param type the transport
     * @return this builder
     */
    public McpClientBuilder httpTransport(HttpTransportType type) {
        this.choice.httpTransport(type);
        return this;
    }

    /**
     * Sets the command of a server that is a child process of this one and speaks over its standard streams. It is started
     * when the client connects and ends with its session. Of our environment it sees {@code PATH} and {@code HOME} only;
     * {@link #stdio} changes that. Replaces a URL or a transport that was set before, with the settings that belong to it: headers,
     * credentials, TLS, proxy, cookies.
     * @param command program to start: a path, or a name that is looked up in the {@code PATH}
     * @param args its arguments, each passed on as one, never through a shell
     * @return this builder
     * @see "MCP 2025-11-25, basic/transports, stdio"
     */
    public McpClientBuilder command(String command, String... args) {
        this.choice.command(command, args);
        return this;
    }

    /**
     * Changes settings of the process of {@link #command}: its variables, directory and standard error.
     * @param change gets the settings so far and returns others; called when the client is built
     * @return this builder
     */
    public McpClientBuilder stdio(UnaryOperator<StdioTransportSettings> change) {
        this.choice.stdio(change);
        return this;
    }

    /**
     * Sets a transport of your own. Replaces a URL or a command that was set before, with the settings that belong to it: headers,
     * credentials, TLS, proxy, cookies, and those of the process.
     * @param transport creates the transport, at first use
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
     * Sets the limit for connecting, both phases together. Default 10 seconds, and 60 seconds for a {@link #command}, whose
     * first start may download packages.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder connectTimeout(Duration timeout) {
        this.connectTimeout = this.rules.positive("connect-timeout", timeout);
        this.hasConnectTimeout = true;
        return this;
    }

    /**
     * Sets the limit for the status and the headers of each answer over Streamable HTTP. By default there is none but the
     * deadline of the call: a server that answers with JSON, and not with a stream, sends headers only when its tool is done.
     * @param timeout positive duration
     * @return this builder
     * @see "fault B01"
     */
    public McpClientBuilder responseTimeout(Duration timeout) {
        this.responseTimeout = this.rules.positive("response-timeout", timeout);
        return this;
    }

    /**
     * Sets the limit for an operation that wishes for none, connecting included. Default 30 seconds.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder requestTimeout(Duration timeout) {
        this.requestTimeout = this.rules.positive("request-timeout", timeout);
        return this;
    }

    /**
     * Sets the longest time of a request whose deadline is moved: by progress, or because the server waits for us. Also
     * the limit for one answer of a handler. Default 10 minutes.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder requestTimeoutMax(Duration timeout) {
        this.requestTimeoutMax = this.rules.positive("request-timeout-max", timeout);
        return this;
    }

    /**
     * Sets the limit for ending a session and releasing its resources. Default 5 seconds.
     * @param timeout positive duration
     * @return this builder
     */
    public McpClientBuilder shutdownTimeout(Duration timeout) {
        this.shutdownTimeout = this.rules.positive("shutdown-timeout", timeout);
        return this;
    }

    /**
     * Sets how long calls under way are waited for when the client is disposed of or closed. Those that are left then fail,
     * and tell whether they may have been executed. It is part of the {@code shutdown-timeout}, and by default its half.
     * @param timeout zero to wait for none, and less than the {@code shutdown-timeout}
     * @return this builder
     * @see "fault G08"
     */
    public McpClientBuilder drainTimeout(Duration timeout) {
        this.drainTimeout = this.rules.notNegative("drain-timeout", timeout);
        return this;
    }

    /**
     * Sets how large one message of the server may be. Default 16 MiB.
     * @param bytes size of the encoded message, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxMessageSize(int bytes) {
        this.maxMessageSize = this.rules.atLeast("max-message-size", bytes, 1024);
        return this;
    }

    /**
     * Sets how many JSON nodes (brackets, names and values) one message of the server may have, and all items of one list
     * together. A node takes up to fifty bytes of heap, however short it is. Default 500,000.
     * @param nodes at least 1000
     * @return this builder
     */
    public McpClientBuilder maxMessageNodes(int nodes) {
        this.maxMessageNodes = this.rules.atLeast("max-message-nodes", nodes, 1000);
        return this;
    }

    /**
     * Sets how many pages one list may have. Default 1000.
     * @param pages at least 1
     * @return this builder
     */
    public McpClientBuilder maxPages(int pages) {
        this.maxPages = this.rules.atLeast("max-pages", pages, 1);
        return this;
    }

    /**
     * Sets how many items one list may have, on all of its pages. Default 10,000.
     * @param items at least 1
     * @return this builder
     */
    public McpClientBuilder maxListItems(int items) {
        this.maxListItems = this.rules.atLeast("max-list-items", items, 1);
        return this;
    }

    /**
     * Sets how large all items of one list may be together. Default 32 MiB.
     * @param bytes size as JSON, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxListSize(int bytes) {
        this.maxListSize = this.rules.atLeast("max-list-size", bytes, 1024);
        return this;
    }

    /**
     * Sets how large the definition of one tool, prompt, resource or resource template may be. A larger one is left out of its
     * list and reported like a malformed one. Default 64 KiB.
     * @param bytes size as JSON, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxDefinitionSize(int bytes) {
        this.maxDefinitionSize = this.rules.atLeast("max-definition-size", bytes, 1024);
        return this;
    }

    /**
     * Sets how large the definitions of all tools of the server may be together. Those beyond are left out of the list and
     * reported. Default 1 MiB.
     * @param bytes size as JSON, at least 1024
     * @return this builder
     */
    public McpClientBuilder maxToolsSize(int bytes) {
        this.maxToolsSize = this.rules.atLeast("max-tools-size", bytes, 1024);
        return this;
    }

    /**
     * Sets what happens when the result of a tool breaks the output schema that the tool declares. Default
     * {@link OutputValidation#FAIL}.
     * @param policy the policy
     * @return this builder
     */
    public McpClientBuilder outputValidation(OutputValidation policy) {
        this.outputValidation = policy;
        return this;
    }

    /**
     * Sets what happens when the definition of a tool changes after it was seen first, or a tool appears after the first list.
     * Where {@linkplain #sessions sessions} are kept in a store, so is what was seen. Default {@link McpToolPinning#OFF}.
     * @param policy the policy
     * @return this builder
     * @see McpClient#toolPins()
     */
    public McpClientBuilder toolPinning(McpToolPinning policy) {
        this.toolPinning = policy;
        return this;
    }

    /**
     * Sets whether lists and contents of resources are kept, and given again, for as long as the server says that they hold,
     * an hour at most. That is the default, but for clients whose {@code WebClient} is customized: requests might go out in
     * the name of different users without our seeing it. Where users are told apart by headers of the calls, or where there
     * is but one, it can be set to {@code true} all the same.
     * @param caching whether to keep anything; revisions before 2026-07-28 do not say how long results hold
     * @return this builder
     * @see McpCallOptions#withCache
     * @see "MCP 2026-07-28, server/utilities/caching (CACHE-01, CACHE-07)"
     */
    public McpClientBuilder caching(boolean caching) {
        this.caching = caching;
        return this;
    }

    /**
     * Sets how many requests may be at the server at once; more wait for their turn. Default 64.
     * @param requests at least 1
     * @return this builder
     */
    public McpClientBuilder maxConcurrentRequests(int requests) {
        this.maxConcurrentRequests = this.rules.atLeast("max-concurrent-requests", requests, 1);
        return this;
    }

    /**
     * Sets how many requests may wait for their turn; more are refused at once, as {@link
     * io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}. Default 1024.
     * @param requests 0 or more
     * @return this builder
     * @see "faults G01, G06"
     */
    public McpClientBuilder maxQueuedRequests(int requests) {
        this.maxQueuedRequests = this.rules.atLeast("max-queued-requests", requests, 0);
        return this;
    }

    /**
     * Sets how long a request may wait for its turn before it is refused. By default as long as connecting may take.
     * @param timeout positive duration
     * @return this builder
     * @see "fault G01"
     */
    public McpClientBuilder acquireTimeout(Duration timeout) {
        this.acquireTimeout = this.rules.positive("acquire-timeout", timeout);
        return this;
    }

    /**
     * Sets when a failed call is repeated. Default {@link McpRetrySettings#defaults()}.
     * @param settings the settings
     * @return this builder
     */
    public McpClientBuilder retry(McpRetrySettings settings) {
        this.retry = settings;
        return this;
    }

    /**
     * Sets when calls are refused because the server has failed time and again. Default {@link
     * McpCircuitBreakerSettings#defaults()}.
     * @param settings the settings
     * @return this builder
     */
    public McpClientBuilder circuitBreaker(McpCircuitBreakerSettings settings) {
        this.circuitBreaker = settings;
        return this;
    }

    /**
     * Sets how many requests of the server are handled at once; a few more wait, the rest is refused. Default 16.
     * @param requests at least 1
     * @return this builder
     */
    public McpClientBuilder maxInboundRequests(int requests) {
        this.maxInboundRequests = this.rules.atLeast("max-inbound-requests", requests, 1);
        return this;
    }

    /**
     * Sets how often one request is sent again because the server asks for input before it answers, as servers do from
     * revision 2026-07-28 on. Default 10.
     * @param rounds at least 1
     * @return this builder
     * @see "MCP 2026-07-28, basic/patterns/mrtr (MRTR-11)"
     */
    public McpClientBuilder maxInputRounds(int rounds) {
        this.maxInputRounds = this.rules.atLeast("max-input-rounds", rounds, 1);
        return this;
    }

    /**
     * Sets from which level on servers that have log messages are asked to send them, in each session. By default they
     * decide themselves.
     * @param level least severe level wanted
     * @return this builder
     * @see "MCP 2025-11-25, server/utilities/logging (LOG-01)"
     */
    public McpClientBuilder logLevel(LoggingLevel level) {
        if (!level.isKnown()) {
            throw this.rules.invalid(
                    "log-level", "is no level of the protocol", "Use a level from debug to emergency.");
        }
        this.logLevel = level;
        return this;
    }

    /**
     * Asks the server for a sign of life in this interval, and connects anew when it has not answered twice in a row. By
     * default it is not asked, and a server of the stateless revision, where nothing depends on a connection, never is. With
     * either, a stream to listen on is looked after when nothing has come on it for two and a half times as long, and after
     * 75 seconds by default.
     * @param interval positive duration
     * @return this builder
     * @see "MCP 2025-11-25, basic/utilities/ping (PNG-02, PNG-03)"
     */
    public McpClientBuilder keepAlive(Duration interval) {
        this.keepAlive = this.rules.positive("keep-alive", interval);
        return this;
    }

    /**
     * Sets how long the news that a list has changed waits for further ones. Default 200 milliseconds.
     * @param debounce positive duration
     * @return this builder
     */
    public McpClientBuilder changeDebounce(Duration debounce) {
        this.changeDebounce = this.rules.positive("refresh-debounce", debounce);
        return this;
    }

    /**
     * Offers sampling to the server.
     * @param handler answers its requests
     * @return this builder
     */
    public McpClientBuilder sampling(McpSamplingHandler handler) {
        return reactiveSampling(ReactiveMcpSamplingHandler.of(handler));
    }

    /**
     * Offers sampling to the server.
     * @param handler answers its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveSampling(ReactiveMcpSamplingHandler handler) {
        this.handlers = this.handlers.withSampling(handler);
        return this;
    }

    /**
     * Sets who decides about each request for sampling, before the handler is asked. Default: nobody, what is within the budget
     * is handed to the handler.
     * @param approval decides, may block
     * @return this builder
     */
    public McpClientBuilder samplingApproval(McpSamplingApproval approval) {
        return reactiveSamplingApproval(ReactiveMcpSamplingApproval.of(approval));
    }

    /**
     * Sets who decides about each request for sampling, see {@link #samplingApproval}.
     * @param approval decides, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveSamplingApproval(ReactiveMcpSamplingApproval approval) {
        this.samplingApproval = approval;
        return this;
    }

    /**
     * Sets what the server may ask of a language model. Requests beyond are refused, and the handler is asked for no more tokens.
     * Default 60 requests a minute and 16,384 tokens.
     * @param requestsPerMinute requests within any minute, at least 1
     * @param maxTokens tokens of one answer, at least 1
     * @return this builder
     */
    public McpClientBuilder samplingBudget(int requestsPerMinute, int maxTokens) {
        this.samplingBudget = new GuardedSampling.Budget(
                this.rules.atLeast("sampling.max-requests-per-minute", requestsPerMinute, 1),
                this.rules.atLeast("sampling.max-tokens", maxTokens, 1));
        return this;
    }

    /**
     * Offers elicitation with forms to the server.
     * @param handler answers its requests
     * @return this builder
     */
    public McpClientBuilder elicitation(McpElicitationHandler handler) {
        return reactiveElicitation(ReactiveMcpElicitationHandler.of(handler));
    }

    /**
     * Offers elicitation with forms to the server.
     * @param handler answers its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveElicitation(ReactiveMcpElicitationHandler handler) {
        this.handlers = this.handlers.withElicitation(handler);
        return this;
    }

    /**
     * Offers elicitation with URLs to the server.
     * @param handler answers its requests
     * @return this builder
     */
    public McpClientBuilder urlElicitation(McpUrlElicitationHandler handler) {
        return reactiveUrlElicitation(ReactiveMcpUrlElicitationHandler.of(handler));
    }

    /**
     * Offers elicitation with URLs to the server.
     * @param handler answers its requests, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveUrlElicitation(ReactiveMcpUrlElicitationHandler handler) {
        this.handlers = this.handlers.withUrlElicitation(handler);
        return this;
    }

    /**
     * Offers roots to the server.
     * @param provider names them
     * @return this builder
     */
    public McpClientBuilder roots(McpRootsProvider provider) {
        return reactiveRoots(ReactiveMcpRootsProvider.of(provider));
    }

    /**
     * Offers roots to the server.
     * @param provider names them, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveRoots(ReactiveMcpRootsProvider provider) {
        this.handlers = this.handlers.withRoots(provider);
        return this;
    }

    /**
     * Sets whether servers of 2026-07-28 may answer calls of tools with tasks, by the extension {@code
     * io.modelcontextprotocol/tasks}. Default {@code true}: {@link McpClient#callTool} waits for their end then, and all
     * others answer at once. The tasks of 2025-11-25 are there regardless, since the client asks for each of them.
     * @param enabled whether that is declared
     * @return this builder
     * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-01, TSKX-18, CAP-11)"
     */
    public McpClientBuilder tasks(boolean enabled) {
        this.tasks = enabled;
        return this;
    }

    /**
     * Answers requests of a method that this library has no handler for.
     * @param method its method
     * @param handler answers them
     * @return this builder
     */
    public McpClientBuilder requestHandler(String method, McpRequestHandler handler) {
        return reactiveRequestHandler(method, ReactiveMcpRequestHandler.of(handler));
    }

    /**
     * Answers requests of a method that this library has no handler for.
     * @param method its method
     * @param handler answers them, without blocking
     * @return this builder
     */
    public McpClientBuilder reactiveRequestHandler(String method, ReactiveMcpRequestHandler handler) {
        this.listeners.onRequest(method, handler);
        return this;
    }

    /**
     * Adds a listener for log messages of the server, which hears them from the first moment on.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder logListener(McpLogListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Adds a listener for the progress of all requests. Each of them then asks the server for it.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder progressListener(McpProgressListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Adds a listener for changes at the server, which hears of them from the first moment on.
     * @param listener may block
     * @return this builder
     */
    public McpClientBuilder changeListener(McpChangeListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Sets the pauses between attempts in the background. Default 500 milliseconds, doubled up to 60 seconds.
     * @param initialInterval shortest first pause, positive
     * @param multiplier factor from pause to pause, greater than 1; it also bounds the jitter
     * @param maxInterval longest pause, positive
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
     * Sets trust and keys for TLS with the server. By default those of the Java runtime. Authorization servers do not see these
     * keys and are not trusted because of them: see {@link io.mcpclient.oauth.McpOAuthSettings#sslContext()}.
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
     * Sets what puts credentials on requests, and deals with refusals. Replaces what was set before.
     * @param authorization makes one for each principal
     * @return this builder
     */
    public McpClientBuilder authorization(HttpAuthorization.Provider authorization) {
        this.choice.authorization.authorization(authorization);
        return this;
    }

    /**
     * Sets credentials that are headers, such as those of {@link io.mcpclient.auth.McpSchemes}. Replaces what was set
     * before with {@link #authorization}, and may not be set together with the same headers. Servers that are processes
     * take their credentials from their environment.
     * @param credentials asked for each request
     * @return this builder
     * @see "MCP 2026-07-28, basic/authorization (AUTH-01, AUTH-50)"
     */
    public McpClientBuilder credentials(McpCredentials credentials) {
        this.choice.authorization.credentials(credentials);
        return this;
    }

    /**
     * Allows to send credentials to a server on another machine without TLS, where everybody on the way can read them. By
     * default that is refused.
     * @return this builder
     * @see "fault H25"
     */
    public McpClientBuilder allowCleartextCredentials() {
        this.choice.authorization.allowCleartext();
        return this;
    }

    /**
     * Lets tokens be obtained with OAuth 2.1, as MCP uses it. Replaces what {@link #authorization} was given. Needs {@code
     * com.nimbusds:oauth2-oidc-sdk} on the class path.
     * @param settings how tokens are to be obtained
     * @return this builder
     * @see "MCP 2026-07-28, basic/authorization"
     */
    public McpClientBuilder oauth(McpOAuthSettings settings) {
        McpOAuth.check(this.name, settings);
        return authorization(McpOAuth.provider(settings));
    }

    /**
     * Uses the server under several identities: each call in the name of the principal that it is made for, with a session, a
     * transport and credentials of its own, and nothing that one principal has received is given to another one. By default
     * everything is done in the name of the application, which {@link McpClient#start()}, {@link McpClient#status()}, what
     * happens in the background, and calls of nobody in particular are in any case: a user's session that is lost is begun
     * anew with his next call. A server that is a process is started once for each principal.
     * @param resolver says in whose name a call is made; asked once for each call, when it begins
     * @return this builder
     * @see io.mcpclient.auth.McpPrincipalContext
     * @see "MCP 2026-07-28, architecture (SEC-27); faults G13, H26"
     */
    public McpClientBuilder principals(McpPrincipalResolver resolver) {
        this.principals = resolver;
        return this;
    }

    /**
     * Refuses calls for which the resolver returns no principal, unsent, instead of making them on behalf of the application:
     * where users have credentials of their own, a security context that was lost on the way must not become the application's.
     * {@link io.mcpclient.call.McpCallOptions#asApplication()} and a resolver that returns
     * {@link io.mcpclient.auth.McpPrincipal#APPLICATION} say that the application is meant. Connecting and what happens in the
     * background are the application's all the same. By default calls without a principal are the application's.
     * @return this builder
     * @see #principals
     */
    public McpClientBuilder requirePrincipal() {
        this.principalRequired = true;
        return this;
    }

    /**
     * Sets how many principals may have a session at once, and for how long one that they do not use is kept. The one that was
     * not used for longest makes room for another principal; if there is none, because all are in use, a call of another
     * principal is refused as {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}. A session that watches
     * resources is kept as long as there is room. Default 100, and 10 minutes.
     * @param max sessions at once, at least 1; that of the application does not count
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
     * Sets whether cookies of an HTTP server are kept, in memory and for this client alone, and given back to it: for a
     * balancer that keeps a client at one node that way. A header {@code Cookie} of the configuration goes before. Default:
     * no cookie is kept.
     * @param kept whether to keep them
     * @return this builder
     * @see "fault D11"
     */
    public McpClientBuilder cookies(boolean kept) {
        this.choice.cookies(kept);
        return this;
    }

    /**
     * Adds a customizer for the {@code WebClient}, for example to add a filter. A filter sees every exchange, but no
     * session ids and no headers of the configuration: those are set behind it. Keeping results is off then unless it is
     * asked for, see {@link #caching(boolean)}.
     * @param customizer is called when the client is first used
     * @return this builder
     */
    public McpClientBuilder webClient(Consumer<WebClient.Builder> customizer) {
        this.choice.webClient(customizer);
        return this;
    }

    /**
     * Shares what is expensive about HTTP clients, such as TLS configurations, with other clients.
     * @param httpClients one instance for all clients of an application
     * @return this builder
     */
    public McpClientBuilder httpClients(HttpClients httpClients) {
        this.choice.httpClients(httpClients);
        return this;
    }

    /**
     * Sets which era of the protocol to speak. By default that is found out.
     * @param protocol the era
     * @return this builder
     * @see "MCP 2026-07-28, basic/versioning (VER-25)"
     */
    public McpClientBuilder protocol(McpProtocol protocol) {
        this.protocol = protocol;
        this.revision = null;
        return this;
    }

    /**
     * Accepts only one protocol revision, instead of negotiating.
     * @param revision the revision
     * @return this builder
     */
    public McpClientBuilder revision(ProtocolRevision revision) {
        this.protocol = revision.hasHandshake() ? McpProtocol.LEGACY : McpProtocol.MODERN;
        this.revision = revision;
        return this;
    }

    /**
     * Remembers the server across restarts: a session that was not ended is resumed without a handshake, and tools are known
     * before the first connection. By default nothing is remembered, and neither is it with a {@link #transport} of your own,
     * since nothing tells then whether that still leads to the same server.
     * @param sessions where and how
     * @return this builder
     * @see McpClient#sessionStore()
     * @see "faults J01 to J15"
     */
    public McpClientBuilder sessions(McpSessionSettings sessions) {
        this.sessions = sessions;
        return this;
    }

    /**
     * Sets what the client tells servers about the application.
     * @param clientInfo name and version
     * @return this builder
     */
    public McpClientBuilder clientInfo(Implementation clientInfo) {
        this.clientInfo = clientInfo;
        return this;
    }

    /**
     * Adds an interceptor behind those already added.
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
     * Sets what is observed of the client. By default nothing is, which costs nothing.
     * @param observation where to report, and how much
     * @return this builder
     * @see "OpenTelemetry semantic conventions for generative AI, MCP (TRC-01 to TRC-05)"
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
     * Builds the client. Nothing is connected, no thread is started.
     * @return a new client
     */
    public McpClient build() {
        if (!this.hasConnectTimeout && this.choice.isCommand()) {
            this.connectTimeout = Duration.ofSeconds(60);
        }
        return new ClientAssembly(this).build();
    }

    /** The handlers, that of sampling within its bounds. */
    McpHandlers guardedHandlers() {
        ReactiveMcpSamplingHandler sampling = this.handlers.sampling();
        return (sampling != null)
                ? this.handlers.withSampling(
                        new GuardedSampling(sampling, this.samplingApproval, this.samplingBudget, this.time))
                : this.handlers;
    }
}
