package io.mcpclient.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.registry.McpDeclaredMismatch;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.settings.McpToolPinning;

/**
 * Properties of the clients for MCP servers. This class only binds values; the mapping to settings interprets and validates
 * combinations. {@code null} means not set, so that a server's settings can override those of all servers. An unknown
 * property in one of the groups fails startup; see {@link KnownProperties} for the application's own properties.
 */
@ConfigurationProperties(prefix = "mcp", ignoreUnknownFields = false)
public class McpProperties {

    /** Whether to configure clients for MCP servers. */
    private boolean enabled = true;

    /** Client information sent to servers. */
    private ClientInfo clientInfo = ClientInfo.NONE;

    /** Default settings for all servers. */
    private volatile ServerDefaults defaults = new ServerDefaults();

    /** Servers by name. */
    private volatile Map<String, Server> servers = new LinkedHashMap<>();

    /** Locations of JSON files with more servers, in the format of Claude Desktop, VS Code, Cursor or Gemini CLI. */
    private List<String> configLocations = List.of();

    /** Whether to reload the servers when a file of config-locations changes. */
    private boolean configWatch;

    /** Servers that the application may use. */
    @NestedConfigurationProperty
    private final PolicyProperties policy = new PolicyProperties();

    /** Values for the inputs of files in config-locations, by id. */
    private Map<String, String> inputs = new LinkedHashMap<>();

    /** Maximum number of servers that are connected concurrently when the application starts. */
    private int maxConcurrentConnects = 16;

    /** Names of tools in the registry. */
    private final Tools tools = new Tools();

    /** Observation of clients. */
    @NestedConfigurationProperty
    private final ObservationProperties observation = new ObservationProperties();

    /** HTTP of all servers. */
    @NestedConfigurationProperty
    private Http http = new Http();

    /** Health of the servers. */
    @NestedConfigurationProperty
    private final HealthProperties health = new HealthProperties();

    /** Storage of sessions. */
    @NestedConfigurationProperty
    private final SessionProperties session = new SessionProperties();

    /** Authorization endpoints and metadata of the application. */
    @NestedConfigurationProperty
    private final McpAuthProperties auth = new McpAuthProperties();

    public boolean isEnabled() {
        return this.enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public ClientInfo getClientInfo() {
        return this.clientInfo;
    }

    public void setClientInfo(ClientInfo clientInfo) {
        this.clientInfo = clientInfo;
    }

    public ServerDefaults getDefaults() {
        return this.defaults;
    }

    public Map<String, Server> getServers() {
        return this.servers;
    }

    public void setServers(Map<String, Server> servers) {
        this.servers = servers;
    }

    /** Continues with the properties of the servers that were changed while the application runs. */
    void update(ServerDefaults defaults, Map<String, Server> servers) {
        this.defaults = defaults;
        this.servers = servers;
    }

    public List<String> getConfigLocations() {
        return this.configLocations;
    }

    public void setConfigLocations(List<String> configLocations) {
        this.configLocations = configLocations;
    }

    public boolean isConfigWatch() {
        return this.configWatch;
    }

    public void setConfigWatch(boolean configWatch) {
        this.configWatch = configWatch;
    }

    public PolicyProperties getPolicy() {
        return this.policy;
    }

    public Map<String, String> getInputs() {
        return this.inputs;
    }

    public void setInputs(Map<String, String> inputs) {
        this.inputs = inputs;
    }

    public int getMaxConcurrentConnects() {
        return this.maxConcurrentConnects;
    }

    public void setMaxConcurrentConnects(int maxConcurrentConnects) {
        this.maxConcurrentConnects = maxConcurrentConnects;
    }

    public Tools getTools() {
        return this.tools;
    }

    public ObservationProperties getObservation() {
        return this.observation;
    }

    public Http getHttp() {
        return this.http;
    }

    public void setHttp(Http http) {
        this.http = http;
    }

    public HealthProperties getHealth() {
        return this.health;
    }

    public SessionProperties getSession() {
        return this.session;
    }

    public McpAuthProperties getAuth() {
        return this.auth;
    }

    /**
     * Returns whether a server is required.
     * @param serverName name of the server
     * @return whether it, or else {@code mcp.defaults}, is marked as required; {@code false} for an unknown server
     */
    public boolean isRequired(String serverName) {
        Server server = this.servers.get(serverName);
        Boolean required = (server != null) ? server.getRequired() : null;
        if (required == null && server != null) {
            required = this.defaults.getRequired();
        }
        return Boolean.TRUE.equals(required);
    }

    /**
     * Returns whether a configured server is connected at application startup.
     * @param serverName name of the server
     * @return whether {@code start} is eager for it, or it is required; {@code false} for an unknown server
     */
    public boolean isEager(String serverName) {
        Server server = this.servers.get(serverName);
        if (server == null) {
            return false;
        }
        Start start = (server.getStart() != null) ? server.getStart() : this.defaults.getStart();
        return isRequired(serverName) || start != Start.LAZY;
    }

    /** HTTP of all servers. */
    public static class Http {

        /** Whether to use the filters and default headers of the application's WebClient.Builder, and spring.http.clients.* as defaults. */
        private boolean useApplicationBuilder;

        public boolean isUseApplicationBuilder() {
            return this.useApplicationBuilder;
        }

        public void setUseApplicationBuilder(boolean useApplicationBuilder) {
            this.useApplicationBuilder = useApplicationBuilder;
        }
    }

    /** Transports to a server. */
    public enum Transport {

        /** Detected from the other settings and, for a URL, from the server's responses. */
        AUTO,

        /** Streamable HTTP: a single endpoint. */
        STREAMABLE_HTTP,

        /** HTTP+SSE of revision 2024-11-05. */
        SSE,

        /** Standard input and output of a child process. */
        STDIO
    }

    /** Times of the first connection. */
    public enum Start {

        /** At application startup, in the background and concurrently with other servers. */
        EAGER,

        /** On first use. */
        LAZY
    }

    /** Whether a client capability is offered to a server. */
    public enum Offer {

        /** Offered if there is a handler, or if none is needed. */
        AUTO,

        /** Never. */
        OFF
    }

    /** Levels of log messages of servers, least severe first. */
    public enum LogLevel {

        /** Detailed information for debugging. */
        DEBUG,

        /** General information. */
        INFO,

        /** Normal but significant events. */
        NOTICE,

        /** Warnings. */
        WARNING,

        /** Errors. */
        ERROR,

        /** Critical conditions. */
        CRITICAL,

        /** Conditions that require immediate action. */
        ALERT,

        /** The system is unusable. */
        EMERGENCY
    }

    /**
     * Client information sent to servers.
     *
     * @param name Client name sent to servers. Defaults to the name of the application.
     * @param version Client version sent to servers. Defaults to the version of the application.
     * @param title Display name sent to servers.
     * @param websiteUrl URL of the home page sent to servers.
     */
    public record ClientInfo(
            @Nullable String name,
            @Nullable String version,
            @Nullable String title,
            @Nullable String websiteUrl) {

        static final ClientInfo NONE = new ClientInfo(null, null, null, null);
    }

    /** Settings that apply to a single server or to all servers. */
    public static class ServerDefaults {

        /** Transport to the server. */
        private @Nullable Transport transport;

        /** Protocol to use: auto, modern, legacy, or a single protocol revision. */
        private @Nullable String protocol;

        /** Whether the server is used. A disabled server contributes nothing and is not validated. */
        private @Nullable Boolean enabled;

        /** Whether application startup waits for the server and fails without it. */
        private @Nullable Boolean required;

        /** When to connect for the first time. Required servers are always connected at startup. */
        private @Nullable Start start;

        /**
         * Timeout of connecting, including the handshake. Defaults to 60s for a server with a command, 10s for
         * others.
         */
        private @Nullable Duration connectTimeout;

        /** Timeout of an operation, including connecting. */
        private @Nullable Duration requestTimeout;

        /** Maximum duration of a request whose timeout is extended by progress or by requests of the server for input. */
        private @Nullable Duration requestTimeoutMax;

        /** Timeout of ending the session and releasing its resources. */
        private @Nullable Duration shutdownTimeout;

        /**
         * Part of the shutdown timeout reserved for in-flight calls to complete. Defaults to half of the
         * shutdown timeout.
         */
        private @Nullable Duration drainTimeout;

        /** Interval of keep-alive pings to a connected server. */
        private @Nullable Duration keepAlive;

        /** Maximum size of a message from the server. */
        private @Nullable DataSize maxMessageSize;

        /** Maximum number of JSON nodes (brackets, names and values) in a message from the server, and in a list. */
        private @Nullable Integer maxMessageNodes;

        /** Maximum number of pages of a list. */
        private @Nullable Integer maxPages;

        /** Maximum number of items in a list. */
        private @Nullable Integer maxListItems;

        /** Maximum total size of the items in a list. */
        private @Nullable DataSize maxListSize;

        /** Maximum size of the definition of a tool, prompt, resource or resource template. Larger ones are omitted. */
        private @Nullable DataSize maxDefinitionSize;

        /** Maximum total size of the definitions of the server's tools. Tools beyond it are omitted. */
        private @Nullable DataSize maxToolsSize;

        /** Whether to cache lists and resource contents for the time that the server specifies. */
        private @Nullable Boolean cacheEnabled;

        /** Whether to store cookies of an HTTP server in memory and return them to it. */
        private @Nullable Boolean cookiesEnabled;

        /** Whether to use HTTP/2: negotiated with https, always with http. */
        private @Nullable Boolean http2Enabled;

        /** Maximum number of concurrent requests to the server. Further requests are queued. */
        private @Nullable Integer maxConcurrentRequests;

        /** Maximum number of queued requests. Further requests are rejected. */
        private @Nullable Integer maxQueuedRequests;

        /** Maximum time that a request waits in the queue. Defaults to the connect timeout. */
        private @Nullable Duration acquireTimeout;

        /**
         * Timeout of receiving the status and the headers of an HTTP response. By default, only the timeout of
         * the request applies.
         */
        private @Nullable Duration responseTimeout;

        /** Maximum number of requests from the server that are handled concurrently. */
        private @Nullable Integer maxInboundRequests;

        /** Maximum number of times that an operation is sent again because the server requests input. */
        private @Nullable Integer maxInputRounds;

        /** Capabilities offered to the server. */
        private Capabilities capabilities = Capabilities.NONE;

        /** Limits of sampling for the server. */
        private Sampling sampling = Sampling.NONE;

        /** Directories and files that the server may work on, as file URIs. */
        private @Nullable List<String> roots;

        /** Minimum level of log messages requested from the server. They are also written to the application's log. */
        private @Nullable LogLevel logLevel;

        /** Tools of the server. */
        private ServerTools tools = ServerTools.NONE;

        /** Headers of every HTTP request, such as credentials. Added to those of mcp.defaults. */
        private Map<String, String> headers = new LinkedHashMap<>();

        /** Environment variables of the process, such as credentials. Added to those of mcp.defaults. */
        private Map<String, String> env = new LinkedHashMap<>();

        /**
         * Names of the environment variables that the process inherits from the application; all others are
         * withheld. Defaults to PATH and HOME; on Windows, to the variables that programs require.
         */
        private @Nullable List<String> inheritEnv;

        /** Working directory of the process. */
        private @Nullable Path workingDirectory;

        /** Handling of the standard error of the process. */
        private @Nullable McpStderrMode stderr;

        /** Trust and keys for TLS. */
        private Ssl ssl = Ssl.NONE;

        /** Proxy. */
        private Proxy proxy = Proxy.NONE;

        /** Whether to refuse connections to loopback, private, link-local and other addresses that are not public. */
        private @Nullable Boolean publicAddressesOnly;

        /** Intervals between reconnection attempts in the background. */
        private Reconnect reconnect = Reconnect.NONE;

        /** Type of authorization of requests. */
        @NestedConfigurationProperty
        private final AuthProperties auth = new AuthProperties();

        /** Retries of failed calls. */
        @NestedConfigurationProperty
        private final RetryProperties retry = new RetryProperties();

        /** Circuit breaker, which rejects calls after consecutive failures. */
        @NestedConfigurationProperty
        private final CircuitBreakerProperties circuitBreaker = new CircuitBreakerProperties();

        public @Nullable Transport getTransport() {
            return this.transport;
        }

        public void setTransport(@Nullable Transport transport) {
            this.transport = transport;
        }

        public @Nullable String getProtocol() {
            return this.protocol;
        }

        public void setProtocol(@Nullable String protocol) {
            this.protocol = protocol;
        }

        public @Nullable Boolean getEnabled() {
            return this.enabled;
        }

        public void setEnabled(@Nullable Boolean enabled) {
            this.enabled = enabled;
        }

        public @Nullable Boolean getRequired() {
            return this.required;
        }

        public void setRequired(@Nullable Boolean required) {
            this.required = required;
        }

        public @Nullable Start getStart() {
            return this.start;
        }

        public void setStart(@Nullable Start start) {
            this.start = start;
        }

        public @Nullable Duration getConnectTimeout() {
            return this.connectTimeout;
        }

        public void setConnectTimeout(@Nullable Duration connectTimeout) {
            this.connectTimeout = connectTimeout;
        }

        public @Nullable Duration getRequestTimeout() {
            return this.requestTimeout;
        }

        public void setRequestTimeout(@Nullable Duration requestTimeout) {
            this.requestTimeout = requestTimeout;
        }

        public @Nullable Duration getKeepAlive() {
            return this.keepAlive;
        }

        public void setKeepAlive(@Nullable Duration keepAlive) {
            this.keepAlive = keepAlive;
        }

        public @Nullable Duration getRequestTimeoutMax() {
            return this.requestTimeoutMax;
        }

        public void setRequestTimeoutMax(@Nullable Duration requestTimeoutMax) {
            this.requestTimeoutMax = requestTimeoutMax;
        }

        public @Nullable Duration getShutdownTimeout() {
            return this.shutdownTimeout;
        }

        public void setShutdownTimeout(@Nullable Duration shutdownTimeout) {
            this.shutdownTimeout = shutdownTimeout;
        }

        public @Nullable Duration getDrainTimeout() {
            return this.drainTimeout;
        }

        public void setDrainTimeout(@Nullable Duration drainTimeout) {
            this.drainTimeout = drainTimeout;
        }

        public @Nullable DataSize getMaxMessageSize() {
            return this.maxMessageSize;
        }

        public void setMaxMessageSize(@Nullable DataSize maxMessageSize) {
            this.maxMessageSize = maxMessageSize;
        }

        public @Nullable Integer getMaxMessageNodes() {
            return this.maxMessageNodes;
        }

        public void setMaxMessageNodes(@Nullable Integer maxMessageNodes) {
            this.maxMessageNodes = maxMessageNodes;
        }

        public @Nullable Integer getMaxListItems() {
            return this.maxListItems;
        }

        public void setMaxListItems(@Nullable Integer maxListItems) {
            this.maxListItems = maxListItems;
        }

        public @Nullable DataSize getMaxListSize() {
            return this.maxListSize;
        }

        public void setMaxListSize(@Nullable DataSize maxListSize) {
            this.maxListSize = maxListSize;
        }

        public @Nullable DataSize getMaxDefinitionSize() {
            return this.maxDefinitionSize;
        }

        public void setMaxDefinitionSize(@Nullable DataSize maxDefinitionSize) {
            this.maxDefinitionSize = maxDefinitionSize;
        }

        public @Nullable DataSize getMaxToolsSize() {
            return this.maxToolsSize;
        }

        public void setMaxToolsSize(@Nullable DataSize maxToolsSize) {
            this.maxToolsSize = maxToolsSize;
        }

        public @Nullable Integer getMaxPages() {
            return this.maxPages;
        }

        public void setMaxPages(@Nullable Integer maxPages) {
            this.maxPages = maxPages;
        }

        public @Nullable Boolean getCacheEnabled() {
            return this.cacheEnabled;
        }

        public void setCacheEnabled(@Nullable Boolean cacheEnabled) {
            this.cacheEnabled = cacheEnabled;
        }

        public @Nullable Boolean getHttp2Enabled() {
            return this.http2Enabled;
        }

        public void setHttp2Enabled(@Nullable Boolean http2Enabled) {
            this.http2Enabled = http2Enabled;
        }

        public @Nullable Boolean getCookiesEnabled() {
            return this.cookiesEnabled;
        }

        public void setCookiesEnabled(@Nullable Boolean cookiesEnabled) {
            this.cookiesEnabled = cookiesEnabled;
        }

        public @Nullable Integer getMaxConcurrentRequests() {
            return this.maxConcurrentRequests;
        }

        public void setMaxConcurrentRequests(@Nullable Integer maxConcurrentRequests) {
            this.maxConcurrentRequests = maxConcurrentRequests;
        }

        public @Nullable Integer getMaxQueuedRequests() {
            return this.maxQueuedRequests;
        }

        public void setMaxQueuedRequests(@Nullable Integer maxQueuedRequests) {
            this.maxQueuedRequests = maxQueuedRequests;
        }

        public @Nullable Duration getAcquireTimeout() {
            return this.acquireTimeout;
        }

        public void setAcquireTimeout(@Nullable Duration acquireTimeout) {
            this.acquireTimeout = acquireTimeout;
        }

        public @Nullable Duration getResponseTimeout() {
            return this.responseTimeout;
        }

        public void setResponseTimeout(@Nullable Duration responseTimeout) {
            this.responseTimeout = responseTimeout;
        }

        public @Nullable Integer getMaxInboundRequests() {
            return this.maxInboundRequests;
        }

        public void setMaxInboundRequests(@Nullable Integer maxInboundRequests) {
            this.maxInboundRequests = maxInboundRequests;
        }

        public @Nullable Integer getMaxInputRounds() {
            return this.maxInputRounds;
        }

        public void setMaxInputRounds(@Nullable Integer maxInputRounds) {
            this.maxInputRounds = maxInputRounds;
        }

        public Sampling getSampling() {
            return this.sampling;
        }

        public void setSampling(Sampling sampling) {
            this.sampling = sampling;
        }

        public Capabilities getCapabilities() {
            return this.capabilities;
        }

        public void setCapabilities(Capabilities capabilities) {
            this.capabilities = capabilities;
        }

        public @Nullable List<String> getRoots() {
            return this.roots;
        }

        public void setRoots(@Nullable List<String> roots) {
            this.roots = roots;
        }

        public @Nullable LogLevel getLogLevel() {
            return this.logLevel;
        }

        public void setLogLevel(@Nullable LogLevel logLevel) {
            this.logLevel = logLevel;
        }

        public ServerTools getTools() {
            return this.tools;
        }

        public void setTools(ServerTools tools) {
            this.tools = tools;
        }

        public Map<String, String> getHeaders() {
            return this.headers;
        }

        public void setHeaders(Map<String, String> headers) {
            this.headers = headers;
        }

        public Map<String, String> getEnv() {
            return this.env;
        }

        public void setEnv(Map<String, String> env) {
            this.env = env;
        }

        public @Nullable List<String> getInheritEnv() {
            return this.inheritEnv;
        }

        public void setInheritEnv(@Nullable List<String> inheritEnv) {
            this.inheritEnv = inheritEnv;
        }

        public @Nullable Path getWorkingDirectory() {
            return this.workingDirectory;
        }

        public void setWorkingDirectory(@Nullable Path workingDirectory) {
            this.workingDirectory = workingDirectory;
        }

        public @Nullable McpStderrMode getStderr() {
            return this.stderr;
        }

        public void setStderr(@Nullable McpStderrMode stderr) {
            this.stderr = stderr;
        }

        public Ssl getSsl() {
            return this.ssl;
        }

        public void setSsl(Ssl ssl) {
            this.ssl = ssl;
        }

        public Proxy getProxy() {
            return this.proxy;
        }

        public void setProxy(Proxy proxy) {
            this.proxy = proxy;
        }

        public Reconnect getReconnect() {
            return this.reconnect;
        }

        public void setReconnect(Reconnect reconnect) {
            this.reconnect = reconnect;
        }

        public AuthProperties getAuth() {
            return this.auth;
        }

        public @Nullable Boolean getPublicAddressesOnly() {
            return this.publicAddressesOnly;
        }

        public void setPublicAddressesOnly(@Nullable Boolean publicAddressesOnly) {
            this.publicAddressesOnly = publicAddressesOnly;
        }

        public RetryProperties getRetry() {
            return this.retry;
        }

        public CircuitBreakerProperties getCircuitBreaker() {
            return this.circuitBreaker;
        }
    }

    /** Settings of one server. */
    public static class Server extends ServerDefaults {

        /** URL of the server, http or https, without credentials; lb://service/path for a service of Spring Cloud; or unix:///run/server.sock#/mcp. */
        private @Nullable String url;

        /** Program of the server, started as a child process: a path, or a name to look up in PATH. */
        private @Nullable String command;

        /** Arguments of the program. Never passed through a shell. */
        private @Nullable List<String> args;

        /**
         * Whether the credentials in mcp.defaults (auth, headers, env, inherit-env, ssl) and credentials beans for all servers apply.
         * Defaults to true for a configured server, false for one that is added or replaced at run time.
         */
        private @Nullable Boolean inheritCredentials;

        public @Nullable String getUrl() {
            return this.url;
        }

        public void setUrl(@Nullable String url) {
            this.url = url;
        }

        public @Nullable String getCommand() {
            return this.command;
        }

        public void setCommand(@Nullable String command) {
            this.command = command;
        }

        public @Nullable List<String> getArgs() {
            return this.args;
        }

        public void setArgs(@Nullable List<String> args) {
            this.args = args;
        }

        public @Nullable Boolean getInheritCredentials() {
            return this.inheritCredentials;
        }

        public void setInheritCredentials(@Nullable Boolean inheritCredentials) {
            this.inheritCredentials = inheritCredentials;
        }
    }

    /**
     * Client capabilities offered to a server.
     *
     * @param sampling Whether to offer sampling (requests for a language model) to the server.
     * @param elicitation Whether to offer elicitation (requests for input of the user) to the server.
     * @param roots Whether to offer roots (directories and files to work on) to the server.
     * @param tasks Whether the server may respond to a tool call with a task, with the tasks extension of revision 2026-07-28.
     */
    public record Capabilities(
            @Nullable Offer sampling,
            @Nullable Offer elicitation,
            @Nullable Offer roots,
            @Nullable Offer tasks) {

        static final Capabilities NONE = new Capabilities(null, null, null, null);
    }

    /**
     * Sampling limits of a server.
     *
     * @param maxRequestsPerMinute Maximum number of sampling requests from a server in any minute. Further requests are rejected.
     * @param maxTokens Maximum number of tokens requested from the language model for a sampling request from a server.
     */
    public record Sampling(
            @Nullable Integer maxRequestsPerMinute,
            @Nullable Integer maxTokens) {

        static final Sampling NONE = new Sampling(null, null);
    }

    /** Search for tools. */
    public static class ToolSearch {

        /** Number of tools above which a model is offered the most relevant ones and a tool to search. Unlimited by default. */
        private @Nullable Integer threshold;

        /** Number of tools that a model is offered directly above the threshold. */
        private int relevant = 10;

        public @Nullable Integer getThreshold() {
            return this.threshold;
        }

        public void setThreshold(@Nullable Integer threshold) {
            this.threshold = threshold;
        }

        public int getRelevant() {
            return this.relevant;
        }

        public void setRelevant(int relevant) {
            this.relevant = relevant;
        }
    }

    /**
     * Change of one tool.
     *
     * @param enabled whether the registry has the tool
     * @param title name of the tool for people
     * @param description description of the tool for models
     * @param timeout timeout of calls through the registry
     * @param returnDirect whether results go to the caller of a prompt instead of the model
     * @param results parts of results that a model reads
     * @param media how images, audio and files in results reach a model
     * @param maxResultLength maximum length of a result that a model reads, in characters
     * @param overflow action to take with the rest of a result that is too long
     * @param metadata the application's own keys and values about the tool, as nested keys or as JSON text
     */
    public record ToolOverride(
            @DefaultValue("true") boolean enabled,
            @Nullable String title,
            @Nullable String description,
            @Nullable Duration timeout,
            @DefaultValue("false") boolean returnDirect,
            McpResultRules.@Nullable Form results,
            McpResultRules.@Nullable Media media,
            @Nullable Integer maxResultLength,
            McpResultRules.@Nullable Overflow overflow,
            @Nullable JsonObjectProperty metadata) {}

    /**
     * Tool that models are offered before its server is asked.
     *
     * @param name name of the tool at the server
     * @param title title of the tool
     * @param description description of the tool
     * @param inputSchema JSON Schema of the arguments, as nested keys or as JSON text; no arguments by default
     * @param outputSchema JSON Schema of the structured content, as nested keys or as JSON text
     * @param annotations hints about the behaviour of the tool
     * @param metadata the application's own keys and values about the tool, as nested keys or as JSON text
     */
    public record DeclaredTool(
            @Nullable String name,
            @Nullable String title,
            @Nullable String description,
            @Nullable JsonObjectProperty inputSchema,
            @Nullable JsonObjectProperty outputSchema,
            @Nullable DeclaredAnnotations annotations,
            @Nullable JsonObjectProperty metadata) {}

    /**
     * Hints about the behaviour of a declared tool.
     *
     * @param title title of the tool
     * @param readOnlyHint whether the tool only reads
     * @param destructiveHint whether the tool may delete or overwrite
     * @param idempotentHint whether repeated calls have no additional effect
     * @param openWorldHint whether the tool interacts with an open world, such as a web search
     */
    public record DeclaredAnnotations(
            @Nullable String title,
            @Nullable Boolean readOnlyHint,
            @Nullable Boolean destructiveHint,
            @Nullable Boolean idempotentHint,
            @Nullable Boolean openWorldHint) {}

    /**
     * Tools of a server.
     *
     * @param outputValidation Action to take when a tool's result violates the output schema that the tool declares.
     * @param pinning Action to take when a tool's definition differs from the one first seen, or when a tool was added later.
     * @param include Patterns of the names of the tools that the registry has. Defaults to all; * stands for any characters.
     * @param exclude Patterns of the names of tools that the registry does not have; * stands for any characters.
     * @param prefix Prefix of the names of the tools in the registry. Defaults to the name of the server where
     *     mcp.tools.naming requires it.
     * @param overrides Changes of single tools in the registry, by their names at the server.
     * @param approval Calls of tools that need approval by an McpToolApproval bean. Overrides mcp.tools.approval.
     * @param results Parts of a result that a model reads. Overrides mcp.tools.results.
     * @param media How images, audio and files in results reach a model. Overrides mcp.tools.media.
     * @param maxResultLength Maximum length of a result that a model reads, in characters. Overrides mcp.tools.max-result-length.
     * @param overflow Action to take with the rest of a result that is too long for a model. Overrides mcp.tools.overflow.
     * @param declared Tools that models are offered before the server is asked for its tools.
     * @param declaredMismatch Action to take when the server defines a declared tool differently.
     */
    public record ServerTools(
            @Nullable McpOutputValidation outputValidation,
            @Nullable McpToolPinning pinning,
            @Nullable List<String> include,
            @Nullable List<String> exclude,
            @Nullable String prefix,
            @Nullable Map<String, ToolOverride> overrides,
            @Nullable McpApprovalPolicy approval,
            McpResultRules.@Nullable Form results,
            McpResultRules.@Nullable Media media,
            @Nullable Integer maxResultLength,
            McpResultRules.@Nullable Overflow overflow,
            @Nullable List<DeclaredTool> declared,
            @Nullable McpDeclaredMismatch declaredMismatch) {

        static final ServerTools NONE =
                new ServerTools(null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * TLS.
     *
     * @param bundle Name of the SSL bundle to use.
     */
    public record Ssl(@Nullable String bundle) {

        static final Ssl NONE = new Ssl(null);
    }

    /**
     * Proxy.
     *
     * @param type Kind of the proxy, http by default; system for the proxies of the Java runtime, such as https.proxyHost.
     * @param host Host name of the proxy.
     * @param port Port of the proxy.
     * @param username User name for the proxy.
     * @param password Password for the proxy.
     */
    public record Proxy(
            McpHttpProxy.@Nullable Type type,
            @Nullable String host,
            @Nullable Integer port,
            @Nullable String username,
            @Nullable String password) {

        static final Proxy NONE = new Proxy(null, null, null, null, null);

        /** Without the values, which may be credentials. */
        @Override
        public String toString() {
            return "Proxy[...]";
        }
    }

    /**
     * Intervals between reconnection attempts.
     *
     * @param initialInterval Initial interval between reconnection attempts in the background.
     * @param multiplier Multiplier of the interval after each attempt, which also bounds the jitter.
     * @param maxInterval Maximum interval between reconnection attempts in the background.
     */
    public record Reconnect(
            @Nullable Duration initialInterval,
            @Nullable Double multiplier,
            @Nullable Duration maxInterval) {

        static final Reconnect NONE = new Reconnect(null, null, null);
    }

    /** Names of tools in the registry. */
    public static class Tools {

        /** When tool names are prefixed with the server's name. */
        private McpToolNaming.Prefix naming = McpToolNaming.Prefix.ON_CONFLICT;

        /** How the names of servers and tools are written in names of tools. */
        private McpToolNaming.Style style = McpToolNaming.Style.AS_SENT;

        /** Separator between the server's name and the tool's name. */
        private String separator = "_";

        /** Maximum length of a name, in characters. Longer names are shortened. */
        private int maxNameLength = 64;

        /** Debounce interval of list change notifications before the list is refreshed. */
        private Duration refreshDebounce = Duration.ofMillis(200);

        /** Calls of tools that need approval by an McpToolApproval bean. */
        private McpApprovalPolicy approval = McpApprovalPolicy.NONE;

        /** Maximum time to wait for an approval, which does not count against the deadline of the call. */
        private Duration approvalTimeout = Duration.ofMinutes(5);

        /** Maximum length of a result that a model reads, in characters. Longer results are cut. Unlimited by default. */
        private @Nullable Integer maxResultLength;

        /** Parts of a result that a model reads. */
        private McpResultRules.Form results = McpResultRules.Form.AUTO;

        /** How images, audio and files in results reach a model. */
        private McpResultRules.Media media = McpResultRules.Media.NOTE;

        /** Action to take with the rest of a result that is too long for a model. */
        private McpResultRules.Overflow overflow = McpResultRules.Overflow.CUT;

        /** Whether to remove invisible characters from results that a model reads. */
        private boolean cleanResults;

        /** Form of the input schemas that a model is given. */
        private McpSchemaForm schemas = McpSchemaForm.PORTABLE;

        /** Whether to convert arguments of the wrong JSON type, if the schema of the tool allows it and the conversion is exact. */
        private boolean coerceArguments = true;

        /** Whether a model may read resources by URIs that no server lists and no listed template matches. */
        private boolean openResources;

        /** How long the tools of a server whose connection was lost are still offered to models. */
        private Duration keepUnavailable = Duration.ofMinutes(10);

        /** Maximum time that the first prompts wait for servers that have never been connected. */
        private Duration awaitReady = Duration.ofSeconds(5);

        /** Whether calls of tools that only read run in parallel if a model makes several at once. */
        private boolean parallel;

        @NestedConfigurationProperty
        private final ToolSearch search = new ToolSearch();

        public McpResultRules.Form getResults() {
            return this.results;
        }

        public void setResults(McpResultRules.Form results) {
            this.results = results;
        }

        public McpResultRules.Media getMedia() {
            return this.media;
        }

        public void setMedia(McpResultRules.Media media) {
            this.media = media;
        }

        public McpResultRules.Overflow getOverflow() {
            return this.overflow;
        }

        public void setOverflow(McpResultRules.Overflow overflow) {
            this.overflow = overflow;
        }

        public boolean isCleanResults() {
            return this.cleanResults;
        }

        public void setCleanResults(boolean cleanResults) {
            this.cleanResults = cleanResults;
        }

        public McpSchemaForm getSchemas() {
            return this.schemas;
        }

        public void setSchemas(McpSchemaForm schemas) {
            this.schemas = schemas;
        }

        public boolean isCoerceArguments() {
            return this.coerceArguments;
        }

        public void setCoerceArguments(boolean coerceArguments) {
            this.coerceArguments = coerceArguments;
        }

        public boolean isOpenResources() {
            return this.openResources;
        }

        public void setOpenResources(boolean openResources) {
            this.openResources = openResources;
        }

        public Duration getKeepUnavailable() {
            return this.keepUnavailable;
        }

        public void setKeepUnavailable(Duration keepUnavailable) {
            this.keepUnavailable = keepUnavailable;
        }

        public Duration getAwaitReady() {
            return this.awaitReady;
        }

        public void setAwaitReady(Duration awaitReady) {
            this.awaitReady = awaitReady;
        }

        public boolean isParallel() {
            return this.parallel;
        }

        public void setParallel(boolean parallel) {
            this.parallel = parallel;
        }

        public ToolSearch getSearch() {
            return this.search;
        }

        public @Nullable Integer getMaxResultLength() {
            return this.maxResultLength;
        }

        public void setMaxResultLength(@Nullable Integer maxResultLength) {
            this.maxResultLength = maxResultLength;
        }

        public McpToolNaming.Prefix getNaming() {
            return this.naming;
        }

        public void setNaming(McpToolNaming.Prefix naming) {
            this.naming = naming;
        }

        public McpToolNaming.Style getStyle() {
            return this.style;
        }

        public void setStyle(McpToolNaming.Style style) {
            this.style = style;
        }

        public String getSeparator() {
            return this.separator;
        }

        public void setSeparator(String separator) {
            this.separator = separator;
        }

        public int getMaxNameLength() {
            return this.maxNameLength;
        }

        public void setMaxNameLength(int maxNameLength) {
            this.maxNameLength = maxNameLength;
        }

        public McpApprovalPolicy getApproval() {
            return this.approval;
        }

        public void setApproval(McpApprovalPolicy approval) {
            this.approval = approval;
        }

        public Duration getApprovalTimeout() {
            return this.approvalTimeout;
        }

        public void setApprovalTimeout(Duration approvalTimeout) {
            this.approvalTimeout = approvalTimeout;
        }

        public Duration getRefreshDebounce() {
            return this.refreshDebounce;
        }

        public void setRefreshDebounce(Duration refreshDebounce) {
            this.refreshDebounce = refreshDebounce;
        }
    }
}
