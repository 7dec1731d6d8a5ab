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

import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.settings.McpApprovalPolicy;
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
    private final ClientInfo clientInfo = new ClientInfo();

    /** Default settings for all servers. */
    private final ServerDefaults defaults = new ServerDefaults();

    /** Servers by name. */
    private Map<String, Server> servers = new LinkedHashMap<>();

    /** Maximum number of servers that are connected concurrently when the application starts. */
    private int maxConcurrentConnects = 16;

    /** Names of tools in the registry. */
    private final Tools tools = new Tools();

    /** Observation of clients. */
    @NestedConfigurationProperty
    private final ObservationProperties observation = new ObservationProperties();

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

    public ServerDefaults getDefaults() {
        return this.defaults;
    }

    public Map<String, Server> getServers() {
        return this.servers;
    }

    public void setServers(Map<String, Server> servers) {
        this.servers = servers;
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

    /** Client information sent to servers. */
    public static class ClientInfo {

        /** Client name sent to servers. Defaults to the name of the application. */
        private @Nullable String name;

        /** Client version sent to servers. Defaults to the version of the application. */
        private @Nullable String version;

        /** Display name sent to servers. */
        private @Nullable String title;

        /** URL of the home page sent to servers. */
        private @Nullable String websiteUrl;

        public @Nullable String getName() {
            return this.name;
        }

        public void setName(@Nullable String name) {
            this.name = name;
        }

        public @Nullable String getVersion() {
            return this.version;
        }

        public void setVersion(@Nullable String version) {
            this.version = version;
        }

        public @Nullable String getTitle() {
            return this.title;
        }

        public void setTitle(@Nullable String title) {
            this.title = title;
        }

        public @Nullable String getWebsiteUrl() {
            return this.websiteUrl;
        }

        public void setWebsiteUrl(@Nullable String websiteUrl) {
            this.websiteUrl = websiteUrl;
        }
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
        private final Capabilities capabilities = new Capabilities();

        /** Limits of sampling for the server. */
        private final Sampling sampling = new Sampling();

        /** Directories and files that the server may work on, as file URIs. */
        private @Nullable List<String> roots;

        /** Minimum level of log messages requested from the server. They are also written to the application's log. */
        private @Nullable LogLevel logLevel;

        /** Tools of the server. */
        private final ServerTools tools = new ServerTools();

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
        private final Ssl ssl = new Ssl();

        /** HTTP proxy. */
        private final Proxy proxy = new Proxy();

        /** Intervals between reconnection attempts in the background. */
        private final Reconnect reconnect = new Reconnect();

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

        public Capabilities getCapabilities() {
            return this.capabilities;
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

        public Proxy getProxy() {
            return this.proxy;
        }

        public Reconnect getReconnect() {
            return this.reconnect;
        }

        public AuthProperties getAuth() {
            return this.auth;
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

        /** URL of the server, http or https, without credentials. */
        private @Nullable String url;

        /** Program of the server, started as a child process: a path, or a name to look up in PATH. */
        private @Nullable String command;

        /** Arguments of the program. Never passed through a shell. */
        private @Nullable List<String> args;

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
    }

    /** Client capabilities offered to a server. */
    public static class Capabilities {

        /** Whether to offer sampling (requests for a language model) to the server. */
        private @Nullable Offer sampling;

        /** Whether to offer elicitation (requests for input of the user) to the server. */
        private @Nullable Offer elicitation;

        /** Whether to offer roots (directories and files to work on) to the server. */
        private @Nullable Offer roots;

        /** Whether the server may respond to a tool call with a task, with the tasks extension of revision 2026-07-28. */
        private @Nullable Offer tasks;

        public @Nullable Offer getSampling() {
            return this.sampling;
        }

        public void setSampling(@Nullable Offer sampling) {
            this.sampling = sampling;
        }

        public @Nullable Offer getElicitation() {
            return this.elicitation;
        }

        public void setElicitation(@Nullable Offer elicitation) {
            this.elicitation = elicitation;
        }

        public @Nullable Offer getRoots() {
            return this.roots;
        }

        public void setRoots(@Nullable Offer roots) {
            this.roots = roots;
        }

        public @Nullable Offer getTasks() {
            return this.tasks;
        }

        public void setTasks(@Nullable Offer tasks) {
            this.tasks = tasks;
        }
    }

    /** Sampling limits of a server. */
    public static class Sampling {

        /** Maximum number of sampling requests from a server in any minute. Further requests are rejected. */
        private @Nullable Integer maxRequestsPerMinute;

        /** Maximum number of tokens requested from the language model for a sampling request from a server. */
        private @Nullable Integer maxTokens;

        public @Nullable Integer getMaxRequestsPerMinute() {
            return this.maxRequestsPerMinute;
        }

        public void setMaxRequestsPerMinute(@Nullable Integer maxRequestsPerMinute) {
            this.maxRequestsPerMinute = maxRequestsPerMinute;
        }

        public @Nullable Integer getMaxTokens() {
            return this.maxTokens;
        }

        public void setMaxTokens(@Nullable Integer maxTokens) {
            this.maxTokens = maxTokens;
        }
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
     */
    public record ToolOverride(
            @DefaultValue("true") boolean enabled,
            @Nullable String title,
            @Nullable String description,
            @Nullable Duration timeout,
            @DefaultValue("false") boolean returnDirect) {}

    /** Tools of a server. */
    public static class ServerTools {

        /** Action to take when a tool's result violates the output schema that the tool declares. */
        private @Nullable McpOutputValidation outputValidation;

        public @Nullable McpOutputValidation getOutputValidation() {
            return this.outputValidation;
        }

        public void setOutputValidation(@Nullable McpOutputValidation outputValidation) {
            this.outputValidation = outputValidation;
        }

        /** Action to take when a tool's definition differs from the one first seen, or when a tool was added later. */
        private @Nullable McpToolPinning pinning;

        public @Nullable McpToolPinning getPinning() {
            return this.pinning;
        }

        public void setPinning(@Nullable McpToolPinning pinning) {
            this.pinning = pinning;
        }

        /** Patterns of the names of the tools that the registry has. Defaults to all; * stands for any characters. */
        private @Nullable List<String> include;

        public @Nullable List<String> getInclude() {
            return this.include;
        }

        public void setInclude(@Nullable List<String> include) {
            this.include = include;
        }

        /** Patterns of the names of tools that the registry does not have; * stands for any characters. */
        private @Nullable List<String> exclude;

        public @Nullable List<String> getExclude() {
            return this.exclude;
        }

        public void setExclude(@Nullable List<String> exclude) {
            this.exclude = exclude;
        }

        /** Prefix of the names of the tools in the registry. Defaults to the name of the server where mcp.tools.naming requires it. */
        private @Nullable String prefix;

        public @Nullable String getPrefix() {
            return this.prefix;
        }

        public void setPrefix(@Nullable String prefix) {
            this.prefix = prefix;
        }

        /** Changes of single tools in the registry, by their names at the server. */
        private @Nullable Map<String, ToolOverride> overrides;

        public @Nullable Map<String, ToolOverride> getOverrides() {
            return this.overrides;
        }

        public void setOverrides(@Nullable Map<String, ToolOverride> overrides) {
            this.overrides = overrides;
        }

        /** Calls of tools that need approval by an McpToolApproval bean. Overrides mcp.tools.approval. */
        private @Nullable McpApprovalPolicy approval;

        public @Nullable McpApprovalPolicy getApproval() {
            return this.approval;
        }

        public void setApproval(@Nullable McpApprovalPolicy approval) {
            this.approval = approval;
        }
    }

    /** TLS. */
    public static class Ssl {

        /** Name of the SSL bundle to use. */
        private @Nullable String bundle;

        public @Nullable String getBundle() {
            return this.bundle;
        }

        public void setBundle(@Nullable String bundle) {
            this.bundle = bundle;
        }
    }

    /** HTTP proxy. */
    public static class Proxy {

        /** Host name of the proxy. */
        private @Nullable String host;

        /** Port of the proxy. */
        private @Nullable Integer port;

        /** User name for Basic authentication at the proxy. */
        private @Nullable String username;

        /** Password for Basic authentication at the proxy. */
        private @Nullable String password;

        public @Nullable String getHost() {
            return this.host;
        }

        public void setHost(@Nullable String host) {
            this.host = host;
        }

        public @Nullable Integer getPort() {
            return this.port;
        }

        public void setPort(@Nullable Integer port) {
            this.port = port;
        }

        public @Nullable String getUsername() {
            return this.username;
        }

        public void setUsername(@Nullable String username) {
            this.username = username;
        }

        public @Nullable String getPassword() {
            return this.password;
        }

        public void setPassword(@Nullable String password) {
            this.password = password;
        }
    }

    /** Intervals between reconnection attempts. */
    public static class Reconnect {

        /** Initial interval between reconnection attempts in the background. */
        private @Nullable Duration initialInterval;

        /** Multiplier of the interval after each attempt, which also bounds the jitter. */
        private @Nullable Double multiplier;

        /** Maximum interval between reconnection attempts in the background. */
        private @Nullable Duration maxInterval;

        public @Nullable Duration getInitialInterval() {
            return this.initialInterval;
        }

        public void setInitialInterval(@Nullable Duration initialInterval) {
            this.initialInterval = initialInterval;
        }

        public @Nullable Double getMultiplier() {
            return this.multiplier;
        }

        public void setMultiplier(@Nullable Double multiplier) {
            this.multiplier = multiplier;
        }

        public @Nullable Duration getMaxInterval() {
            return this.maxInterval;
        }

        public void setMaxInterval(@Nullable Duration maxInterval) {
            this.maxInterval = maxInterval;
        }
    }

    /** Names of tools in the registry. */
    public static class Tools {

        /** When tool names are prefixed with the server's name. */
        private McpToolNaming.Prefix naming = McpToolNaming.Prefix.ON_CONFLICT;

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

        @NestedConfigurationProperty
        private final ToolSearch search = new ToolSearch();

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
